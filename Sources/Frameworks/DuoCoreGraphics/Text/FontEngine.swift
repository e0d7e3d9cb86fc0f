import CCairo
import CPango
import Foundation

/// Pango and the fonts of this machine. Pango's objects may not be used by two threads at once, so everything
/// that touches them runs inside `use`.
enum FontEngine {
  /// Pango counts in 1/1024 of a point.
  static let unit = 1024.0

  private static let lock = NSRecursiveLock()
  // Guarded by `lock`: made on first use, used in `use` only.
  nonisolated(unsafe) private static let context: OpaquePointer = makeContext()

  static func use<Result>(_ body: (OpaquePointer) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(context)
  }

  private static func makeContext() -> OpaquePointer {
    let context = pango_font_map_create_context(pango_cairo_font_map_new())!
    // Unhinted glyphs at exact places: sizes grow in proportion, and any scale of the display is crisp.
    let options = cairo_font_options_create()
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    pango_context_set_round_glyph_positions(context, 0)
    // Pango takes the process's locale, and takes one that it does not know, such as C, for the language of every script:
    // then letters and their signs may come from two fonts. With a known one each script has a font for its own language.
    pango_context_set_language(context, pango_language_from_string("en"))
    if let line = complaint(about: families(context)) {
      FileHandle.standardError.write(Data((line + "\n").utf8))
    }
    return context
  }

  /// What is said of a machine with these families, by lower-case name; nil when nothing is missing.
  static func complaint(about families: Set<String>) -> String? {
    if families.contains("inter") { return nil }
    return "Diptych: the font Inter is not installed, so text has another font's widths "
      + "(install the package fonts-inter)."
  }

  private static func families(_ context: OpaquePointer) -> Set<String> {
    Set(faces(context).keys)
  }

  /// Families by lower-case name, each with its own spelling and its faces' names.
  static func faces(_ context: OpaquePointer) -> [String: (family: String, faces: [String])] {
    var list: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFamily>?>?
    var count: Int32 = 0
    pango_context_list_families(context, &list, &count)
    defer { g_free(list) }
    var found: [String: (family: String, faces: [String])] = [:]
    for index in 0..<Int(count) {
      guard let family = list?[index] else { continue }
      let name = String(cString: pango_font_family_get_name(family))
      var faces: UnsafeMutablePointer<UnsafeMutablePointer<PangoFontFace>?>?
      var faceCount: Int32 = 0
      pango_font_family_list_faces(family, &faces, &faceCount)
      defer { g_free(faces) }
      let names = (0..<Int(faceCount)).compactMap { faces?[$0].map { pango_font_face_get_face_name($0) } }
      found[name.lowercased()] = (name, names.map { String(cString: $0!) })
    }
    return found
  }

  /// Inter's capitals are 1490 of 2048 units high, San Francisco's 1443.
  static let interToSanFrancisco = 1443.0 / 1490.0

  /// To be freed by the caller.
  static func pangoDescription(_ font: FontDescription) -> OpaquePointer {
    let description = pango_font_description_new()!
    var size = font.size
    switch font.family {
    case .system:
      pango_font_description_set_family(description, "Inter,Noto Sans,sans-serif")
      size *= interToSanFrancisco
    case .monospaced:
      pango_font_description_set_family(description, "Noto Sans Mono,DejaVu Sans Mono,monospace")
    case .named(let name):
      pango_font_description_set_family(description, name)
    }
    // After a glyph of more than 65535 pixels FreeType fails for every later one, of any size.
    size = size.isNaN ? 0 : min(max(0, size), 10_000)
    pango_font_description_set_absolute_size(description, size * unit)
    pango_font_description_set_weight(description, PangoWeight(UInt32(font.openTypeWeight)))
    pango_font_description_set_style(description, font.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    return description
  }
}

extension FontDescription {
  /// A font by its family's or its PostScript name ("Inter", "Inter-Bold"); nil if this machine has none.
  package init?(name: String, size: Double) {
    let wanted = name.lowercased()
    let known = FontEngine.use { FontEngine.faces($0) }
    let spaceless = known.first { $0.key.replacingOccurrences(of: " ", with: "") == wanted }
    if let family = known[wanted] ?? spaceless?.value {
      self.init(family: .named(family.family), size: size)
      return
    }
    let parts = wanted.split(separator: "-", maxSplits: 1).map(String.init)
    guard parts.count == 2,
      let family = known.first(where: { $0.key.replacingOccurrences(of: " ", with: "") == parts[0] })?.value,
      let face = family.faces.first(where: {
        $0.replacingOccurrences(of: " ", with: "").lowercased() == parts[1]
      })
    else { return nil }
    self.init(family: .named(family.family), size: size)
    let words = face.lowercased()
    isItalic = words.contains("italic") || words.contains("oblique")
    let weights: [(String, Double)] = [
      ("extra light", -0.6), ("extralight", -0.6), ("ultra light", -0.8), ("semi bold", 0.3),
      ("semibold", 0.3), ("extra bold", 0.56), ("extrabold", 0.56), ("thin", -0.8), ("light", -0.4),
      ("medium", 0.23), ("bold", 0.4), ("black", 0.62), ("heavy", 0.56),
    ]
    weight = weights.first { words.contains($0.0) }?.1 ?? 0
  }

  /// Family names that `init(name:size:)` takes.
  package static var familyNames: [String] {
    FontEngine.use { FontEngine.faces($0).values.map(\.family) }.sorted()
  }

  package var metrics: FontMetrics {
    if family == .system { return .sanFrancisco(size: size) }
    // The font's own, read at a size at which Pango's units do not matter.
    let metrics = OwnMetrics.of(self)
    let scale = size / 100
    return FontMetrics(
      ascender: metrics.ascender * scale, descender: metrics.descender * scale,
      capHeight: metrics.capHeight * scale, xHeight: metrics.xHeight * scale)
  }
}

/// What fonts other than the system's say about themselves, at 100 points.
private enum OwnMetrics {
  static func of(_ font: FontDescription) -> FontMetrics {
    FontEngine.use { context in
      var large = font
      large.size = 100
      let description = FontEngine.pangoDescription(large)
      defer { pango_font_description_free(description) }
      let metrics = pango_context_get_metrics(context, description, nil)!
      defer { pango_font_metrics_unref(metrics) }
      return FontMetrics(
        ascender: Double(pango_font_metrics_get_ascent(metrics)) / FontEngine.unit,
        descender: Double(pango_font_metrics_get_descent(metrics)) / FontEngine.unit,
        capHeight: inkHeight("H", description, context), xHeight: inkHeight("x", description, context))
    }
  }

  private static func inkHeight(_ text: String, _ font: OpaquePointer, _ context: OpaquePointer) -> Double {
    let layout = pango_layout_new(context)!
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    pango_layout_set_font_description(layout, font)
    pango_layout_set_text(layout, text, -1)
    var ink = PangoRectangle()
    pango_layout_line_get_extents(pango_layout_get_line_readonly(layout, 0), &ink, nil)
    return Double(-ink.y) / FontEngine.unit
  }
}
