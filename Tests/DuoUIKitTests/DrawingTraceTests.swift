import DuoCoreGraphics
import DuoQuartzCore
import Foundation
import PhoneHardware
import SimulatedPhone
import Testing

@testable import DuoUIKit

@MainActor
private final class Odd: UIView {
  override func draw(_ rect: CGRect) { "a\u{10FFFD}b".draw(at: .zero) }
}

@MainActor
private enum TraceStory {
  static func run() throws {
    let stage = try Stage()
    let box = CGRect(x: 0, y: 0, width: 50, height: 20)
    let view = Odd(frame: box)
    for _ in 0..<2 {
      view.setNeedsDisplay()
      view.layer.displayTree()
      _ = UIImage(systemName: "no.such.symbol")
      _ = UIFont(name: "No Such Font", size: 12)
      UIGraphicsBeginImageContext(CGSize(width: 9, height: 9))
      "\u{10FFFC}".draw(at: .zero)
      UIGraphicsEndImageContext()
    }
    let lines = stage.phone.log.lines.filter { $0.contains("-without-") }
    let kinds = ["text-without-glyphs", "symbol-without-picture", "text-without-glyphs"]
    #expect(lines.count == 3 && zip(lines, kinds).allSatisfy { $0.contains("\"kind\":\"\($1)\"") })
    #expect(lines.first?.contains("\"glyphs\":1") == true)
    let fonts = stage.phone.log.lines.filter { $0.contains("\"kind\":\"missing-font\"") }
    #expect(fonts.count == 1 && fonts[0].contains("No Such Font"))
    // A window's update draws its views.
    let window = UIWindow(windowScene: stage.scene)
    let drawn = Odd(frame: box)
    window.addSubview(drawn)
    window.isHidden = false
    window.runUpdateCycle()
    #expect(drawn.layer.contents is Drawing && drawn.layer.contentsScale == 3)
    #expect(drawn.traitCollection.userInterfaceStyle == .light)
    window.overrideUserInterfaceStyle = .dark
    #expect(drawn.traitCollection.userInterfaceStyle == .dark)
  }
}

@Suite struct DrawingTraceTests {
  @Test func whatCannotBeDrawnIsInTheTraceOnce() async {
    await #expect(processExitsWith: .success) { try await TraceStory.run() }
  }
}
