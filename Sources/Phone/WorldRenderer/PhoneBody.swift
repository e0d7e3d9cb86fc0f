import CWorldRenderer
import PhoneModel

/// The phone's own body as a camera sees it: dark slabs that stand in the way.
struct PhoneBody: Sendable {
  let mesh: Mesh
  private let slabs: [Slab]
  private let tableHeight: Double?
  private let coveredWithin: Double

  /// One panel: a corner and three edges, metres.
  private struct Slab {
    var corner: Vector3
    var edges: [Vector3]
    var corners: [Vector3]
  }

  /// The corners of its panels: all that its picture depends on.
  var corners: [Vector3] { slabs.flatMap(\.corners) }

  init(_ phone: PlacedPhone) {
    tableHeight = phone.placement.tableHeight
    coveredWithin = phone.coveredWithin
    var builder = MeshBuilder(light: { _, _ in [1, 1, 1] })
    slabs = phone.body.panels.map { panel in
      let inside = phone.corners(of: panel, face: .inside)
      let outside = phone.corners(of: panel, face: .outside)
      Self.draw(&builder, inside: inside, outside: outside)
      return Slab(
        corner: inside[0], edges: [inside[3] - inside[0], inside[1] - inside[0], outside[0] - inside[0]],
        corners: inside + outside)
    }
    mesh = builder.mesh
  }

  /// Faces of dark glass with a frame of dark metal.
  private static func draw(_ b: inout MeshBuilder, inside: [Vector3], outside: [Vector3]) {
    let glass: Colour = [0.030, 0.032, 0.038]
    let rim: Colour = [0.075, 0.078, 0.085]
    for face in [inside, outside] {
      let away: Vector3 = (face == inside ? inside[0] - outside[0] : outside[0] - inside[0])
      let (x, y): (Vector3, Vector3) = (face[3] - face[0], face[1] - face[0])
      let isFront = x.cross(y).dot(away) > 0
      let (start, along): (Vector3, Vector3) = isFront ? (face[0], x) : (face[3], -x)
      b.rectangle(start, along, y, rim, piece: 1)
      let lift: Vector3 = away.normalized * 0.0001
      let inset: Vector3 = along * 0.03 + y * 0.02
      b.rectangle(start + inset + lift, along * 0.94, y * 0.96, glass, piece: 1)
    }
    let depth: Vector3 = outside[0] - inside[0]
    let middle: Vector3 = (inside[0] + outside[2]) / 2
    for index in 0..<4 {
      let (a, c) = (inside[index], inside[(index + 1) % 4])
      let edge: Vector3 = c - a
      let isOut = edge.cross(depth).dot((a + c + depth) / 2 - middle) > 0
      b.rectangle(isOut ? a : c, isOut ? edge : -edge, depth, rim, piece: 1)
    }
  }

  /// Something touches the lens, or almost: another panel, or the table on which the phone lies.
  func covers(_ camera: CameraPose) -> Bool {
    if let tableHeight, camera.forward.y < -0.5,
      (camera.position.y - tableHeight) / -camera.forward.y < coveredWithin
    {
      return true
    }
    return slabs.contains { slab in
      // A ray from just behind the lens; the camera's own panel lies behind it and its face is edge-on.
      var enter = -0.0005
      var leave = coveredWithin
      for edge in slab.edges {
        let axis = edge.normalized
        let start = (camera.position - slab.corner).dot(axis)
        let speed = camera.forward.dot(axis)
        if abs(speed) < 1e-9 {
          if start < 1e-9 || start > edge.length - 1e-9 { return false }
          continue
        }
        let (a, b) = (-start / speed, (edge.length - start) / speed)
        enter = max(enter, min(a, b))
        leave = min(leave, max(a, b))
      }
      // Only what lies in front counts.
      return enter < leave && leave > 1e-6
    }
  }

  /// Some of the body may be in the picture.
  func isSeen(by projection: Projection, width: Int, height: Int) -> Bool {
    slabs.contains { slab in
      let corners = slab.corners.map(projection.homogeneous)
      if corners.allSatisfy({ $0.z <= 0.0005 }) { return false }
      if corners.allSatisfy({ $0.x < 0 }) || corners.allSatisfy({ $0.y < 0 }) { return false }
      return !corners.allSatisfy { $0.x > Double(width) * $0.z }
        && !corners.allSatisfy { $0.y > Double(height) * $0.z }
    }
  }
}
