import Foundation
import PhoneModel

/// Decides where an app's scene lies on a display. A pure function of what is known at one moment.
package struct SceneLayout: Hashable, Sendable {
  package var display: DisplayDescription
  /// Clockwise quarter turns, from the display's native top, of an interface that stands upright for the viewer.
  package var hold: QuarterTurns
  /// What the app allows: its property list's orientations that its root view controller allows, too.
  package var supported: UIInterfaceOrientationMask
  /// What the app asked for just now, of that; nil for nothing.
  package var wanted: UIInterfaceOrientationMask?
  /// Beside another app.
  package var isSplit: Bool
  /// The other half than the app's first window has.
  package var isSecond = false
  /// The proportions of a letterboxed app, portrait: those of the phone's outer display (assumed).
  package var letterbox: CGSize

  package init(
    display: DisplayDescription, hold: QuarterTurns, supported: UIInterfaceOrientationMask,
    wanted: UIInterfaceOrientationMask? = nil, isSplit: Bool, letterbox: CGSize
  ) {
    self.display = display
    self.hold = hold
    self.supported = supported
    self.wanted = wanted
    self.isSplit = isSplit
    self.letterbox = letterbox
  }

  /// - Parameter old: where the scene was; nil for a new one.
  ///
  /// An interface follows the hold if the display offers that orientation and the app allows it. Otherwise:
  /// - beside another app the app's wishes do not count [assumed],
  /// - what the app asked for just now comes before the hold,
  /// - on a display over the hinge an app that has no orientation of that shape stands upright in a letterbox,
  /// - elsewhere the interface stays as it was, or takes the allowed orientation that is nearest to the hold.
  package func geometry(from old: SceneGeometry?) -> SceneGeometry {
    let offered = display.orientations.value.map { QuarterTurns($0) }
    let upright = offered.contains(hold) ? hold : nearest(of: offered, from: old)
    if isSplit { return place(upright, UIInterfaceOrientation(turn: upright), half(upright)) }

    let allowed = offered.filter { supported.contains(turn: $0) }
    let asked = allowed.filter { wanted?.contains(turn: $0) == true }
    if !asked.isEmpty {
      let turn = asked.contains(hold) ? hold : nearest(of: asked, from: old)
      return place(turn, UIInterfaceOrientation(turn: turn), CGRect(origin: .zero, size: size(turn)))
    }
    if display.spansHinge, !allowed.contains(where: { $0.count % 2 == upright.count % 2 }) {
      return place(upright, letterboxedOrientation(upright), box(upright))
    }
    let turn = allowed.contains(hold) ? hold : nearest(of: allowed.isEmpty ? offered : allowed, from: old)
    return place(turn, UIInterfaceOrientation(turn: turn), CGRect(origin: .zero, size: size(turn)))
  }

  private func place(
    _ turn: QuarterTurns, _ orientation: UIInterfaceOrientation, _ frame: CGRect
  ) -> SceneGeometry {
    SceneGeometry(display: display.id, interfaceTurn: turn, frame: frame, orientation: orientation)
  }

  /// The old turn if it is among them; else the one nearest to the hold, the first of two that are as near.
  private func nearest(of turns: [QuarterTurns], from old: SceneGeometry?) -> QuarterTurns {
    if let old, old.display == display.id, turns.contains(old.interfaceTurn) { return old.interfaceTurn }
    func distance(_ turn: QuarterTurns) -> Int { [0, 1, 2, 1][(turn - hold).count] }
    return turns.min { distance($0) < distance($1) } ?? 0
  }

  private func size(_ turn: QuarterTurns) -> CGSize { display.pointSize(turn) }

  /// The left or the upper half: the sources say 50/50 and not which half.
  private func half(_ turn: QuarterTurns) -> CGRect {
    let whole = size(turn)
    let isWide = whole.width >= whole.height
    let half = CGSize(
      width: isWide ? whole.width / 2 : whole.width, height: isWide ? whole.height : whole.height / 2)
    guard isSecond else { return CGRect(origin: .zero, size: half) }
    return CGRect(
      origin: CGPoint(x: whole.width - half.width, y: whole.height - half.height), size: half)
  }

  /// The largest centred box of the app's shape, in whole points.
  private func box(_ turn: QuarterTurns) -> CGRect {
    let whole = size(turn)
    let isPortrait = letterboxedOrientation(turn).isPortrait
    let shape = isPortrait ? letterbox : CGSize(width: letterbox.height, height: letterbox.width)
    let scale = min(whole.width / shape.width, whole.height / shape.height)
    let size = CGSize(width: (shape.width * scale).rounded(), height: (shape.height * scale).rounded())
    return CGRect(
      origin: CGPoint(x: (whole.width - size.width) / 2, y: (whole.height - size.height) / 2), size: size)
  }

  /// What an app in a letterbox is told: an orientation that it allows, upright for the viewer.
  private func letterboxedOrientation(_ turn: QuarterTurns) -> UIInterfaceOrientation {
    let order: [UIInterfaceOrientation] = [.portrait, .landscapeRight, .landscapeLeft, .portraitUpsideDown]
    return order.first { supported.contains(UIInterfaceOrientationMask($0)) }
      ?? UIInterfaceOrientation(turn: turn)
  }
}

/// How the phone is held, for an interface on one of its displays.
enum InterfaceHold {
  /// Turns of an upright interface on a display. While the display lies level, gravity says nothing: then the
  /// interface's top stays the direction of the body that it was; for a new scene, what the phone's state says.
  static func turn(
    on display: DisplayID, from old: SceneGeometry?, _ state: PhoneState, at time: PhoneTime,
    in description: PhoneDescription
  ) -> QuarterTurns {
    let phone = PlacedPhone(state, at: time, in: description)
    if let upright = InterfaceRotation.upright(on: display, phone) { return upright.interfaceTurn }
    guard let old else { return state.app.interfaceTurn }
    guard old.display != display, let from = phone.body.display(old.display),
      let to = phone.body.display(display)
    else { return old.interfaceTurn }
    let up = top(of: from, old.interfaceTurn)
    let turns = (0..<4).map { QuarterTurns($0) }
    return turns.max { top(of: to, $0).dot(up) < top(of: to, $1).dot(up) } ?? old.interfaceTurn
  }

  /// How a person would say that the phone is held: by the display that the app is on.
  static func device(
    _ display: DisplayID, _ state: PhoneState, at time: PhoneTime, in description: PhoneDescription
  ) -> UIDeviceOrientation {
    let phone = PlacedPhone(state, at: time, in: description)
    if let upright = InterfaceRotation.upright(on: display, phone) {
      return UIDeviceOrientation(hold: upright.interfaceTurn)
    }
    return (phone.display(display)?.normal.y ?? 0) > 0 ? .faceUp : .faceDown
  }

  private static func top(of display: DisplayFrame, _ turn: QuarterTurns) -> Vector3 {
    switch turn.count {
    case 0: display.nativeTop
    case 1: display.nativeRight
    case 2: -display.nativeTop
    default: -display.nativeRight
    }
  }
}
