import DuoFoundation
import Foundation

/// What is drawn on a display, piece by piece, from back to front, with everything that its pixels depend on.
///
/// A layer gives three pieces: its shadow, what it shows below its sublayers, and the border above them. The pixels at a
/// place follow from the pieces that cover it, in their order. So where two pictures have the same pieces in the same order,
/// they have the same pixels.
struct DrawnItems {
  enum Part: Hashable { case shadow, body, border }

  struct Key: Hashable {
    var layer: ObjectIdentifier
    var part: Part
  }

  /// Bounds that cut the piece off.
  struct Clip: Hashable {
    var rect: CGRect
    var radius: Double
    var place: Place
  }

  /// A layer on the way to the piece that is composed as a whole before it is laid over the rest.
  struct Group: Hashable {
    var layer: ObjectIdentifier
    var opacity: Double
  }

  /// A layer on the way to the piece whose mask says how much of it is seen.
  struct Mask {
    var layer: ObjectIdentifier
    var mask: [LayerSnapshot]
    var place: Place
    /// For each preview in the mask, whether it has video.
    var filled: [Bool]

    func looksLike(_ other: Mask) -> Bool {
      layer == other.layer && place == other.place && filled == other.filled
        && LayerSnapshot.lookAlike(mask, other.mask)
    }
  }

  /// From a layer's own space to the display's points.
  struct Place: Hashable {
    var a, b, c, d, tx, ty: Double

    init(_ t: CGAffineTransform) { (a, b, c, d, tx, ty) = (t.a, t.b, t.c, t.d, t.tx, t.ty) }

    var transform: CGAffineTransform { CGAffineTransform(a: a, b: b, c: c, d: d, tx: tx, ty: ty) }
    /// Rectangles stay rectangles.
    var isUpright: Bool { b == 0 && c == 0 }
  }

  struct Item {
    var key: Key
    /// Without its sublayers, unless they throw its shadow.
    var layer: LayerSnapshot
    var place: Place
    var clips: [Clip]
    var groups: [Group]
    var masks: [Mask]
    /// What the preview's place is filled with; nil for nothing.
    var video: AnyHashable?
    /// The pixels that it may change.
    var box: PixelRect
    /// Pixels that it fills whatever is below.
    var opaque: [PixelRect] = []

    func looksLike(_ other: Item) -> Bool {
      guard
        place == other.place && video == other.video && clips == other.clips && groups == other.groups
          && masks.count == other.masks.count && zip(masks, other.masks).allSatisfy({ $0.looksLike($1) })
      else { return false }
      switch key.part {
      case .shadow: return layer.hasShadow(of: other.layer)
      case .body: return layer.hasBody(of: other.layer)
      case .border: return layer.hasBorder(of: other.layer)
      }
    }
  }

  /// One for each visited layer, in the order of drawing: where its pieces are in `items`, and how many layers its tree has.
  struct Step {
    var shadow, body, border: Int?
    var layers: Int
    /// Round all pieces of the tree.
    var box: PixelRect
  }

  private(set) var items: [Item] = []
  private(set) var steps: [Step] = []
  /// Softened edges that come out differently in their last bits when they are drawn in part, each with a pixel around.
  private(set) var wholes = Set<PixelRect>()
  private let display: PixelRect
  private let scale: Double

  init(_ contents: DisplayContents, scale: Double, video: (ObjectIdentifier) -> AnyHashable?) {
    self.scale = scale
    display = PixelRect(
      0, 0, Int((contents.width * scale).rounded()), Int((contents.height * scale).rounded()))
    let above = Above(limit: display)
    for window in contents.windows { _ = visit(window, .identity, above, video) }
  }

  /// What holds for everything in a layer.
  private struct Above {
    var clips: [Clip] = []
    var groups: [Group] = []
    var masks: [Mask] = []
    /// Round what clips and masks leave, in pixels.
    var limit: PixelRect
  }

