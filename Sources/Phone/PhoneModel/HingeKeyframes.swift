/// A moment of a hinge movement at which something other than the angle changes.
public struct HingeKeyframe: Hashable, Comparable, Sendable {
  /// In the order in which they happen at one angle.
  public enum Kind: Int, Hashable, Sendable, Comparable, CaseIterable {
    case displays, direction, status, end
    public static func < (a: Kind, b: Kind) -> Bool { a.rawValue < b.rawValue }
  }

  public var time: PhoneTime
  /// The threshold, degrees.
  public var angle: Double
  public var kind: Kind
  public var travel: HingeMotion.Travel

  /// By time. What falls due at one instant happens in the order of the angles, but for the displays: they come
  /// first, so that no direction is told for a display that the app leaves in that instant. A movement of no
  /// duration is one instant.
  public static func < (a: HingeKeyframe, b: HingeKeyframe) -> Bool {
    if a.time != b.time { return a.time < b.time }
    if (a.kind == .displays) != (b.kind == .displays) { return a.kind == .displays }
    if a.angle != b.angle { return a.travel == .closing ? a.angle > b.angle : a.angle < b.angle }
    return a.kind < b.kind
  }
}

extension HingeMotion {
  public var travel: Travel {
    if from < to { return .opening }
    return from > to ? .closing : .resting
  }
}

extension PhoneState {
  /// The keyframes of the present hinge movement, in order. Times are the first whole nanoseconds at which the
  /// angle has passed the threshold.
  public func keyframes(in description: PhoneDescription) -> [HingeKeyframe] {
    guard let described = description.hinge, hinge.travel != .resting else { return [] }
    let opening = hinge.travel == .opening
    let step = described.directionHysteresis.value
    var found = [keyframe(at: hinge.to, .end)]
    let displays =
      opening
      ? [described.openingLightsInner.value, described.openingMovesApp.value]
      : [described.closingMovesApp.value, described.openingLightsInner.value]
    let tips = Facing.tippingAngles(in: description).map { opening ? $0 + step : $0 - step }
    // Opening leaves "closed" only beyond its limit, closing leaves "fully open" only below its limit.
    let leaving = opening ? described.closedUpTo.value : described.fullyOpenFrom.value
    let reaching = opening ? described.fullyOpenFrom.value : described.closedUpTo.value
    found += displays.filter { isCrossed($0) }.map { keyframe(at: $0, .displays) }
    found += tips.filter { isCrossed($0) }.map { keyframe(at: $0, .direction) }
    if isCrossed(reaching) { found.append(keyframe(at: reaching, .status)) }
    if isLeft(leaving) { found.append(keyframe(at: leaving, .status, beyond: true)) }
    return found.sorted()
  }

  /// The first keyframe after another, or the first of all.
  public func nextKeyframe(
    after last: HingeKeyframe?, in description: PhoneDescription
  ) -> HingeKeyframe? {
    keyframes(in: description).first { keyframe in last.map { $0 < keyframe } ?? true }
  }

  private func isCrossed(_ angle: Double) -> Bool {
    hinge.from < angle && angle <= hinge.to || hinge.from > angle && angle >= hinge.to
  }

  private func isLeft(_ angle: Double) -> Bool {
    hinge.from <= angle && angle < hinge.to || hinge.from >= angle && angle > hinge.to
  }

  private func keyframe(
    at angle: Double, _ kind: HingeKeyframe.Kind, beyond: Bool = false
  ) -> HingeKeyframe {
    let part = (angle - hinge.from) / (hinge.to - hinge.from)
    let duration = hinge.end - hinge.start
    let offset = Int64((part * Double(duration.nanoseconds)).rounded(.up))
    var time = min(hinge.start + PhoneDuration(nanoseconds: offset), hinge.end)
    func hasPassed(_ now: Double) -> Bool {
      if beyond { return hinge.travel == .opening ? now > angle : now < angle }
      return hinge.travel == .opening ? now >= angle : now <= angle
    }
    while time < hinge.end && !hasPassed(hinge.angle(at: time)) {
      time = time + PhoneDuration(nanoseconds: 1)
    }
    return HingeKeyframe(time: time, angle: angle, kind: kind, travel: hinge.travel)
  }
}
