import Foundation
import PhoneModel

// The JSON shapes of what happens to a phone's sound.

extension AudioEvent {
  var json: JSONValue {
    switch self {
    case .alarm(let isOn): .object(["alarm": .bool(isOn)])
    case .headset(let headset): .object(["headset": .text(headset?.rawValue ?? "none")])
    case .volume(let volume): .object(["volume": .number(volume)])
    case .sound(.room): .object(["sound": .text("room")])
    case .sound(.silence): .object(["sound": .text("silence")])
    case .sound(.file(let path)): .object(["sound": .text(path)])
    }
  }

  init(_ verb: String, _ value: PlacedJSON) throws {
    switch verb {
    case "alarm": self = .alarm(try value.bool())
    case "volume": self = .volume(try value.number(0...1))
    case "headset":
      let name = try value.text()
      guard name == "none" || Headset(rawValue: name) != nil else {
        throw value.error("\"\(name)\" is not a headset: wired, bluetooth or none")
      }
      self = .headset(Headset(rawValue: name))
    default:
      switch try value.text() {
      case "room": self = .sound(.room)
      case "silence": self = .sound(.silence)
      case "": throw value.error("room, silence or the path of a WAV file is needed")
      case let path: self = .sound(.file(path: path))
      }
    }
  }

  /// With the path of a sound file made whole.
  func completed(folder: String) -> AudioEvent {
    guard case .sound(.file(let path)) = self, !path.hasPrefix("/") else { return self }
    return .sound(
      .file(path: URL(fileURLWithPath: path, relativeTo: URL(fileURLWithPath: folder + "/")).path))
  }
}
