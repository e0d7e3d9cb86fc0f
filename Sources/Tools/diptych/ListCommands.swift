import Foundation
import PhoneModel
import Scenarios

/// `diptych apps|scenarios|phones|cameras|worlds`: a table, or JSON.
enum ListCommands {
  static func apps(_ arguments: Arguments, finder: AppFinder) throws -> String {
    let apps = try finder.apps()
    if try arguments.isJSON {
      return try json(
        apps.map { ["name": .text($0.name), "executable": .text($0.executable), "built": .bool($0.isBuilt)] })
    }
    return TextTable(
      head: ["App", "Built"], rows: apps.map { [$0.name, $0.isBuilt ? $0.executable : "no"] }
    ).text
  }

  static func scenarios(_ arguments: Arguments) throws -> String {
    if let name = arguments.operands.first { return try pretty(try RunCommand.scenario(name).json) }
    if try arguments.isJSON { return try pretty(.list(Scenario.builtIn.map(\.json))) }
    return TextTable(
      head: ["Scenario", "Intent", "Steps", "What happens"],
      rows: Scenario.builtIn.map { [$0.name, $0.intent.rawValue, "\($0.steps.count)", $0.about ?? ""] },
      limits: ["What happens": 50]
    ).text
  }

  static func phones(_ arguments: Arguments) throws -> String {
    if let name = arguments.operands.first {
      return String(decoding: try PhoneDescription(argument: name).json(), as: UTF8.self)
    }
    let phones = PhoneDescription.builtIn
    if try arguments.isJSON {
      return try json(
        phones.map {
          [
            "name": .text($0.name), "displayName": .text($0.displayName),
            "displays": .list($0.displays.map { .text($0.id.rawValue) }),
            "cameras": .list($0.cameras.map { .text($0.id.rawValue) }),
            "poses": .list(Pose.names(for: $0).map(JSONValue.text)),
          ]
        })
    }
    return TextTable(
      head: ["Phone", "Name", "Displays", "Cameras"],
      rows: phones.map {
        [
          $0.name, $0.displayName, $0.displays.map(\.id.rawValue).joined(separator: ", "),
          "\($0.cameras.count)",
        ]
      }
    ).text
  }

  static func cameras(_ arguments: Arguments) throws -> String {
    let phone = try PhoneDescription(argument: arguments.options["phone"] ?? "duo")
    if try arguments.isJSON {
      return try json(
        phone.cameras.map {
          [
            "id": .text($0.id.rawValue), "name": .text($0.localizedName), "deviceType": .text($0.deviceType),
            "position": .text($0.position.rawValue), "uniqueID": .text($0.uniqueID),
            "constituents": .list($0.constituents.map { .text($0.rawValue) }),
          ]
        })
    }
    return TextTable(
      head: ["Camera", "Position", "Largest", "View", "Constituents", "Name"],
      rows: phone.cameras.map { camera in
        let largest = camera.formats.max { $0.width * $0.height < $1.width * $1.height }
        let size = largest.map { "\($0.width) x \($0.height)" } ?? ""
        let view = largest.map { "\(Int($0.fieldOfView.rounded()))°" } ?? ""
        return [
          camera.id.rawValue, camera.position.rawValue, size, view,
          camera.constituents.map(\.rawValue).joined(separator: ", "), camera.localizedName,
        ]
      },
      limits: ["Constituents": 16, "Name": 16]
    ).text
  }

  static func worlds(_ arguments: Arguments) throws -> String {
    let worlds = [
      ("room", "the furnished room whose marks tell camera, direction, roll, mirroring and age"),
      ("PATH.jpg, PATH.png", "a 360-degree picture when twice as wide as high, otherwise a flat one"),
      ("PATH.mp4, PATH.mov", "a movie, looped: 360 degrees when twice as wide as high, otherwise flat"),
      ("#rrggbb", "one colour everywhere"),
    ]
    if try arguments.isJSON { return try json(worlds.map { ["world": .text($0.0), "about": .text($0.1)] }) }
    return TextTable(
      head: ["World", "What it is"], rows: worlds.map { [$0.0, $0.1] }, limits: ["What it is": 56]
    ).text
  }

  private static func json(_ objects: [[String: JSONValue]]) throws -> String {
    try pretty(.list(objects.map(JSONValue.object)))
  }

  private static func pretty(_ value: JSONValue) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
