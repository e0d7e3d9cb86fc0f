import DuoFoundation
import Foundation
import Testing

@testable import DuoUIKit

/// Formats that are written from rectangles put the rectangles where they were.
@MainActor @Suite struct VisualFormatModelTests {
  @Test func formatsPutViewsWhereTheyWereMeasured() {
    var wrong: [String] = []
    for seed in 0..<60 {
      var random = SeededRandom(UInt64(seed))
      let count = 1 + random.int(5)
      let isVertical = random.int(2) == 0
      let root = UIView(frame: CGRect(x: 0, y: 0, width: 1000, height: 1000))
      var views: [String: Any] = [:]
      var metrics: [String: Any] = [:]
      var format = isVertical ? "V:|" : (random.int(2) == 0 ? "H:|" : "|")
      var place = 0.0
      var wanted: [(name: String, start: Double, length: Double)] = []
      for index in 0..<count {
        let name = "v\(index)"
        let view = free(UIView(), in: root)
        views[name] = view
        let length = Double(10 + random.int(90))
        switch random.int(4) {
        case 0: break
        case 1:
          format += "-"
          place += index == 0 ? 20 : 8
        case 2:
          let gap = Double(random.int(30))
          format += "-\(Int(gap))-"
          place += gap
        default:
          let gap = Double(random.int(30))
          metrics["g\(index)"] = gap
          format += "-g\(index)-"
          place += gap
        }
        switch random.int(4) {
        case 0:
          metrics["l\(index)"] = NSNumber(value: length)
          format += "[\(name)(l\(index))]"
        case 1: format += "[\(name)(==\(Int(length))@999)]"
        case 2 where index > 0:
          format += "[\(name)(v\(index - 1))]"
          wanted.append((name, place, wanted[index - 1].length))
          place += wanted[index - 1].length
          continue
        default: format += "[\(name)(>=\(Int(length)),<=\(Int(length)))]"
        }
        wanted.append((name, place, length))
        place += length
      }
      NSLayoutConstraint.activate(
        NSLayoutConstraint.constraints(withVisualFormat: format, metrics: metrics, views: views))
      root.layoutIfNeeded()
      for (name, start, length) in wanted {
        let frame = (views[name] as! UIView).frame
        let found = isVertical ? [frame.minY, frame.height] : [frame.minX, frame.width]
        if abs(found[0] - start) > 0.51 || abs(found[1] - length) > 0.51 {
          wrong.append("\(seed) \(format): \(name) \(found), not \(start) \(length)")
        }
      }
    }
    #expect(wrong.prefix(3) == [])
  }

  @Test func alignmentsDirectionsAndEnds() {
    func lay(_ format: String, _ options: NSLayoutConstraint.FormatOptions) -> [CGRect] {
      let root = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 300))
      let (a, b) = (free(UIView(), in: root), free(UIView(), in: root))
      for (view, height) in [(a, 40.0), (b, 60)] {
        view.heightAnchor.constraint(equalToConstant: height).isActive = true
      }
      a.topAnchor.constraint(equalTo: root.topAnchor, constant: 50).isActive = true
      NSLayoutConstraint.activate(
        NSLayoutConstraint.constraints(
          withVisualFormat: format, options: options, metrics: nil, views: ["a": a, "b": b]))
      root.layoutIfNeeded()
      return [a.frame, b.frame]
    }
    let row = "H:|-10-[a(100)]-[b(50)]"
    let table: [(NSLayoutConstraint.FormatOptions, CGFloat)] = [
      (.alignAllTop, 50), (.alignAllBottom, 30), (.alignAllCenterY, 40),
    ]
    let tops = table.map { lay(row, $0.0)[1].minY }
    #expect(tops == table.map(\.1))
    #expect(lay(row, .alignAllTop).map(\.minX) == [10, 118])
    let turned = lay(row, [.alignAllTop, .directionRightToLeft])
    #expect(turned.map(\.maxX) == [390, 282])
    let ends = lay("[a(100)]-[b(50)]-30-|", .alignAllTop)
    #expect(ends.map(\.maxX) == [312, 370])
    let both = lay("|-5-[a(b)]-10-[b]-5-|", .alignAllTop)
    #expect(both.map(\.width) == [190, 190] && both[1].maxX == 395)
  }

  /// What cannot be read raises with the format and its place.
  @Test func whatCannotBeReadRaises() async {
    for (index, part) in ["Unexpected", "is not a key", "Expected a ']'"].enumerated() {
      let result: ExitTest.Result?
      switch index {
      case 0:
        result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
          @MainActor in
          _ = NSLayoutConstraint.constraints(withVisualFormat: "|[a]x", metrics: nil, views: ["a": UIView()])
        }
      case 1:
        result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
          @MainActor in
          _ = NSLayoutConstraint.constraints(
            withVisualFormat: "|-gap-[a]", metrics: nil, views: ["a": UIView()])
        }
      default:
        result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
          @MainActor in
          _ = NSLayoutConstraint.constraints(withVisualFormat: "|[a", metrics: nil, views: ["a": UIView()])
        }
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(
        text.contains("NSInvalidArgumentException") && text.contains("Unable to parse constraint format"))
      #expect(text.contains(part) && text.contains("^"))
    }
  }
}
