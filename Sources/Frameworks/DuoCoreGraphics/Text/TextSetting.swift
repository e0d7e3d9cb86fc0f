import CPango
import Foundation

/// The setting of one text: breaks it into lines, cuts it short, measures. Used inside `FontEngine.use`.
struct TextSetting {
  private(set) var lines: [TextLayout.Line] = []
  private(set) var isTruncated = false
  /// Shown or not: what the work is counted by.
  private(set) var linesSet = 0
  private(set) var missingGlyphs = 0
  let wholeText: OpaquePointer
  private(set) var lastLine: OpaquePointer?

  /// A run's place in the text's UTF-8 and how high its font stands.
  private struct Span {
    var bytes: Range<Int>
    var metrics: FontMetrics
  }

  init(
    _ context: OpaquePointer, _ runs: [TextRun], _ paragraph: TextParagraph, maxWidth: Double?, maxLines: Int,
    maxHeight: Double?
  ) {
    let runs = runs.map(Self.drawable)
    let most = Self.mostLines(runs, paragraph, maxLines: maxLines, maxHeight: maxHeight)
    wholeText = Self.wrapped(context, runs, paragraph, maxWidth, showing: most)
    guard runs.contains(where: { !$0.text.isEmpty }) else { return }
    missingGlyphs = Int(pango_layout_get_unknown_glyphs_count(wholeText))
    var spans: [Span] = []
    for run in runs {
      let start = spans.last?.bytes.upperBound ?? 0
      spans.append(Span(bytes: start..<start + run.text.utf8.count, metrics: run.font.metrics))
    }

    let count = Int(pango_layout_get_line_count(wholeText))
    linesSet = count
    var top = 0.0
    var first = 0
    // By the list, not by number: Pango walks its list from the start for each number.
    var rest = pango_layout_get_lines_readonly(wholeText)
    while let item = rest {
      if maxLines > 0 && lines.count == maxLines { break }
      let pangoLine = item.pointee.data.assumingMemoryBound(to: PangoLayoutLine.self)
      let start = Int(pangoLine.pointee.start_index)
      while first < spans.count - 1, spans[first].bytes.upperBound <= start { first += 1 }
      let line = Self.measure(pangoLine, spans[first...], paragraph, top: top)
      if let maxHeight, !lines.isEmpty, line.top + line.height > maxHeight + 0.01 { break }
      lines.append(line)
      top = line.top + line.height + paragraph.lineSpacing
      rest = item.pointee.next
    }
    isTruncated = lines.count < count
    guard isTruncated else { return }
    cutLastLine(context, runs, paragraph, maxWidth: maxWidth)
  }

  /// Gives the last line what is left of its paragraph, and shortens that to the width.
  private mutating func cutLastLine(
    _ context: OpaquePointer, _ runs: [TextRun], _ paragraph: TextParagraph, maxWidth: Double?
  ) {
    let mode: PangoEllipsizeMode
    switch paragraph.lineBreak {
    case .wordWrapping, .charWrapping: return
    case .clipping: mode = PANGO_ELLIPSIZE_NONE
    case .truncatingHead: mode = PANGO_ELLIPSIZE_START
    case .truncatingTail: mode = PANGO_ELLIPSIZE_END
    case .truncatingMiddle: mode = PANGO_ELLIPSIZE_MIDDLE
    }
    let start = Int(pango_layout_get_line_readonly(wholeText, Int32(lines.count - 1)).pointee.start_index)
    var rest = Self.runs(runs, from: start)
    if let feed = rest.firstIndex(where: { $0.text.contains(where: \.isNewline) }) {
      rest[feed].text = String(rest[feed].text.prefix { !$0.isNewline })
      rest.removeSubrange((feed + 1)...)
      if mode != PANGO_ELLIPSIZE_NONE { rest[feed].text += "…" }
    }
    let layout = Self.layout(context, rest, paragraph)
    pango_layout_set_single_paragraph_mode(layout, 1)
    if mode != PANGO_ELLIPSIZE_NONE, let maxWidth {
      pango_layout_set_width(layout, Self.units(maxWidth))
      pango_layout_set_ellipsize(layout, mode)
    }
    lastLine = layout
    var logical = PangoRectangle()
    let line = pango_layout_get_line_readonly(layout, 0)!
    pango_layout_line_get_extents(line, nil, &logical)
    lines[lines.count - 1].width = Double(logical.width) / FontEngine.unit
  }

  /// What of the runs comes after so many bytes of their common text.
  private static func runs(_ runs: [TextRun], from start: Int) -> [TextRun] {
    var skip = start
    return runs.compactMap { run in
      let length = run.text.utf8.count
      defer { skip = max(0, skip - length) }
      guard skip < length else { return nil }
      var rest = run
      rest.text = String(decoding: run.text.utf8.dropFirst(skip), as: UTF8.self)
      return rest
    }
  }

