import Foundation
import PhoneModel

/// The light of the default room: daylight from the window, four ceiling lamps, and darker corners.
struct RoomLight {
  /// Things that stand on the floor and shade it: edges along x and z.
  var footprints: [(x: ClosedRange<Double>, z: ClosedRange<Double>)] = []

  static let lamps: [Vector3] = [
    [-1.85, 2.68, 0], [1.85, 2.68, 0], [0, 2.68, 1.75], [0, 2.68, -1.75],
  ]
  static let window: Vector3 = [-2.7, 1.5, -1.0]
  private static let daylight: Colour = [0.94, 1.0, 1.08]
  private static let lampLight: Colour = [1.06, 1.0, 0.88]

  /// The factor on a surface's colour, red, green, blue.
  func at(_ p: Vector3, _ normal: Vector3) -> Colour {
    var light = Colour(repeating: normal.y < 0 ? 0.50 - 0.20 * normal.y : 0.50 + 0.06 * normal.y)
    light += Self.daylight * (Self.shine(from: Self.window, on: p, normal) * 0.62)
    for lamp in Self.lamps { light += Self.lampLight * (Self.shine(from: lamp, on: p, normal) * 0.30) }
    light *= corners(p, normal) * shade(p, normal)
    return light.clamped(lowerBound: .zero, upperBound: Colour(repeating: 1.12))
  }

  /// Softened so that surfaces turned a little away are not black.
  private static func shine(from source: Vector3, on p: Vector3, _ normal: Vector3) -> Double {
    let way: Vector3 = source - p
    let distance = max(way.length, 0.05)
    let facing = max(0, (normal.dot(way) / distance + 0.25) / 1.25)
    return facing / (0.55 + 0.22 * distance * distance)
  }

  /// Less light where two of the room's surfaces meet.
  private func corners(_ p: Vector3, _ normal: Vector3) -> Double {
    let half = RoomMarks.halfWidth
    var factor = 1.0
    func dim(_ distance: Double, _ across: Double) {
      if abs(across) < 0.5 { factor *= 1 - 0.26 * exp(-max(distance, 0) / 0.2) }
    }
    dim(half - p.x, normal.x)
    dim(half + p.x, normal.x)
    dim(half - p.z, normal.z)
    dim(half + p.z, normal.z)
    dim(p.y, normal.y)
    dim(RoomMarks.height - p.y, normal.y)
    return factor
  }

  private func shade(_ p: Vector3, _ normal: Vector3) -> Double {
    guard normal.y > 0.5, p.y < 0.1 else { return 1 }
    var factor = 1.0
    for print in footprints {
      let x = max(print.x.lowerBound - p.x, 0, p.x - print.x.upperBound)
      let z = max(print.z.lowerBound - p.z, 0, p.z - print.z.upperBound)
      factor *= 1 - 0.5 * exp(-(x * x + z * z).squareRoot() / 0.16)
    }
    return factor
  }
}
