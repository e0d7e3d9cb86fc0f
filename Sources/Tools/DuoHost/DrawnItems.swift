import DuoFoundation
import Foundation

/// What is drawn on a display, piece by piece, from back to front, with everything that its pixels depend on.
///
/// A layer gives two pieces: what it shows below its sublayers, and the border above them. The pixels at a place follow from
/// the pieces that cover it, in their order. So where two pictures have the same pieces in the same order, they have the same
/// pixels.
struct DrawnItems {
  enum Part: Hashable { case body, border }

  struct Key: Hashable {
    var layer: ObjectIdentifier
    var part: Part
  }

  /// A mask that cuts the piece off.
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
    var layer: LayerSnapshot
    var place: Place
    var clips: [Clip]
    var groups: [Group]
    /// What the preview's place is filled with; nil for nothing.
    var video: AnyHashable?
    /// The pixels that it may change.
    var box: PixelRect
    /// Pixels that it fills whatever is below.
    var opaque: [PixelRect]
    /// Round its softened edges, and those of its masks, that come out differently in their last bits when they are drawn
    /// in part; nil where all edges are upright and straight.
    var whole: PixelRect?

    func looksLike(_ other: Item) -> Bool {
      place == other.place && video == other.video && clips == other.clips && groups == other.groups
        && (key.part == .body ? layer.hasBody(of: other.layer) : layer.hasBorder(of: other.layer))
    }
  }

  /// One for each visited layer, in the order of drawing: where its pieces are in `items`, and how many layers its tree has.
  struct Step {
    var body, border: Int?
    var layers: Int
    /// Round all pieces of the tree.
    var box: PixelRect
  }

  private(set) var items: [Item] = []
  private(set) var steps: [Step] = []
  /// Nothing is masked by a layer or throws a shadow: then the pieces say all of the picture.
  private(set) var areAll = true
  private let display: PixelRect
  private let scale: Double

  init(_ contents: DisplayContents, scale: Double, video: (ObjectIdentifier) -> AnyHashable?) {
    self.scale = scale
    display = PixelRect(
      0, 0, Int((contents.width * scale).rounded()), Int((contents.height * scale).rounded()))
    for window in contents.windows { _ = visit(window, .identity, [], [], display, video) }
  }

  /// - Parameter limit: round the masks on the way, in pixels.
  /// - Returns: round everything in the layer.
  private mutating func visit(
    _ layer: LayerSnapshot, _ toDisplay: CGAffineTransform, _ clips: [Clip], _ groups: [Group],
    _ limit: PixelRect,
    _ video: (ObjectIdentifier) -> AnyHashable?
  ) -> PixelRect {
    guard ViewTransform(layer.toParent).isInvertible else { return PixelRect(0, 0, 0, 0) }
    if layer.mask != nil || layer.shadow != nil { areAll = false }
    let number = steps.count
    steps.append(Step(layers: 1, box: PixelRect(0, 0, 0, 0)))
    let t = layer.toParent.concatenating(toDisplay)
    let place = Place(t)
    var groups = groups
    if layer.opacity < 1 { groups.append(Group(layer: layer.id, opacity: layer.opacity)) }
    let outer = (clips, limit)
    var (clips, limit) = outer
    if layer.masks {
      clips.append(Clip(rect: layer.bounds, radius: layer.cornerRadius, place: place))
      limit = limit.intersection(pixels(round: layer.bounds, t))
    }
    let filling = layer.source.flatMap { video($0.id) }
    var box = PixelRect(0, 0, 0, 0)
    func include(_ other: PixelRect) { if !other.isEmpty { box = box.isEmpty ? other : box.union(other) } }
    func append(_ item: Item) -> Int? {
      guard !item.box.isEmpty else { return nil }
      var item = item
      item.whole = whole(item)
      include(item.box)
      items.append(item)
      return items.count - 1
    }

    if let ink = layer.bodyBox(hasVideo: filling != nil) {
      var item = Item(
        key: Key(layer: layer.id, part: .body), layer: layer, place: place, clips: clips, groups: groups,
        video: filling, box: limit.intersection(pixels(round: ink, t)), opaque: [])
      item.layer.children = []
      if groups.isEmpty { item.opaque = opaque(layer, t, clips, hasVideo: filling != nil) }
      steps[number].body = append(item)
    }
    for child in layer.children { include(visit(child, t, clips, groups, limit, video)) }
    if layer.border != nil, layer.borderWidth > 0 {
      var item = Item(
        key: Key(layer: layer.id, part: .border), layer: layer, place: place, clips: outer.0, groups: groups,
        video: nil, box: outer.1.intersection(pixels(round: layer.bounds, t)), opaque: [])
      item.layer.children = []
      steps[number].border = append(item)
    }
    steps[number].layers = steps.count - number
    steps[number].box = box
    return box
  }

  private func whole(_ item: Item) -> PixelRect? {
    var whole: PixelRect? = item.key.part == .body && item.layer.contents != nil ? item.box : nil
    func include(_ rect: CGRect, _ radius: Double, _ place: Place) {
      guard radius > 0 || !place.isUpright else { return }
      let box = pixels(round: rect, place.transform)
      whole = whole.map { $0.union(box) } ?? box
    }
    include(item.layer.bounds, item.layer.cornerRadius, item.place)
    for clip in item.clips { include(clip.rect, clip.radius, clip.place) }
    return whole.map { $0.union(item.box) }
  }

  /// With a pixel around, for edges that are softened and video that is smoothed.
  private func pixels(round rect: CGRect, _ t: CGAffineTransform) -> PixelRect {
    let box = PixelRect(around: onDisplay(rect, t))
    return box.isEmpty ? box : box.grown(by: 1).intersection(display)
  }

  private func onDisplay(_ rect: CGRect, _ t: CGAffineTransform) -> CGRect {
    rect.applying(t).applying(CGAffineTransform(scaleX: scale, y: scale))
  }

  private func opaque(
    _ layer: LayerSnapshot, _ t: CGAffineTransform, _ clips: [Clip], hasVideo: Bool
  ) -> [PixelRect] {
    guard areAll, Place(t).isUpright, clips.allSatisfy(\.place.isUpright) else { return [] }
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
    guard old.areAll, new.areAll else { return PixelRegion(new.display) }
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
      var pieces = [box]
      for cover in covers where cover.meets(box) { pieces = pieces.flatMap { $0.subtracting(cover) } }
      for piece in pieces { dirty.add(piece) }
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
    let wholes = Set(items.compactMap(\.whole))
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

  /// For each piece, whether any of its pixels in `rect` can be seen.
  func seen(in rect: PixelRect) -> [Bool] {
    var open = PixelRegion(rect)
    var seen = [Bool](repeating: false, count: items.count)
    for index in items.indices.reversed() where open.meets(items[index].box) {
      seen[index] = true
      for cover in items[index].opaque { open.subtract(cover) }
      if open.isEmpty { break }
    }
    return seen
  }
}

extension LayerSnapshot {
  /// Round what the layer shows below its sublayers, in its own space; nil for nothing.
  fileprivate func bodyBox(hasVideo: Bool) -> CGRect? {
    switch contents {
    case nil: background == nil && !hasVideo ? nil : bounds
    case .image(_, let rect, _), .drawing(_, let rect): bounds.union(rect)
    // A shape may lie beside its layer; a mitre reaches farthest from the path.
    case .shape(let shape):
      bounds.union(
        (shape.path.controlBox ?? bounds).insetBy(
          dx: -shape.width * max(2, shape.miterLimit), dy: -shape.width * max(2, shape.miterLimit)))
    case .gradient: bounds
    }
  }

  /// Whether two layers at the same place show the same below their sublayers, video aside.
  fileprivate func hasBody(of other: LayerSnapshot) -> Bool {
    bounds == other.bounds && cornerRadius == other.cornerRadius && background == other.background
      && videoRect == other.videoRect && corners == other.corners && contents == other.contents
  }

  fileprivate func hasBorder(of other: LayerSnapshot) -> Bool {
    bounds == other.bounds && cornerRadius == other.cornerRadius && border == other.border
      && borderWidth == other.borderWidth && corners == other.corners
  }
}
