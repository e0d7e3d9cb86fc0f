import Testing

@testable import BarcodeReading

/// Brightness of a code drawn with squares of `scale` pixels, turned clockwise by quarter turns.
private struct Painted {
  var width, height: Int
  var luma: [UInt8]

  init(_ drawing: BarcodeDrawing, scale: Int, turns: Int = 0) {
    var (w, h) = (drawing.width * scale, drawing.height * scale)
    var pixels = [UInt8](repeating: 235, count: w * h)
    for i in pixels.indices where drawing.modules[i / w / scale * drawing.width + i % w / scale] {
      pixels[i] = 20
    }
    for _ in 0..<turns {
      var next = pixels
      for i in next.indices { next[i] = pixels[(h - 1 - i % h) * w + i / h] }
      pixels = next
      swap(&w, &h)
    }
    (width, height, luma) = (w, h, pixels)
  }

  func read(_ kinds: Set<Symbology>) throws -> [ReadBarcode] {
    try BarcodeReader.read(luma, width: width, height: height, bytesPerRow: width, kinds)
  }
}

private let texts: [Symbology: String] = [
  .aztec: "Diptych 1", .codabar: "A40156B", .code39: "DUO-39", .code93: "DUO93", .code128: "Duo 128",
  .dataMatrix: "Duo matrix", .ean8: "96385074", .ean13: "4006381333931", .itf: "00012345678905",
  .pdf417: "Duo pdf 417", .qr: "https://example.org/ü?1", .upcA: "036000291452", .upcE: "01234565",
]

@Suite struct BarcodeReadingTests {
  @Test func everyDrawableKindIsReadBackInEveryDirection() throws {
    var mismatches: [String] = []
    for (kind, text) in texts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let drawing = try BarcodeDrawing(text, kind)
      for turns in 0..<4 {
        let found = try Painted(drawing, scale: 4, turns: turns).read([kind])
        if found.map(\.text) != [text] || found[0].symbology != kind {
          mismatches.append("\(kind) turned \(turns): \(found)")
        }
      }
    }
    #expect(Set(texts.keys) == Set(Symbology.drawable))
    #expect(mismatches == [])
  }

  @Test func cornersAreTheCodesOwn() throws {
    let drawing = try BarcodeDrawing("corners", .qr)
    // The black square, without the quiet zone.
    let dark = drawing.modules.indices.filter { drawing.modules[$0] }
    let (low, high) = (
      dark.map { $0 % drawing.width }.min()! * 6, (dark.map { $0 % drawing.width }.max()! + 1) * 6
    )
    let size = drawing.width * 6
    var mismatches: [String] = []
    for turns in 0..<4 {
      let code = try Painted(drawing, scale: 6, turns: turns).read([.qr])[0]
      var expected = [(low, low), (high, low), (high, high), (low, high)].map { (Double($0.0), Double($0.1)) }
      for _ in 0..<turns { expected = expected.map { (Double(size) - $0.1, $0.0) } }
      for (corner, place) in zip(code.corners, expected)
      where abs(corner.x - place.0) > 3 || abs(corner.y - place.1) > 3 {
        mismatches.append("\(turns): \(corner) is not at \(place)")
      }
    }
    #expect(mismatches == [])
  }

  /// Bars reach over the whole height of the drawing, whichever way they lie.
  @Test func barsHaveTheirWholeHeight() throws {
    let drawing = try BarcodeDrawing("DUO-39", .code39)
    var mismatches: [String] = []
    for turns in 0..<4 {
      let painted = Painted(drawing, scale: 4, turns: turns)
      let found = try painted.read([.code39])
      guard found.count == 1 else {
        mismatches.append("\(turns): \(found)")
        continue
      }
      let c = found[0].corners
      // Along the bars from the top left to the bottom left: downwards for an upright code, then with the turns.
      let down = [(0.0, 1.0), (-1, 0), (0, -1), (1, 0)][turns]
      let (dx, dy) = (c[3].x - c[0].x, c[3].y - c[0].y)
      let height = dx * down.0 + dy * down.1
      let across = (c[1].x - c[0].x) * down.1 - (c[1].y - c[0].y) * down.0
      if abs(height - Double(drawing.height * 4)) > 4 || across < Double(drawing.width) * 3 {
        mismatches.append("\(turns): \(c)")
      }
    }
    #expect(mismatches == [])
  }

  @Test func severalCodesInOnePicture() throws {
    let (w, h) = (900, 600)
    var luma = [UInt8](repeating: 235, count: w * h)
    let places: [(String, Symbology, Int, Int)] = [
      ("4006381333931", .ean13, 40, 40), ("96385074", .ean8, 500, 60), ("96385074", .ean8, 500, 300),
      ("left", .qr, 60, 300),
    ]
    for (text, kind, x0, y0) in places {
      let painted = Painted(try BarcodeDrawing(text, kind), scale: 3)
      for y in 0..<painted.height {
        for x in 0..<painted.width { luma[(y + y0) * w + x + x0] = painted.luma[y * painted.width + x] }
      }
    }
    let found = try BarcodeReader.read(luma, width: w, height: h, bytesPerRow: w, [.ean13, .ean8, .qr])
    #expect(found.compactMap(\.text).sorted() == ["4006381333931", "96385074", "96385074", "left"])
  }

  @Test func onlyWhatIsAskedForIsFound() throws {
    let painted = Painted(try BarcodeDrawing("only", .qr), scale: 4)
    #expect(try painted.read([.aztec, .dataMatrix]) == [])
    #expect(try painted.read([]) == [])
    #expect(try painted.read([.aztec, .qr]).map(\.text) == ["only"])
    let blank = [UInt8](repeating: 200, count: 64 * 64)
    #expect(
      try BarcodeReader.read(blank, width: 64, height: 64, bytesPerRow: 64, Set(Symbology.allCases)) == [])
  }

  @Test func upcAIsAnEAN13WithALeadingZeroForThoseWhoDoNotKnowIt() throws {
    let painted = Painted(try BarcodeDrawing("036000291452", .upcA), scale: 4)
    let found = try painted.read([.ean13])
    #expect(found.map(\.text) == ["0036000291452"] && found[0].symbology == .ean13)
  }

  @Test func whatCannotBeWrittenSaysWhy() {
    for (text, kind) in [
      ("abc", Symbology.ean13), ("4006381333932", .ean13), ("123", .itf), ("", .qr), ("a", .microQR),
    ] {
      let error = #expect(throws: BarcodeError.self) { try BarcodeDrawing(text, kind) }
      #expect(error?.description.hasPrefix("\"\(text)\" cannot be written as \(kind.rawValue): ") == true)
    }
  }
}