  /// - Returns: round everything in the layer.
  private mutating func visit(
    _ layer: LayerSnapshot, _ toDisplay: CGAffineTransform, _ above: Above,
    _ video: (ObjectIdentifier) -> AnyHashable?
  ) -> PixelRect {
    guard ViewTransform(layer.toParent).isInvertible else { return .nothing }
    let number = steps.count
    steps.append(Step(layers: 1, box: .nothing))
    let t = layer.toParent.concatenating(toDisplay)
    let place = Place(t)
    var outer = above
    if layer.opacity < 1 { outer.groups.append(Group(layer: layer.id, opacity: layer.opacity)) }
    if let mask = layer.mask { cover(&outer, layer.id, mask, t, video) }
    var inner = outer
    if layer.masks {
      inner.clips.append(Clip(rect: layer.bounds, radius: layer.cornerRadius, place: place))
      inner.limit = inner.limit.intersection(pixels(round: layer.bounds, t))
      soften(layer.bounds, layer.cornerRadius, place, clips: true)
    }
    var box = PixelRect.nothing
    func append(_ part: Part, _ ink: PixelRect, _ above: Above, _ video: AnyHashable?) -> Int? {
      let pixels = above.limit.intersection(ink)
      guard !pixels.isEmpty else { return nil }
      var item = Item(
        key: Key(layer: layer.id, part: part), layer: layer, place: place, clips: above.clips,
        groups: above.groups, masks: above.masks, video: video, box: pixels)
      if part != .shadow {
        item.layer.children = []
        soften(layer.bounds, layer.cornerRadius, place)
      }
      if part == .body, above.groups.isEmpty, above.masks.isEmpty {
        item.opaque = opaque(layer, t, above.clips, hasVideo: video != nil)
      }
      box = box.union(pixels)
      items.append(item)
      return items.count - 1
    }

    if let shadow = layer.shadow,
      let (rect, _) = shadow.place(under: layer, t.concatenating(CGAffineTransform(scaleX: scale, y: scale)))
    {
      steps[number].shadow = append(.shadow, PixelRect(around: rect).grown(by: 1), outer, nil)
    }
    let filling = layer.source.flatMap { video($0.id) }
    if let ink = layer.bodyBox(hasVideo: filling != nil) {
      steps[number].body = append(.body, pixels(round: ink, t), inner, filling)
    }
    for child in layer.children { box = box.union(visit(child, t, inner, video)) }
    if layer.border != nil, layer.borderWidth > 0 {
      steps[number].border = append(.border, pixels(round: layer.bounds, t), outer, nil)
    }
    steps[number].layers = steps.count - number
    steps[number].box = box
    return box
  }

  /// Everything in the layer is seen through its mask.
  private mutating func cover(
    _ above: inout Above, _ id: ObjectIdentifier, _ mask: [LayerSnapshot], _ t: CGAffineTransform,
    _ video: (ObjectIdentifier) -> AnyHashable?
  ) {
    let filled = mask.flatMap(\.sources).map { video($0) != nil }
    above.masks.append(Mask(layer: id, mask: mask, place: Place(t), filled: filled))
    var box = PixelRect.nothing
    for part in mask {
      // A shadow masks, too.
      let reach = part.shadow == nil ? part.treeBox.map { $0.applying(part.toParent) } : nil
      if part.shadow != nil || part.children.contains(where: \.hasShadows) {
        box = display
      } else if let reach {
        box = box.union(pixels(round: reach, t))
      }
    }
    above.limit = above.limit.intersection(box)
    if !above.limit.isEmpty { wholes.insert(above.limit) }
  }

  /// Notes where the edges of a rectangle are softened: also where a clip takes them away, since one that is cut short
  /// differs elsewhere, too.
  /// - Parameter clips: it cuts others off. One between pixels makes their edges, where both meet, differ.
  private mutating func soften(_ rect: CGRect, _ radius: Double, _ place: Place, clips: Bool = false) {
    let isAligned = place.isUpright && (!clips || isOnPixels(rect, place.transform))
    guard radius > 0 || !isAligned else { return }
    let box = pixels(round: rect, place.transform)
    if !box.isEmpty { wholes.insert(box) }
  }

  /// With a pixel around, for edges that are softened and video that is smoothed.
  private func pixels(round rect: CGRect, _ t: CGAffineTransform) -> PixelRect {
    let box = PixelRect(around: onDisplay(rect, t))
    return box.isEmpty ? box : box.grown(by: 1).intersection(display)
  }

  private func isOnPixels(_ rect: CGRect, _ t: CGAffineTransform) -> Bool {
    let rect = onDisplay(rect, t)
    return [rect.minX, rect.minY, rect.maxX, rect.maxY].allSatisfy { abs($0 - $0.rounded()) < 1e-7 }
  }

  private func onDisplay(_ rect: CGRect, _ t: CGAffineTransform) -> CGRect {
    rect.applying(t).applying(CGAffineTransform(scaleX: scale, y: scale))
  }

