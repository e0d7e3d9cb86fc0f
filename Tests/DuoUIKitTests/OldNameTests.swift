import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

/// Older spellings that camera apps still have.
@Suite struct OldNameTests {
  @Test func oldNamesDoWhatTheNewOnesDo() async {
    await #expect(processExitsWith: .success) { try await OldNames.check() }
  }
}

@MainActor
private enum OldNames {
  static func check() async throws {
    let stage = try Stage()
    #expect(UIButton(type: .roundedRect).buttonType == .system)
    let indicators = [UIActivityIndicatorView.Style.whiteLarge, .white, .gray, .medium, .large].map {
      UIActivityIndicatorView(style: $0)
    }
    #expect(indicators.map(\.bounds.width) == [37, 20, 20, 20, 37])
    #expect(indicators.map { $0.color == .white } == [true, true, false, false, false])
    #expect(indicators.map(\.style.rawValue) == [0, 1, 2, 100, 101])
    indicators[4].style = .whiteLarge
    #expect(indicators[4].color == .white && indicators[4].intrinsicContentSize.width == 37)

    let app = UIApplication.shared
    #expect(app.openURL(try #require(URL(string: "https://example.com"))))
    #expect(!app.openURL(try #require(URL(string: "no-such-app:"))))
    #expect(stage.phone.log.lines.filter { $0.contains("url-opened") }.count == 2)

    #expect(NSEC_PER_SEC == 1000 * NSEC_PER_MSEC && NSEC_PER_MSEC == 1000 * NSEC_PER_USEC)
    #expect(USEC_PER_SEC * 1000 == NSEC_PER_SEC && MSEC_PER_SEC * NSEC_PER_MSEC == NSEC_PER_SEC)
    let box = CGRect(x: 0, y: 1, width: 2, height: 3)
    #expect(
      box.equalTo(box) && !box.equalTo(.zero) && box.size.equalTo(box.size) && !box.origin.equalTo(.zero))

    let layer = CALayer()
    layer.shouldRasterize = true
    #expect(layer.shouldRasterize && layer.rasterizationScale == 1 && !CALayer().shouldRasterize)
    let button = UIButton()
    #expect(button.adjustsImageWhenHighlighted && button.adjustsImageWhenDisabled)
    #expect(!button.showsTouchWhenHighlighted)
  }
}
