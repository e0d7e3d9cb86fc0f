import Foundation
import PhoneModel
import Testing

/// The body of the folding phone at every whole angle, against its places written out with sine and cosine. Body frame:
/// millimetres, hinge at x = 0, rear panel to the right, the other panel at the hinge angle.
@Suite struct BodyTests {
  static func isNear(_ a: Vector3, _ b: Vector3) -> Bool { (a - b).length < 1e-9 }

  static func swing(_ degrees: Double) -> (cosine: Double, sine: Double) {
    (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
  }

  @Test func panelsAtEveryAngle() {
    var mismatches: [String] = []
    for hinge in 0...180 {
      let body = Body(duo, hinge: Double(hinge))
      let (c, s) = Self.swing(Double(hinge))
      let rear = body.panel(.rear)
      let cover = body.panel(.cover)
      if rear.towardsFree != [1, 0, 0] || rear.inside != [0, 0, 1] { mismatches.append("rear at \(hinge)") }
      if !Self.isNear(cover.towardsFree, [c, 0, s]) || !Self.isNear(cover.inside, [s, 0, -c]) {
        mismatches.append("cover at \(hinge)")
      }
      for panel in [rear, cover] {
        if panel.normal(.outside) != -panel.inside || panel.direction(.hinge) != -panel.towardsFree
          || panel.direction(.bottom) != [0, -1, 0] || panel.direction(.top) != [0, 1, 0]
          || panel.direction(.free) != panel.towardsFree
        {
          mismatches.append("edges at \(hinge)")
        }
      }
    }
    #expect(mismatches == [])
    #expect(Body(duo, hinge: 0).panels == [.cover, .rear] && Body(duo, hinge: 0).panelReach == 0...82)
    // Exactly flat and exactly shut, without the last bits of a sine.
    #expect(Body(duo, hinge: 180).panel(.cover).inside == [0, 0, 1])
    #expect(Body(duo, hinge: 0).panel(.cover).inside == [0, 0, -1])
    #expect(Body(duo, hinge: 90).panel(.cover).towardsFree == [0, 0, 1])
  }

  /// Outer 66 from the hinge on the cover's back, 46 up; inner 39, 50 on the rear panel's inside; rear 62, 42 on its back.
  @Test func camerasAtEveryAngle() {
    var mismatches: [String] = []
    let thickness = duo.panelThickness.value
    for hinge in 0...180 {
      let body = Body(duo, hinge: Double(hinge))
      let (c, s) = Self.swing(Double(hinge))
      let outer = CameraView(
        position: [66 * c - thickness * s, 46, 66 * s + thickness * c], axis: [-s, 0, c], nativeUp: [0, 1, 0])
      let inner = CameraView(position: [39, 50, 0], axis: [0, 0, 1], nativeUp: [-1, 0, 0])
      let rear = CameraView(position: [62, 42, -thickness], axis: [0, 0, -1], nativeUp: [1, 0, 0])
      let wanted: [(CameraID, CameraView)] = [
        (.outerFront, outer), (.innerFront, inner), (.rearWide, rear), (.rearUltraWide, rear),
        (.rearDualWide, rear),
        (.virtualFront, outer),
      ]
      for (camera, view) in wanted {
        let got = body.camera(camera)!
        if !Self.isNear(got.position, view.position) || !Self.isNear(got.axis, view.axis)
          || !Self.isNear(got.nativeUp, view.nativeUp)
        {
          mismatches.append("\(camera) at \(hinge): \(got)")
        }
      }
    }
    #expect(mismatches == [])
    #expect(Body(duo, hinge: 90).camera("telephoto") == nil)
  }

  @Test func displaysAtEveryAngle() {
    var mismatches: [String] = []
    let thickness = duo.panelThickness.value
    for hinge in 0...180 {
      let body = Body(duo, hinge: Double(hinge))
      let (c, s) = Self.swing(Double(hinge))
      let half = Self.swing(Double(hinge) / 2)
      let outer = body.display(.outer)!
      let isOuter =
        Self.isNear(outer.normal, [-s, 0, c])
        && Self.isNear(outer.middle, [41 * c - thickness * s, 0, 41 * s + thickness * c])
        && outer.nativeTop == [0, 1, 0] && Self.isNear(outer.nativeRight, [c, 0, s])
      let inner = body.display(.inner)!
      // Half way between the halves' normals: (sin h, 0, -cos h) and (0, 0, 1).
      let normal: Vector3 = hinge == 0 ? [1, 0, 0] : [half.cosine, 0, half.sine]
      let isInner =
        Self.isNear(inner.normal, normal) && inner.middle == [0, 0, 0]
        && Self.isNear(inner.nativeTop, [c, 0, s])
        && Self.isNear(inner.nativeRight, [0, 1, 0])
      if !isOuter { mismatches.append("outer at \(hinge): \(outer)") }
      if !isInner { mismatches.append("inner at \(hinge): \(inner)") }
    }
    #expect(mismatches == [])
    #expect(Body(.single, hinge: 0).display(.inner) == nil)
  }

  /// Corners go round the panel, lie in its plane, and are as far apart as it is wide and high.
  @Test func cornersGoRoundThePanel() {
    var mismatches: [String] = []
    for hinge in [0.0, 30, 90, 135, 180] {
      let body = Body(duo, hinge: hinge)
      for panel in PanelID.allCases {
        for face in [PanelFace.inside, .outside] {
          let corners = body.corners(of: panel, face: face)
          let sides = (0..<4).map { (corners[($0 + 1) % 4] - corners[$0]).length }
          if zip(sides, [117.0, 82, 117, 82]).contains(where: { abs($0 - $1) > 1e-9 }) {
            mismatches.append("\(panel) at \(hinge): \(sides)")
          }
          let frame = body.panel(panel)
          let depths = corners.map { $0.dot(frame.inside) }
          let wanted = face == .inside ? 0 : -duo.panelThickness.value
          if depths.contains(where: { abs($0 - wanted) > 1e-9 }) {
            mismatches.append("\(panel) \(face): \(depths)")
          }
          if corners[0].y > 0 || corners[1].y < 0 || abs(corners[0].dot(frame.towardsFree)) > 1e-9 {
            mismatches.append("\(panel) begins elsewhere")
          }
        }
      }
    }
    #expect(mismatches == [])
    let flat = Body(.single, hinge: 77)
    #expect(flat.hinge == 180 && flat.panels == [.rear] && flat.panelReach == -35.75...35.75)
    #expect(flat.corners(of: .rear, face: .inside)[2] == [35.75, 73.75, 0])
  }

  /// Nothing but places and directions: a placed phone is the body moved as one piece.
  @Test func aPlacedPhoneIsTheBodyMoved() {
    var random = Seeded(state: 301)
    var mismatches: [String] = []
    for _ in 0..<200 {
      let hinge = Double.random(in: 1...180, using: &random)
      let body = Body(duo, hinge: hinge)
      var placement = PhoneState.initial(duo).placement
      placement.attitude = random.rotation()
      placement.position = GeometryTests.vector(&random)
      let phone = PlacedPhone(body, at: placement)
      let cameras = [CameraID.outerFront, .innerFront, .rearWide]
      for (a, b) in [(cameras[0], cameras[1]), (cameras[1], cameras[2]), (cameras[2], cameras[0])] {
        let (p, q) = (phone.camera(a)!, phone.camera(b)!)
        let (r, t) = (body.camera(a)!, body.camera(b)!)
        let far = (p.position - q.position).length * 1000
        if abs(far - (r.position - t.position).length) > 1e-9 { mismatches.append("\(a) to \(b): \(far) mm") }
        if abs(p.axis.angle(to: q.axis) - r.axis.angle(to: t.axis)) > 1e-5 {
          mismatches.append("\(a), \(b) turned")
        }
        if abs(p.nativeRight.dot(q.nativeUp) - r.nativeRight.dot(t.nativeUp)) > 1e-9 {
          mismatches.append("\(a) flipped")
        }
      }
      let display = phone.display(.inner)!
      if abs(display.normal.dot(display.nativeTop.cross(display.nativeRight))) > 1.000_001 {
        mismatches.append("\(hinge)")
      }
      let corners = phone.corners(of: .cover, face: .outside)
      if abs((corners[0] - corners[2]).length - (82 * 82 + 117 * 117 as Double).squareRoot() / 1000) > 1e-9 {
        mismatches.append("corners")
      }
    }
    #expect(mismatches == [])
  }

  @Test func whichDisplayACameraSitsAt() {
    let wanted: [CameraID: DisplayID] = [.outerFront: .outer, .innerFront: .inner, .virtualFront: .outer]
    for camera in duo.cameras.map(\.id) { #expect(duo.ownDisplay(of: camera) == wanted[camera]) }
    #expect(duo.ownDisplay(of: "telephoto") == nil)
    #expect(PhoneDescription.single.ownDisplay(of: .front) == .outer)
    #expect(PhoneDescription.single.ownDisplay(of: .rearWide) == nil)
    #expect(duo.physicalCameras(of: .virtualFront) == [.outerFront, .innerFront])
    #expect(duo.physicalCameras(of: .rearDualWide) == [.rearUltraWide, .rearWide])
    #expect(duo.physicalCameras(of: .rearWide) == [.rearWide] && duo.physicalCameras(of: "telephoto") == [])
  }
}