  /// Pango's text ends at a zero byte; a unit separator is as long and shows nothing either.
  private static func drawable(_ run: TextRun) -> TextRun {
    guard run.text.utf8.contains(0) else { return run }
    var run = run
    run.text = run.text.replacingOccurrences(of: "\0", with: "\u{1F}")
    return run
  }

  private static func measure(
    _ line: UnsafeMutablePointer<PangoLayoutLine>, _ spans: ArraySlice<Span>, _ paragraph: TextParagraph,
    top: Double
  ) -> TextLayout.Line {
    let start = Int(line.pointee.start_index), end = start + Int(line.pointee.length)
    var inLine = spans.prefix { $0.bytes.lowerBound < max(end, start + 1) }.filter {
      $0.bytes.upperBound > start
    }
    // An empty last line is as high as the font before it.
    if inLine.isEmpty { inLine = spans.suffix(1) }
    let ascender = inLine.map(\.metrics.ascender).max() ?? 0
    let natural = ascender + (inLine.map(\.metrics.descender).max() ?? 0)
    var height = natural
    if paragraph.lineHeightMultiple > 0 { height *= paragraph.lineHeightMultiple }
    height = max(height, paragraph.minimumLineHeight)
    if paragraph.maximumLineHeight > 0 { height = min(height, paragraph.maximumLineHeight) }
    var logical = PangoRectangle()
    pango_layout_line_get_extents(line, nil, &logical)
    return TextLayout.Line(
      // Height that is added or taken away is so above the glyphs. [docs]
      top: top, height: height, baseline: top + height - natural + ascender,
      width: Double(logical.width) / FontEngine.unit,
      isRightToLeft: pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL)
  }

  static func units(_ points: Double) -> Int32 {
    let most = Double(Int32.max / 2)
    return Int32(min(max((points * FontEngine.unit).rounded(.up), -most), most))
  }

  // MARK: Pango's layout

  static func layout(
    _ context: OpaquePointer, _ runs: [TextRun], _ paragraph: TextParagraph
  ) -> OpaquePointer {
    let layout = pango_layout_new(context)!
    pango_layout_set_wrap(
      layout, paragraph.lineBreak == .charWrapping ? PANGO_WRAP_CHAR : PANGO_WRAP_WORD_CHAR)
    pango_layout_set_justify(layout, paragraph.alignment == .justified ? 1 : 0)
    let text = runs.map(\.text).joined()
    pango_layout_set_text(layout, text, Int32(text.utf8.count))
    let attributes = pango_attr_list_new()!
    defer { pango_attr_list_unref(attributes) }
    var start = 0
    for run in runs {
      let end = start + run.text.utf8.count
      insert(run, start..<end, into: attributes)
      start = end
    }
    pango_layout_set_attributes(layout, attributes)
    return layout
  }

  private static func insert(_ run: TextRun, _ bytes: Range<Int>, into list: OpaquePointer) {
    func add(_ attribute: UnsafeMutablePointer<PangoAttribute>?) {
      attribute!.pointee.start_index = UInt32(bytes.lowerBound)
      attribute!.pointee.end_index = UInt32(bytes.upperBound)
      pango_attr_list_insert(list, attribute)
    }
    func level(_ value: Double) -> UInt16 {
      value.isNaN ? 0 : UInt16((min(max(value, 0), 1) * 65535).rounded())
    }
    let description = FontEngine.pangoDescription(run.font)
    add(pango_attr_font_desc_new(description))
    pango_font_description_free(description)
    if run.font.hasMonospacedDigits { add(pango_attr_font_features_new("tnum")) }
    let color = run.color.rgba
    add(pango_attr_foreground_new(level(color.red), level(color.green), level(color.blue)))
    // Pango takes 0 for "not stated".
    add(pango_attr_foreground_alpha_new(max(1, level(color.alpha))))
    if let back = run.background?.rgba {
      add(pango_attr_background_new(level(back.red), level(back.green), level(back.blue)))
      add(pango_attr_background_alpha_new(max(1, level(back.alpha))))
    }
    if run.kern != 0, run.kern.isFinite { add(pango_attr_letter_spacing_new(units(run.kern))) }
    if run.isUnderlined { add(pango_attr_underline_new(PANGO_UNDERLINE_SINGLE)) }
    if run.isStruckThrough { add(pango_attr_strikethrough_new(1)) }
    if run.baselineOffset != 0, run.baselineOffset.isFinite {
      add(pango_attr_rise_new(units(run.baselineOffset)))
    }
  }
}
