import CPango
import Foundation

/// Text set in lines: measured, and drawn at any scale. Units are points, y down.
///
/// A line is as high as the tallest of its runs' stated fonts, whatever fonts its glyphs come from. [assumed]
package final class TextLayout: @unchecked Sendable {
  // Unchecked because of Pango's objects, which are used inside `FontEngine.use` only; the rest never changes.

  package struct Line: Hashable, Sendable {
    /// From the text's top.
    package var top, height, baseline: Double
    package var width: Double
    package var isRightToLeft: Bool
  }

  package let text: String
  package let paragraph: TextParagraph
  package let lines: [Line]
  /// Not all of the text is set: an ellipsis stands for the rest, or it is cut off.
  package let isTruncated: Bool
  /// Lines that were made, shown or not: what the work is counted by.
  let linesSet: Int
  /// Glyphs that no font on this machine has. Boxes with their codes are drawn for them.
  package let missingGlyphs: Int
  private let wholeText: OpaquePointer
  /// The last line, when it is another than `wholeText` has: cut short.
  private let lastLine: OpaquePointer?

  /// The widest line, and the height of all lines. Nothing for an empty text.
  package var size: CGSize {
    CGSize(
      width: lines.map(\.width).max() ?? 0, height: lines.last.map { $0.top + $0.height } ?? 0)
  }
  package var firstBaseline: Double { lines.first?.baseline ?? 0 }
  package var lastBaseline: Double { lines.last?.baseline ?? 0 }

  /// - Parameters:
  ///   - maxWidth: where lines are broken; nil breaks at line feeds only.
  ///   - maxLines: 0 allows any number.
  ///   - maxHeight: lines that do not wholly fit are left out, except the first.
  package init(
    _ runs: [TextRun], paragraph: TextParagraph = TextParagraph(), maxWidth: Double? = nil,
    maxLines: Int = 0, maxHeight: Double? = nil
  ) {
    text = runs.map(\.text).joined()
    self.paragraph = paragraph
    let setting = FontEngine.use { context in
      TextSetting(
        context, runs, paragraph, maxWidth: maxWidth.flatMap { $0.isFinite ? max($0, 0) : nil },
        maxLines: maxLines, maxHeight: maxHeight)
    }
    lines = setting.lines
    isTruncated = setting.isTruncated
    linesSet = setting.linesSet
    missingGlyphs = setting.missingGlyphs
    wholeText = setting.wholeText
    lastLine = setting.lastLine
  }

  deinit {
    FontEngine.use { _ in
      g_object_unref(UnsafeMutableRawPointer(wholeText))
      if let lastLine { g_object_unref(UnsafeMutableRawPointer(lastLine)) }
    }
  }

  /// Left edge of a line in a box of this width.
  package func offset(of line: Line, in width: Double) -> Double {
    switch paragraph.alignment {
    case .left: 0
    case .justified, .natural: line.isRightToLeft ? width - line.width : 0
    case .center: (width - line.width) / 2
    case .right: width - line.width
    }
  }

  /// Draws with the text's top left corner at the box's, on a Cairo context.
  package func draw(on cairo: OpaquePointer, in box: CGRect) {
    FontEngine.use { _ in
      var rest = pango_layout_get_lines_readonly(wholeText)
      for (index, line) in lines.enumerated() {
        var source = rest?.pointee.data.assumingMemoryBound(to: PangoLayoutLine.self)
        if index == lines.count - 1, let lastLine { source = pango_layout_get_line_readonly(lastLine, 0) }
        cairo_move_to(
          cairo, box.minX + offset(of: line, in: box.width), box.minY + line.baseline)
        pango_cairo_show_layout_line(cairo, source)
        rest = rest?.pointee.next
      }
      cairo_new_path(cairo)
    }
  }
}
