import Foundation

/// A code on a board in the world, for apps that look for codes. World frame, metres.
public struct Poster: Hashable, Codable, Sendable {
  /// Raw values are the names in scenario files.
  public enum Code: String, Hashable, Codable, Sendable, CaseIterable {
    case qr, aztec, dataMatrix, pdf417
    case ean13, ean8, upcA, upcE, code39, code93, code128, itf, codabar
  }

  public var text: String
  public var code: Code
  /// Middle of the board.
  public var centre: Vector3
  /// Out of the printed side, towards who reads it.
  public var facing: Vector3
  /// The code's width, white margin included; its height follows.
  public var width: Double
  /// Clockwise degrees as it is seen; at 0 its top is up.
  public var turn: Double

  public init(
    _ text: String, code: Code = .qr, centre: Vector3, facing: Vector3 = [0, 0, 1], width: Double = 0.2,
    turn: Double = 0
  ) {
    self.text = text
    self.code = code
    self.centre = centre
    self.facing = facing
    self.width = width
    self.turn = turn
  }

  /// Why there cannot be such a board; nil when there can.
  public var fault: String? {
    let numbers = [centre.x, centre.y, centre.z, facing.x, facing.y, facing.z, width, turn]
    if !numbers.allSatisfy(\.isFinite) { return "a poster's numbers must be finite" }
    if facing.length == 0 { return "a poster's facing has no direction" }
    if width < 0.001 || width > 100 { return "a poster is 0.001 to 100 m wide" }
    return nil
  }

  /// Along the rows of the code and upwards, unit vectors, as the reader sees it.
  public var axes: (right: Vector3, up: Vector3) {
    let normal = facing.normalized
    let above: Vector3 = abs(normal.y) > 0.999 ? [0, 0, normal.y > 0 ? -1 : 1] : [0, 1, 0]
    let right = above.cross(normal).normalized
    let rotation = Rotation(about: normal, degrees: -turn)
    return (rotation.apply(right), rotation.apply(normal.cross(right)))
  }
}
