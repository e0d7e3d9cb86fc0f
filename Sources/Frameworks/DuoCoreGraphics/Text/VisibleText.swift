import CPango
import Foundation

extension TextSetting {
  /// Texts of fewer characters are set as they are.
  private static let usualLength = 2000

  /// No more lines than these are shown, as far as numbers say; nil for any number.
  static func mostLines(
    _ runs: [TextRun], _ paragraph: TextParagraph, maxLines: Int, maxHeight: Double?
  ) -> Int? {
    var most = maxLines > 0 ? maxLines : nil
    if let maxHeight, maxHeight.isFinite {
      var least = runs.map(\.font.metrics.lineHeight).min() ?? 0
      if paragraph.lineHeightMultiple > 0 { least *= paragraph.lineHeightMultiple }
      least = max(least, paragraph.minimumLineHeight)
      if paragraph.maximumLineHeight > 0 { least = min(least, paragraph.maximumLineHeight) }
      least += paragraph.lineSpacing
      let lines = max(maxHeight, 0) / least
      if least > 0, lines < 1e6 { most = min(most ?? .max, Int(lines) + 2) }
    }
    return most
  }

  /// The text in lines of this width. Of a long text with few lines to show, no more is set than fills them: Pango shapes
  /// what is left of a word again for each line that it breaks the word into.
  static func wrapped(
    _ context: OpaquePointer, _ runs: [TextRun], _ paragraph: TextParagraph, _ maxWidth: Double?,
    showing most: Int?
  ) -> OpaquePointer {
    if let maxWidth, let most {
      var length = max(usualLength, most * 200)
      // Characters may have no width: whether there was enough, the lines say. The last two may look different in the
      // whole text, where the word that was cut goes on.
      while let start = beginning(runs, length) {
        let layout = layout(context, start, paragraph)
        pango_layout_set_width(layout, units(maxWidth))
        if Int(pango_layout_get_line_count(layout)) >= most + 3 { return layout }
        g_object_unref(UnsafeMutableRawPointer(layout))
        length *= 4
      }
    }
    let layout = layout(context, runs, paragraph)
    if let maxWidth { pango_layout_set_width(layout, units(maxWidth)) }
    return layout
  }

  /// The first characters of the runs' common text; nil if that is nearly all of it.
  private static func beginning(_ runs: [TextRun], _ length: Int) -> [TextRun]? {
    var left = length
    var start: [TextRun] = []
    for run in runs {
      var part = run
      let text = run.text
      guard let end = text.index(text.startIndex, offsetBy: left, limitedBy: text.endIndex),
        end < text.endIndex
      else {
        left -= text.count
        start.append(part)
        continue
      }
      part.text = String(text[..<end])
      return start + [part]
    }
    return nil
  }
}
