import Foundation
import PhoneModel
import Testing

/// Which way up an interface lies, against somebody who looks which edge of the display is highest.
@Suite struct InterfaceRotationTests {
  /// The edge of the native display that is highest in the world names the interface's top.
  static func byHighestEdge(top: Vector3, right: Vector3) -> InterfaceOrientation {
    let edges: [(InterfaceOrientation, Vector3)] = [
      (.portrait, top), (.landscapeRight, right),
      (.portraitUpsideDown, -top), (.landscapeLeft, -right),
    ]
    return edges.max { $0.1.y < $1.1.y }!.0
  }

  @Test func theHighestEdgeIsTheTop() {
    var random = Seeded(state: 401)
    var mismatches: [String] = []
    var level = 0
    for phone in [PhoneDescription.duo, .single] {
      for _ in 0..<600 {
        var state = PhoneState.initial(phone)
        // Shut or flat, where each display is one plane.
        let hinge: Double = Bool.random(using: &random) ? 0 : 180
        state.hinge = HingeMotion(resting: phone.hinge == nil ? 180 : hinge)
        state.placement.attitude = random.rotation()
        let placed = PlacedPhone(state, at: .zero, in: phone)
        for display in phone.displays.map(\.id) where display == .outer || hinge == 180 {
          let frame = placed.display(display)!
          let got = InterfaceRotation.upright(on: display, placed)
          let slope = frame.normal.angle(to: [0, 1, 0])
          if abs(slope - 30) < 0.01 || abs(slope - 150) < 0.01 { continue }
          let wanted =
            slope < 30 || slope > 150
            ? nil : Self.byHighestEdge(top: frame.nativeTop, right: frame.nativeRight)
          if wanted == nil { level += 1 }
          if got != wanted { mismatches.append("\(phone.name) \(display): \(String(describing: got))") }
        }
      }
    }
    #expect(mismatches == [])
    #expect(level > 100)
  }

  /// Tipped forward or back at any hold, the interface's turn stays, until the display lies and has none of its own.
  @Test func tiltingForwardKeepsTheTurn() {
    var mismatches: [String] = []
    for (display, hinge) in [(DisplayID.outer, 0.0), (.inner, 180)] {
      for turn in 0...3 {
        let start = held(hinge, display, turn: turn)
        let standing = PlacedPhone(start, at: .zero, in: duo)
        let wanted = InterfaceRotation.upright(on: display, standing)
        if wanted == nil { mismatches.append("\(display) \(turn) has none") }
        let axis = standing.display(display)!.normal.cross([0, 1, 0])
        for pitch in stride(from: -89.0, through: 89, by: 2) {
          var state = start
          state.placement.attitude = Rotation(about: axis, degrees: pitch).after(start.placement.attitude)
          let got = InterfaceRotation.upright(on: display, PlacedPhone(state, at: .zero, in: duo))
          if got != (abs(pitch) > 60 ? nil : wanted) {
            mismatches.append("\(display) \(turn) \(pitch): \(String(describing: got))")
          }
        }
      }
    }
    #expect(mismatches == [])
  }

  /// On the folded inner display the half that stands more upright decides.
  @Test func theMoreUprightHalfDecides() {
    var random = Seeded(state: 402)
    var mismatches: [String] = []
    for _ in 0..<800 {
      var state = PhoneState.initial(duo)
      let hinge = Double.random(in: 20...170, using: &random)
      state.hinge = HingeMotion(resting: hinge)
      state.placement.attitude = random.rotation()
      let placed = PlacedPhone(state, at: .zero, in: duo)
      // The picture runs on over the fold: native top is towards the cover's free edge, on the rear panel towards the hinge.
      let halves: [(normal: Vector3, top: Vector3)] = [
        (
          placed.direction(placed.body.panel(.cover).inside),
          placed.direction(placed.body.panel(.cover).towardsFree)
        ),
        (placed.direction([0, 0, 1]), placed.direction([-1, 0, 0])),
      ]
      let levels = halves.map { abs($0.normal.y) }
      if abs(levels[0] - levels[1]) < 0.01 { continue }
      let half = levels[0] < levels[1] ? halves[0] : halves[1]
      if abs(min(levels[0], levels[1]) - cos(.pi / 6)) < 0.001 { continue }
      let wanted =
        min(levels[0], levels[1]) > cos(.pi / 6)
        ? nil : Self.byHighestEdge(top: half.top, right: half.top.cross(half.normal))
      let got = InterfaceRotation.upright(on: .inner, placed)
      if got != wanted {
        mismatches.append("\(hinge): \(String(describing: got)), not \(String(describing: wanted))")
      }
    }
    #expect(mismatches == [])
  }

  /// Every set of orientations an app may allow, every present one, every hold, on every display.
  @Test func everyWishAndHold() {
    let all = InterfaceOrientation.allCases
    var mismatches: [String] = []
    for (display, offered) in [(DisplayID.outer, [1, 4, 3]), (.inner, [1, 2, 3, 4])] {
      for turn in 0...3 {
        let placed = PlacedPhone(held(display == .outer ? 0 : 180, display, turn: turn), at: .zero, in: duo)
        let upright = InterfaceRotation.upright(on: display, placed)!.rawValue
        for wish in 0..<16 {
          let supported = all.filter { wish & (1 << ($0.rawValue - 1)) != 0 }
          var allowed = supported.map(\.rawValue).filter(offered.contains)
          if allowed.isEmpty { allowed = offered }
          for current in [nil] + all.map(Optional.some) {
            let wanted: Int
            if allowed.contains(upright) {
              wanted = upright
            } else if let current, allowed.contains(current.rawValue) {
              wanted = current.rawValue
            } else {
              wanted = allowed.sorted()[0]
            }
            let got = InterfaceRotation.orientation(
              on: display, placed, supported: Set(supported), current: current)
            if got?.rawValue != wanted {
              mismatches.append("\(display) \(turn) \(wish) \(String(describing: current))")
            }
          }
        }
      }
    }
    #expect(mismatches == [])
    let single = PlacedPhone(PhoneState.initial(.single), at: .zero, in: .single)
    #expect(InterfaceRotation.orientation(on: .inner, single, supported: Set(all), current: nil) == nil)
    #expect(InterfaceRotation.upright(on: .inner, single) == nil)
  }
}
