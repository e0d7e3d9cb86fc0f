import Foundation
import PhoneModel

// The JSON shape of a board with a code: text, code, at, facing, width, turn. Only text and at are needed.

extension Poster {
  var json: JSONValue {
    var fields: [String: JSONValue] = [
      "text": .text(text), "code": .text(code.rawValue), "at": Self.json(centre), "facing": Self.json(facing),
      "width": .number(width),
    ]
    if turn != 0 { fields["turn"] = .number(turn) }
    return .object(fields)
  }

  private static func json(_ vector: Vector3) -> JSONValue {
    .list([.number(vector.x), .number(vector.y), .number(vector.z)])
  }

  init(_ json: PlacedJSON) throws {
    let fields = try json.fields(["text", "code", "at", "facing", "width", "turn"])
    guard let text = fields["text"], let place = fields["at"] else {
      throw json.error("both text and at are needed")
    }
    self.init(
      try text.text(), code: try fields["code"]?.choice(Code.self) ?? .qr, centre: try Self.vector(place),
      facing: try fields["facing"].map(Self.vector) ?? [0, 0, 1],
      width: try fields["width"]?.number(0.001...100) ?? 0.2,
      turn: try fields["turn"]?.number(-360...360) ?? 0)
    if let fault { throw json.error(fault) }
  }

  private static func vector(_ json: PlacedJSON) throws -> Vector3 {
    let numbers = try json.list().map { try $0.number(-1000...1000) }
    guard numbers.count == 3 else {
      throw json.error("three numbers are needed: metres to the right, up, and to the holder")
    }
    return Vector3(numbers[0], numbers[1], numbers[2])
  }
}
