import Foundation
import PhoneModel

/// How a person looks.
struct PersonLook {
  var skin, hair, shirt, trousers, iris: Colour
  var hasLongHair: Bool
  /// The right hand raised, to wave; otherwise both hands hold something before the chest.
  var waves: Bool

  static let holder = PersonLook(
    skin: [0.87, 0.67, 0.54], hair: [0.25, 0.16, 0.10], shirt: [0.20, 0.36, 0.58],
    trousers: [0.23, 0.24, 0.28],
    iris: [0.30, 0.42, 0.50], hasLongHair: false, waves: false)
  static let subject = PersonLook(
    skin: [0.62, 0.43, 0.32], hair: [0.10, 0.07, 0.07], shirt: [0.80, 0.34, 0.24],
    trousers: [0.30, 0.34, 0.44],
    iris: [0.25, 0.15, 0.08], hasLongHair: true, waves: true)
}

/// A drawn person. Own frame: the origin between the eyes, x to the person's left, y up, z ahead; metres.
enum PersonMesh {
  /// Eyes of a standing person above the floor; lower ones belong to somebody who sits.
  static let standingEyes = 1.25

  static func make(_ look: PersonLook, seated: Bool, light: @escaping (Vector3, Vector3) -> Colour) -> Mesh {
    var builder = MeshBuilder(light: light)
    head(look, &builder)
    hair(look, &builder)
    trunk(look, &builder)
    arms(look, &builder)
    legs(look, seated: seated, &builder)
    return builder.mesh
  }

  private static func head(_ look: PersonLook, _ b: inout MeshBuilder) {
    let skin = look.skin
    b.loft(
      [
        .init(-0.124, 0.016, 0.014, at: -0.034), .init(-0.119, 0.034, 0.030, at: -0.040),
        .init(-0.103, 0.048, 0.050, at: -0.050), .init(-0.075, 0.061, 0.069, at: -0.062),
        .init(-0.045, 0.068, 0.081, at: -0.073), .init(-0.015, 0.072, 0.091, at: -0.082),
        .init(0.020, 0.075, 0.096, at: -0.087), .init(0.055, 0.074, 0.097, at: -0.091),
        .init(0.085, 0.063, 0.085, at: -0.093), .init(0.104, 0.043, 0.060, at: -0.094),
        .init(0.113, 0.018, 0.026, at: -0.094),
      ], skin, around: 32)
    let shadow = skin * 0.86
    b.ellipsoid([0, -0.024, 0.008], [0.0105, 0.028, 0.013], skin)
    b.ellipsoid([0, -0.043, 0.014], [0.0145, 0.0105, 0.0135], skin * 0.97)
    b.ellipsoid([-0.009, -0.0465, 0.0115], [0.007, 0.007, 0.009], skin * 0.93)
    b.ellipsoid([0.009, -0.0465, 0.0115], [0.007, 0.007, 0.009], skin * 0.93)
    for side in [-1.0, 1.0] {
      b.ellipsoid([0.032 * side, 0, -0.004], [0.0175, 0.0125, 0.0085], shadow)
      b.ellipsoid([0.032 * side, 0.0005, -0.0015], [0.0135, 0.0078, 0.0085], [0.97, 0.97, 0.96])
      b.ellipsoid([0.032 * side, 0.0005, 0.0052], [0.0062, 0.0062, 0.0028], look.iris)
      b.ellipsoid([0.032 * side, 0.0005, 0.0070], [0.0030, 0.0030, 0.0015], [0.04, 0.03, 0.03])
      b.ellipsoid([0.0335 * side, 0.0085, 0.0005], [0.0165, 0.0036, 0.0085], skin * 0.80)
      b.tube(
        [[0.016 * side, 0.0205, 0.006], [0.034 * side, 0.0255, 0.003], [0.050 * side, 0.0205, -0.008]],
        [0.0032, 0.0036, 0.0022], look.hair, around: 8)
      b.ellipsoid([0.075 * side, -0.012, -0.088], [0.009, 0.029, 0.018], skin * 0.94)
    }
    let lips: Colour = [skin.x * 0.86, skin.y * 0.58, skin.z * 0.60]
    b.tube(
      [
        [-0.026, -0.0735, -0.004], [-0.012, -0.0785, 0.005], [0.012, -0.0785, 0.005],
        [0.026, -0.0735, -0.004],
      ],
      [0.0024, 0.0048, 0.0048, 0.0024], lips, around: 10)
    b.tube(
      [[-0.023, -0.0745, -0.001], [0, -0.0778, 0.0085], [0.023, -0.0745, -0.001]], [0.0008, 0.0013, 0.0008],
      lips * 0.55, around: 8)
  }

