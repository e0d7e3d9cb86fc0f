/// How a phone is held, named by where the home button would be. Raw values are Apple's. [header]
///
/// The names are those of `UIInterfaceOrientation`; `UIDeviceOrientation` swaps left and right.
public enum AVCaptureVideoOrientation: Int, Sendable, CaseIterable {
  /// Home button at the bottom.
  case portrait = 1
  /// Home button at the top.
  case portraitUpsideDown = 2
  /// Home button on the right.
  case landscapeRight = 3
  /// Home button on the left.
  case landscapeLeft = 4
}

extension AVCaptureVideoOrientation {
  /// Clockwise quarter turns of the phone from portrait, as somebody looking at its screen sees them.
  var turns: Int {
    switch self {
    case .portrait: 0
    case .landscapeLeft: 1
    case .portraitUpsideDown: 2
    case .landscapeRight: 3
    }
  }

  init(turns: Int) {
    self = Self.allCases.first { $0.turns == ((turns % 4) + 4) % 4 }!
  }
}
