import Foundation

/// Colours with names. The dynamic ones have the values of Apple's Human Interface Guidelines and of the system (iOS 13 to
/// 18), red, green and blue of 255, then alpha; light style first. [docs]
extension UIColor {
  public class var systemRed: UIColor { styled([255, 59, 48, 1], [255, 69, 58, 1]) }
  public class var systemOrange: UIColor { styled([255, 149, 0, 1], [255, 159, 10, 1]) }
  public class var systemYellow: UIColor { styled([255, 204, 0, 1], [255, 214, 10, 1]) }
  public class var systemGreen: UIColor { styled([52, 199, 89, 1], [48, 209, 88, 1]) }
  public class var systemMint: UIColor { styled([0, 199, 190, 1], [99, 230, 226, 1]) }
  public class var systemTeal: UIColor { styled([48, 176, 199, 1], [64, 200, 224, 1]) }
  public class var systemCyan: UIColor { styled([50, 173, 230, 1], [100, 210, 255, 1]) }
  public class var systemBlue: UIColor { styled([0, 122, 255, 1], [10, 132, 255, 1]) }
  public class var systemIndigo: UIColor { styled([88, 86, 214, 1], [94, 92, 230, 1]) }
  public class var systemPurple: UIColor { styled([175, 82, 222, 1], [191, 90, 242, 1]) }
  public class var systemPink: UIColor { styled([255, 45, 85, 1], [255, 55, 95, 1]) }
  public class var systemBrown: UIColor { styled([162, 132, 94, 1], [172, 142, 104, 1]) }
  public class var systemGray: UIColor { styled([142, 142, 147, 1], [142, 142, 147, 1]) }
  public class var systemGray2: UIColor { styled([174, 174, 178, 1], [99, 99, 102, 1]) }
  public class var systemGray3: UIColor { styled([199, 199, 204, 1], [72, 72, 74, 1]) }
  public class var systemGray4: UIColor { styled([209, 209, 214, 1], [58, 58, 60, 1]) }
  public class var systemGray5: UIColor { styled([229, 229, 234, 1], [44, 44, 46, 1]) }
  public class var systemGray6: UIColor { styled([242, 242, 247, 1], [28, 28, 30, 1]) }
  public class var label: UIColor { styled([0, 0, 0, 1], [255, 255, 255, 1]) }
  public class var secondaryLabel: UIColor { styled([60, 60, 67, 0.6], [235, 235, 245, 0.6]) }
  public class var tertiaryLabel: UIColor { styled([60, 60, 67, 0.3], [235, 235, 245, 0.3]) }
  public class var quaternaryLabel: UIColor { styled([60, 60, 67, 0.18], [235, 235, 245, 0.16]) }
  public class var placeholderText: UIColor { styled([60, 60, 67, 0.3], [235, 235, 245, 0.3]) }
  public class var link: UIColor { styled([0, 122, 255, 1], [9, 132, 255, 1]) }
  public class var separator: UIColor { styled([60, 60, 67, 0.29], [84, 84, 88, 0.6]) }
  public class var opaqueSeparator: UIColor { styled([198, 198, 200, 1], [56, 56, 58, 1]) }
  public class var systemFill: UIColor { styled([120, 120, 128, 0.2], [120, 120, 128, 0.36]) }
  public class var secondarySystemFill: UIColor { styled([120, 120, 128, 0.16], [120, 120, 128, 0.32]) }
  public class var tertiarySystemFill: UIColor { styled([118, 118, 128, 0.12], [118, 118, 128, 0.24]) }
  public class var quaternarySystemFill: UIColor { styled([116, 116, 128, 0.08], [118, 118, 128, 0.18]) }
  public class var systemBackground: UIColor { styled([255, 255, 255, 1], [0, 0, 0, 1]) }
  public class var secondarySystemBackground: UIColor { styled([242, 242, 247, 1], [28, 28, 30, 1]) }
  public class var tertiarySystemBackground: UIColor { styled([255, 255, 255, 1], [44, 44, 46, 1]) }
  public class var systemGroupedBackground: UIColor { styled([242, 242, 247, 1], [0, 0, 0, 1]) }
  public class var secondarySystemGroupedBackground: UIColor { styled([255, 255, 255, 1], [28, 28, 30, 1]) }
  public class var tertiarySystemGroupedBackground: UIColor { styled([242, 242, 247, 1], [44, 44, 46, 1]) }

  /// The accent colour of an app that states none. [docs]
  public class var tintColor: UIColor { systemBlue }
  public class var darkText: UIColor { UIColor(white: 0, alpha: 1) }
  public class var lightText: UIColor { UIColor(white: 1, alpha: 0.6) }

  private static func styled(_ light: [CGFloat], _ dark: [CGFloat]) -> UIColor {
    UIColor { traits in
      let c = traits.userInterfaceStyle == .dark ? dark : light
      return UIColor(red: c[0] / 255, green: c[1] / 255, blue: c[2] / 255, alpha: c[3])
    }
  }

  private static func rgb(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat) -> UIColor {
    UIColor(red: red, green: green, blue: blue, alpha: 1)
  }

  public class var black: UIColor { UIColor(white: 0, alpha: 1) }
  public class var darkGray: UIColor { UIColor(white: 1 / 3, alpha: 1) }
  public class var lightGray: UIColor { UIColor(white: 2 / 3, alpha: 1) }
  public class var white: UIColor { UIColor(white: 1, alpha: 1) }
  public class var gray: UIColor { UIColor(white: 0.5, alpha: 1) }
  public class var clear: UIColor { UIColor(white: 0, alpha: 0) }
  public class var red: UIColor { rgb(1, 0, 0) }
  public class var green: UIColor { rgb(0, 1, 0) }
  public class var blue: UIColor { rgb(0, 0, 1) }
  public class var cyan: UIColor { rgb(0, 1, 1) }
  public class var yellow: UIColor { rgb(1, 1, 0) }
  public class var magenta: UIColor { rgb(1, 0, 1) }
  public class var orange: UIColor { rgb(1, 0.5, 0) }
  public class var purple: UIColor { rgb(0.5, 0, 0.5) }
  public class var brown: UIColor { rgb(0.6, 0.4, 0.2) }
}
