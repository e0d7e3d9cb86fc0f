import Scenarios

/// A preview that is stretched, or covered.
enum PreviewShape {
  /// More than this fraction is visible to the eye.
  static let tolerance = 0.01
  static let leastVisible = 0.5

  static func stretched(_ preview: PreviewObservation) -> Finding? {
    guard preview.visibleFraction >= 0.01, let layout = preview.layout, let stretch = layout.stretch,
      stretch > 1 + tolerance
    else { return nil }
    let percent = Int(((stretch - 1) * 100).rounded())
    let why = layout.gravity == "AVLayerVideoGravityResize" ? " Its gravity is resize." : ""
    return Finding(
      .previewStretched, .fail,
      "The picture is stretched: \(percent) % more in one direction than in the other.\(why)",
      expected: "the same scale in both directions")
  }

  /// A preview that works, and that something else than another preview lies over.
  static func covered(_ preview: PreviewObservation, among others: [PreviewObservation]) -> Finding? {
    let trace = preview.trace
    let works =
      trace.connectedCamera != nil && trace.frameTime != nil && !trace.isInterrupted
      && (trace.blackReason == nil || trace.blackReason == .covered)
    guard works, preview.visibleFraction < leastVisible,
      !others.contains(where: { $0.id != preview.id && covers($0, preview) })
    else { return nil }
    let names = (preview.layout?.coveredBy ?? []).map { "\"\($0)\"" }.joined(separator: ", ")
    let percent = Int((preview.visibleFraction * 100).rounded())
    let what = names.isEmpty ? "" : " Over it: \(names)."
    // A sheet of settings over a running camera is what apps do; somebody has asked for it.
    return Finding(
      .previewCovered, preview.layout?.isBehindPresented == true ? .note : .fail,
      "The camera runs, and of its preview \(percent == 0 ? "nothing" : "\(percent) %") can be seen.\(what)",
      expected: "at least half of the preview visible")
  }

  /// Another preview that can be seen where this one is not.
  private static func covers(_ other: PreviewObservation, _ preview: PreviewObservation) -> Bool {
    let rect = preview.rect
    let width = min(rect.x + rect.width, other.rect.x + other.rect.width) - max(rect.x, other.rect.x)
    let height = min(rect.y + rect.height, other.rect.y + other.rect.height) - max(rect.y, other.rect.y)
    guard width > 0, height > 0 else { return false }
    return other.visibleFraction >= leastVisible
      && width * height >= leastVisible * rect.width * rect.height
  }
}
