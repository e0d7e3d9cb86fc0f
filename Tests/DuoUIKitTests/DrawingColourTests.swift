import Foundation
import Testing

@testable import DuoUIKit

@Suite struct DrawingColourTests {
  private func rgba(_ color: UIColor, _ style: UIUserInterfaceStyle = .light) -> [Int] {
    let c = color.resolvedColor(with: UITraitCollection(userInterfaceStyle: style)).cgColor.rgba
    return [c.red, c.green, c.blue, c.alpha].map { Int(($0 * 255).rounded()) }
  }

  @Test func systemColoursHaveApplesValues() {
    // A sample of the Human Interface Guidelines' table: light, dark.
    let table: [(UIColor, [Int], [Int])] = [
      (.systemRed, [255, 59, 48, 255], [255, 69, 58, 255]),
      (.systemYellow, [255, 204, 0, 255], [255, 214, 10, 255]),
      (.systemBlue, [0, 122, 255, 255], [10, 132, 255, 255]),
      (.systemGray6, [242, 242, 247, 255], [28, 28, 30, 255]),
      (.label, [0, 0, 0, 255], [255, 255, 255, 255]),
      (.secondaryLabel, [60, 60, 67, 153], [235, 235, 245, 153]),
      (.systemBackground, [255, 255, 255, 255], [0, 0, 0, 255]),
      (.separator, [60, 60, 67, 74], [84, 84, 88, 153]),
      (.tintColor, [0, 122, 255, 255], [10, 132, 255, 255]), (.red, [255, 0, 0, 255], [255, 0, 0, 255]),
    ]
    var mismatches: [String] = []
    for (color, light, dark) in table where rgba(color) != light || rgba(color, .dark) != dark {
      mismatches.append("\(rgba(color)) \(rgba(color, .dark))")
    }
    #expect(mismatches == [])
    #expect(
      UIColor.label == .label && UIColor.label != .systemRed && UIColor.label.hash == UIColor.label.hash)
    #expect(UIColor.label.withAlphaComponent(0.5) != .label)
    #expect(rgba(.label.withAlphaComponent(0.2), .dark) == [255, 255, 255, 51])
  }

  @Test func dynamicColoursAreResolvedForTheCurrentTraits() {
    let color = UIColor { $0.userInterfaceStyle == .dark ? .systemYellow : .blue }
    #expect(color.cgColor.rgba.blue == 1)
    UITraitCollection(userInterfaceStyle: .dark).performAsCurrent {
      #expect(rgba(UIColor(cgColor: color.cgColor)) == [255, 214, 10, 255])
    }
    #expect(UITraitCollection.current.userInterfaceStyle == .light)
  }

  @Test func huesGoThereAndBack() {
    var mismatches: [String] = []
    for hue in stride(from: 0.0, to: 1, by: 0.07) {
      for saturation in [0.2, 1.0] {
        for brightness in [0.3, 1.0] {
          let color = UIColor(hue: hue, saturation: saturation, brightness: brightness, alpha: 0.5)
          var (h, s, b, a) = (0.0 as CGFloat, 0.0 as CGFloat, 0.0 as CGFloat, 0.0 as CGFloat)
          color.getHue(&h, saturation: &s, brightness: &b, alpha: &a)
          if abs(h - hue) > 1e-9 || abs(s - saturation) > 1e-9 || abs(b - brightness) > 1e-9 || a != 0.5 {
            mismatches.append("\(hue) \(saturation) \(brightness): \(h) \(s) \(b)")
          }
        }
      }
    }
    #expect(mismatches == [])
    #expect(rgba(UIColor(hue: 1 / 3, saturation: 1, brightness: 1, alpha: 1)) == [0, 255, 0, 255])
    var white: CGFloat = 0
    #expect(UIColor.darkGray.getWhite(&white, alpha: nil) && abs(white - 1 / 3) < 1e-9)
    #expect(!UIColor.red.getWhite(&white, alpha: nil))
    var red: CGFloat = 0
    #expect(
      UIColor(displayP3Red: 1, green: 1, blue: 1, alpha: 1).getRed(&red, green: nil, blue: nil, alpha: nil))
    #expect(abs(red - 1) < 1e-6)
  }
}
