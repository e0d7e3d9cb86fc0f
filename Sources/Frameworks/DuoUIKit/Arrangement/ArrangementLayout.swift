import Foundation

/// Where the two views of an arrangement lie. Pure functions of the room and its fold.
struct ArrangementLayout: Equatable {
  /// What there is to lay out in.
  struct Room: Equatable {
    var size: CGSize
    /// The region of an active fold, in the arrangement's points; nil on a flat display.
    var fold: CGRect?
    /// The room is wide and too low for two views side by side.
    var isLow: Bool

    var bounds: CGRect { CGRect(origin: .zero, size: size) }

    /// Two views go along this axis: across the fold, else along the longer side.
    var axis: UIAxis {
      if let fold { return fold.width < fold.height ? .horizontal : .vertical }
      return size.width > size.height ? .horizontal : .vertical
    }
  }

  /// What a view asks for along the axis of a split; nil for nothing.
  struct Wish: Equatable {
    var minimum, preferred, maximum: CGFloat?
    var priority: CGFloat = 0
  }

  typealias State = UIArrangementViewController.ViewState
  var primary, secondary: CGRect
  var primaryState, secondaryState: State

  private init(_ primary: CGRect, _ secondary: CGRect, _ primaryState: State, _ secondaryState: State) {
    self.primary = primary
    self.secondary = secondary
    self.primaryState = primaryState
    self.secondaryState = secondaryState
  }

  private static func alone(_ room: Room) -> Self {
    Self(
      room.bounds, room.bounds, State(isHidden: false, splitAxis: [], zIndex: 0),
      State(isHidden: true, splitAxis: [], zIndex: 0))
  }

  private static func beside(_ primary: CGRect, _ secondary: CGRect, _ axis: UIAxis) -> Self {
    let state = State(isHidden: false, splitAxis: axis, zIndex: 0)
    return Self(primary, secondary, state, state)
  }

  /// Beside each other, the primary view leading or on top. Only the primary one where the axis is not allowed, or the room
  /// is low. [docs]
  static func split(_ room: Room, axes: UIAxis, primary: Wish = Wish(), secondary: Wish = Wish()) -> Self {
    let axis = room.axis
    guard axes.contains(axis), room.fold != nil || !room.isLow else { return alone(room) }
    let parts = parts(room) ?? parts(room, at: length(room, axis, primary, secondary))
    return beside(parts.first, parts.second, axis)
  }

  /// The primary view over the secondary one; with a fold beside it, by its edge or trailing or at the bottom. [docs] Only
  /// the primary one where the axis is not allowed.
  static func overlay(
    _ room: Room, axes: UIAxis, primary: NSDirectionalRectEdge = [],
    secondary: NSDirectionalRectEdge = []
  ) -> Self {
    guard let parts = parts(room) else {
      return Self(
        room.bounds, room.bounds, State(isHidden: false, splitAxis: [], zIndex: 1),
        State(isHidden: false, splitAxis: [], zIndex: 0))
    }
    let axis = room.axis
    guard axes.contains(axis) else { return alone(room) }
    let (near, far): (NSDirectionalRectEdge, NSDirectionalRectEdge) =
      axis == .horizontal ? (.leading, .trailing) : (.top, .bottom)
    // The primary view's word counts before the secondary one's (assumed).
    let isFirst =
      primary.contains(near)
      || (!primary.contains(far) && secondary.contains(far) && !secondary.contains(near))
    return isFirst ? beside(parts.first, parts.second, axis) : beside(parts.second, parts.first, axis)
  }

  /// What the fold leaves on its two sides.
  private static func parts(_ room: Room) -> (first: CGRect, second: CGRect)? {
    guard let fold = room.fold else { return nil }
    let (width, height) = (room.size.width, room.size.height)
    if room.axis == .horizontal {
      let (left, right) = (min(max(fold.minX, 0), width), min(max(fold.maxX, 0), width))
      return (
        CGRect(x: 0, y: 0, width: left, height: height),
        CGRect(x: right, y: 0, width: width - right, height: height)
      )
    }
    let (top, bottom) = (min(max(fold.minY, 0), height), min(max(fold.maxY, 0), height))
    return (
      CGRect(x: 0, y: 0, width: width, height: top),
      CGRect(x: 0, y: bottom, width: width, height: height - bottom)
    )
  }

  private static func parts(_ room: Room, at length: CGFloat) -> (first: CGRect, second: CGRect) {
    let (width, height) = (room.size.width, room.size.height)
    if room.axis == .horizontal {
      return (
        CGRect(x: 0, y: 0, width: length, height: height),
        CGRect(x: length, y: 0, width: width - length, height: height)
      )
    }
    return (
      CGRect(x: 0, y: 0, width: width, height: length),
      CGRect(x: 0, y: length, width: width, height: height - length)
    )
  }

  /// Of the primary view: half, unless one of them asks for something. [docs] for the half, the rest [assumed]
  private static func length(_ room: Room, _ axis: UIAxis, _ primary: Wish, _ secondary: Wish) -> CGFloat {
    let whole = axis == .horizontal ? room.size.width : room.size.height
    func clamped(_ length: CGFloat, _ wish: Wish) -> CGFloat {
      max(min(length, wish.maximum ?? whole), wish.minimum ?? 0)
    }
    let other = secondary.preferred.map { whole - $0 }
    let wanted =
      secondary.priority > primary.priority ? other ?? primary.preferred : primary.preferred ?? other
    let length = whole - clamped(whole - clamped(wanted ?? whole / 2, primary), secondary)
    return min(max(length, 0), whole)
  }
}
