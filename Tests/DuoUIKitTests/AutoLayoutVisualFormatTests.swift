import Foundation
import Testing

@testable import DuoUIKit

@MainActor @Suite struct AutoLayoutVisualFormatTests {
  let root = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 600))

  private func frames(
    _ formats: [String], _ options: NSLayoutConstraint.FormatOptions = [], _ metrics: [String: Any]? = nil
  ) -> [[CGFloat]] {
    for view in root.subviews { view.removeFromSuperview() }
    let views = ["a": free(ContentView(), in: root), "b": free(ContentView(), in: root)]
    for format in formats {
      NSLayoutConstraint.activate(
        NSLayoutConstraint.constraints(
          withVisualFormat: format, options: options, metrics: metrics, views: views))
    }
    root.layoutIfNeeded()
    return root.subviews.map { [$0.frame.minX, $0.frame.width, $0.frame.minY, $0.frame.height] }
  }

  /// Each format, against what its letters say: left, width, top, height of `a` and `b`.
  @Test func formats() {
    let cases: [([String], NSLayoutConstraint.FormatOptions, [[CGFloat]])] = [
      (["|-[a]-[b]"], .alignAllTop, [[20, 60, 0, 20], [88, 60, 0, 20]]),
      (["H:|[a(100)]-12-[b(a)]", "V:|-5-[a(30)]-[b(==a)]"], [], [[0, 100, 5, 30], [112, 100, 43, 30]]),
      (["[a]-5-[b(>=80)]-|", "V:[a]-(-3)-[b]|"], [], [[235, 60, 563, 20], [300, 80, 580, 20]]),
      (
        ["|-wide-[a(small@700,>=50)]", "V:[a]-wide-[b]-0-|"], .alignAllLeft,
        [[33, 60, 527, 20], [33, 60, 580, 20]]
      ),
      (
        ["|-10-[a]-(>=8,<=20@749)-[b(60)]-10-|"], .directionRightToLeft,
        [[90, 300, 0, 20], [10, 60, 0, 20]]
      ),
    ]
    var wrong: [String] = []
    for (formats, options, wanted) in cases {
      let found = frames(formats, options, ["wide": 33, "small": 7.0])
      if found != wanted { wrong.append("\(formats): \(found)") }
    }
    #expect(wrong == [])
  }

  @Test func whatCannotBeReadRaises() async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { @MainActor in
      _ = NSLayoutConstraint.constraints(
        withVisualFormat: "|-[a]-[c]", metrics: nil, views: ["a": UIView()])
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("'NSInvalidArgumentException'"))
    #expect(text.contains("Unable to parse constraint format: \nc is not a key in the views dictionary."))
  }
}