  private func opaque(
    _ layer: LayerSnapshot, _ t: CGAffineTransform, _ clips: [Clip], hasVideo: Bool
  ) -> [PixelRect] {
    guard Place(t).isUpright, clips.allSatisfy(\.place.isUpright) else { return [] }
    var rects: [PixelRect] = []
    if layer.background.map({ $0.alpha >= 1 }) ?? false {
      rects += inside(layer.bounds, layer.cornerRadius, t)
    }
    if hasVideo {
      let rect = layer.videoRect.intersection(layer.bounds)
      // Only where the corners are not near the video's edges does it fill them.
      rects += inside(rect, layer.cornerRadius, t)
    }
    for clip in clips {
      let kept = inside(clip.rect, clip.radius, clip.place.transform)
      rects = rects.flatMap { rect in kept.map { rect.intersection($0) } }.filter { !$0.isEmpty }
    }
    return rects
  }

  /// The largest rectangles of whole pixels in a rounded one: a wide and a high one.
  private func inside(_ rect: CGRect, _ radius: Double, _ t: CGAffineTransform) -> [PixelRect] {
    let r = min(radius, rect.width / 2, rect.height / 2)
    let rects = r > 0 ? [rect.insetBy(dx: r, dy: 0), rect.insetBy(dx: 0, dy: r)] : [rect]
    return rects.map { PixelRect(inside: onDisplay($0, t)).intersection(display) }.filter { !$0.isEmpty }
  }

  // MARK: Differences

  /// The pixels that may differ between two pictures of one display.
  ///
  /// Pieces that look alike and come in the same order change nothing; the others change what they cover now and what they
  /// covered before, except under a piece that fills its place in both.
  static func difference(from old: DrawnItems, to new: DrawnItems) -> PixelRegion {
    let places = Dictionary(old.items.enumerated().map { ($0.element.key, $0.offset) }) { first, _ in first }
    var kept = Set<Int>()
    var isKept = [Bool](repeating: false, count: new.items.count)
    var last = -1
    for (index, item) in new.items.enumerated() {
      guard let place = places[item.key], place > last, item.looksLike(old.items[place]) else { continue }
      (last, isKept[index]) = (place, true)
      kept.insert(place)
    }
    var dirty = PixelRegion()
    func add(_ box: PixelRect, below covers: [PixelRect]) {
      var pieces = PixelRegion(box)
      for cover in covers where cover.meets(box) { pieces.subtract(cover, atMost: Self.pieces) }
      dirty.add(pieces)
      // More than are drawn one by one (`joined`).
      if dirty.rects.count > 2 * Self.pieces { dirty = PixelRegion(dirty.box) }
    }
    // From front to back, so that covers are known. A kept piece covers in both pictures.
    var covers: [PixelRect] = []
    var (a, b) = (old.items.count - 1, new.items.count - 1)
    while a >= 0 || b >= 0 {
      if a >= 0, !kept.contains(a) {
        add(old.items[a].box, below: covers)
        a -= 1
      } else if b >= 0, !isKept[b] {
        add(new.items[b].box, below: covers)
        b -= 1
      } else {
        // The same piece in both.
        if b >= 0 { covers += new.items[b].opaque }
        a -= 1
        b -= 1
      }
    }
    return dirty
  }

  /// Rectangles that cover the region and cut no softened edge.
  func rects(covering region: PixelRegion, atMost count: Int) -> [PixelRect] {
    var rects = region.joined(atMost: count)
    for index in rects.indices {
      var grows = true
      while grows {
        grows = false
        for whole in wholes where rects[index].meets(whole) && !rects[index].contains(whole) {
          rects[index] = rects[index].union(whole)
          grows = true
        }
      }
    }
    return rects.enumerated().filter { one in
      !rects.enumerated().contains { other in
        other.offset != one.offset && other.element.contains(one.element)
          && (other.element != one.element || other.offset < one.offset)
      }
    }.map(\.element)
  }

  /// What is covered is cut out until there are so many pieces; what is covered beyond that is drawn too.
  private static let pieces = 64

  /// For each piece, whether any of its pixels in `rect` can be seen, as far as a limited number of pieces can tell.
  func seen(in rect: PixelRect) -> [Bool] {
    var open = PixelRegion(rect)
    var seen = [Bool](repeating: false, count: items.count)
    for index in items.indices.reversed() where open.meets(items[index].box) {
      seen[index] = true
      for cover in items[index].opaque { open.subtract(cover, atMost: Self.pieces) }
      if open.isEmpty { break }
    }
    return seen
  }
}

extension LayerSnapshot {
  /// Round what the layer shows below its sublayers, in its own space; nil for nothing.
  fileprivate func bodyBox(hasVideo: Bool) -> CGRect? {
    guard let contents else { return background == nil && !hasVideo ? nil : bounds }
    return bounds.union(contents.inkBox)
  }
}