  private static func hair(_ look: PersonLook, _ b: inout MeshBuilder) {
    b.ellipsoid([0, 0.036, -0.105], [0.083, 0.088, 0.094], look.hair, around: 28, along: 16)
    b.ellipsoid([0.004, 0.090, -0.056], [0.066, 0.034, 0.056], look.hair, around: 24, along: 12)
    b.ellipsoid([-0.026, 0.084, -0.030], [0.046, 0.022, 0.034], look.hair, around: 20, along: 12)
    guard look.hasLongHair else { return }
    b.loft(
      [
        .init(-0.24, 0.085, 0.030, at: -0.150, roundness: 2.6), .init(-0.12, 0.092, 0.046, at: -0.146),
        .init(0.0, 0.088, 0.064, at: -0.136), .init(0.06, 0.080, 0.070, at: -0.124),
      ], look.hair)
    for side in [-1.0, 1.0] {
      b.tube(
        [
          [0.064 * side, 0.07, -0.06], [0.079 * side, 0.0, -0.072], [0.081 * side, -0.12, -0.085],
          [
            0.078 * side, -0.22, -0.09,
          ],
        ], [0.018, 0.021, 0.024, 0.012], look.hair)
    }
  }

  private static func trunk(_ look: PersonLook, _ b: inout MeshBuilder) {
    b.loft(
      [
        .init(-0.24, 0.062, 0.058, at: -0.098), .init(-0.17, 0.052, 0.053, at: -0.092),
        .init(-0.085, 0.050, 0.056, at: -0.086),
      ], look.skin)
    b.loft(
      [
        .init(-0.80, 0.178, 0.120, at: -0.09, roundness: 2.5),
        .init(-0.70, 0.166, 0.110, at: -0.09, roundness: 2.4),
        .init(-0.55, 0.168, 0.108, at: -0.088, roundness: 2.4),
        .init(-0.42, 0.186, 0.114, at: -0.084, roundness: 2.4),
        .init(-0.32, 0.196, 0.112, at: -0.084, roundness: 2.4),
        .init(-0.255, 0.188, 0.096, at: -0.088, roundness: 2.3),
        .init(-0.215, 0.158, 0.080, at: -0.092, roundness: 2.2), .init(-0.185, 0.105, 0.068, at: -0.094),
        .init(-0.172, 0.066, 0.060, at: -0.094),
      ], look.shirt, around: 36)
    b.tube(
      [
        [-0.05, -0.168, -0.062], [-0.028, -0.186, -0.034], [0, -0.192, -0.027], [0.028, -0.186, -0.034],
        [
          0.05, -0.168, -0.062,
        ],
      ], [0.009, 0.009, 0.009, 0.009, 0.009], look.shirt * 0.85, around: 8)
  }

  private static func arms(_ look: PersonLook, _ b: inout MeshBuilder) {
    for side in [-1.0, 1.0] {
      let shoulder: Vector3 = [0.170 * side, -0.262, -0.088]
      var elbow: Vector3 = [0.245 * side, -0.52, -0.03]
      var hand: Vector3 = [0.10 * side, -0.42, 0.22]
      if look.waves {
        elbow = side < 0 ? [-0.36, -0.40, 0.0] : [0.25, -0.53, -0.09]
        hand = side < 0 ? [-0.40, -0.12, 0.06] : [0.24, -0.79, -0.03]
      }
      let cuff: Vector3 = elbow + (hand - elbow) * 0.15
      let wrist: Vector3 = elbow + (hand - elbow) * 0.92
      b.tube(
        [shoulder, shoulder + (elbow - shoulder) * 0.5, elbow, cuff], [0.055, 0.050, 0.045, 0.044], look.shirt
      )
      b.tube([elbow, elbow + (hand - elbow) * 0.4, wrist], [0.038, 0.036, 0.025], look.skin)
      palm(
        at: hand, along: (hand - elbow).normalized, side: side, open: look.waves && side < 0, look.skin, &b)
    }
  }

  private static func palm(
    at hand: Vector3, along: Vector3, side: Double, open: Bool, _ skin: Colour, _ b: inout MeshBuilder
  ) {
    let across: Vector3 = open ? [1, 0, 0] : Vector3(0, 1, 0).cross(along).normalized
    b.tube([hand, hand + along * 0.045], [0.030, 0.032], skin)
    for finger in 0..<4 {
      let offset: Vector3 = across * ((Double(finger) - 1.5) * (open ? 0.019 : 0.015))
      let root: Vector3 = hand + along * 0.062 + offset
      let spread: Vector3 = offset * (open ? 0.7 : 0)
      b.tube(
        [root, root + along * (finger == 0 || finger == 3 ? 0.058 : 0.070) + spread], [0.0095, 0.0075], skin,
        around: 8)
    }
    let thumb: Vector3 = across * (0.034 * (open ? 1 : -side))
    b.tube(
      [hand + thumb * 0.6 + along * 0.01, hand + thumb * 1.5 + along * 0.055], [0.012, 0.009], skin, around: 8
    )
  }

  private static func legs(_ look: PersonLook, seated: Bool, _ b: inout MeshBuilder) {
    for side in [-1.0, 1.0] {
      let hip: Vector3 = [0.085 * side, seated ? -0.70 : -0.78, -0.09]
      let knee: Vector3 = seated ? [0.12 * side, -0.68, 0.34] : [0.10 * side, -1.10, -0.07]
      let ankle: Vector3 = seated ? [0.12 * side, -0.98, 0.30] : [0.11 * side, -1.43, -0.10]
      b.tube([hip, knee, ankle], [0.084, 0.064, 0.048], look.trousers, around: 18)
      b.ellipsoid(ankle + [0.01 * side, -0.045, 0.06], [0.048, 0.035, 0.115], [0.16, 0.13, 0.12])
    }
  }
}
