import DuoQuartzCore
import Foundation

extension UIView {
  /// How an animation runs. Raw values are Apple's. [header]
  public struct AnimationOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Views that change size lay out their subviews inside the animation.
    public static let layoutSubviews = Self(rawValue: 1 << 0)
    /// Views can be touched while they animate.
    public static let allowUserInteraction = Self(rawValue: 1 << 1)
    /// Starts from what is shown and ends what is under way, instead of adding to it.
    public static let beginFromCurrentState = Self(rawValue: 1 << 2)
    public static let `repeat` = Self(rawValue: 1 << 3)
    /// Runs back after each run.
    public static let autoreverse = Self(rawValue: 1 << 4)
    /// Inside another animation: keeps its own duration.
    public static let overrideInheritedDuration = Self(rawValue: 1 << 5)
    /// Inside another animation: keeps its own pacing.
    public static let overrideInheritedCurve = Self(rawValue: 1 << 6)
    /// `transition(from:to:…)` hides and shows views instead of removing and adding them.
    public static let showHideTransitionViews = Self(rawValue: 1 << 8)
    /// Inside another animation: inherits nothing of the options.
    public static let overrideInheritedOptions = Self(rawValue: 1 << 9)

    public static let curveEaseInOut: Self = []
    public static let curveEaseIn = Self(rawValue: 1 << 16)
    public static let curveEaseOut = Self(rawValue: 2 << 16)
    public static let curveLinear = Self(rawValue: 3 << 16)

    /// What a transition was fades away over what it is.
    public static let transitionCrossDissolve = Self(rawValue: 5 << 20)
    /// The view turns over: its left side comes to the front. [docs] Drawn without perspective.
    public static let transitionFlipFromLeft = Self(rawValue: 1 << 20)
    public static let transitionFlipFromRight = Self(rawValue: 2 << 20)
    /// Its upper side comes to the front.
    public static let transitionFlipFromTop = Self(rawValue: 6 << 20)
    public static let transitionFlipFromBottom = Self(rawValue: 7 << 20)

    /// Wishes for a rate of pictures. Frames come at the display's own rate, whatever is wished. [header]
    public static let preferredFramesPerSecondDefault: Self = []
    public static let preferredFramesPerSecond60 = Self(rawValue: 3 << 24)
    public static let preferredFramesPerSecond30 = Self(rawValue: 7 << 24)

    var pacing: TimingCurve {
      switch rawValue >> 16 & 3 {
      case 1: .easeIn
      case 2: .easeOut
      case 3: .linear
      default: .easeInEaseOut
      }
    }

    var fades: Bool { rawValue >> 20 & 7 == 5 }

    /// The axis that a flip turns about, right-handed with y down; nil for no flip.
    var flipAxis: (x: CGFloat, y: CGFloat)? {
      switch rawValue >> 20 & 7 {
      case 1: (0, 1)
      case 2: (0, -1)
      case 6: (-1, 0)
      case 7: (1, 0)
      default: nil
      }
    }
  }

  /// Pacings by name. Raw values are Apple's.
  public enum AnimationCurve: Int, Hashable, Sendable {
    case easeInOut, easeIn, easeOut, linear

    var pacing: TimingCurve {
      switch self {
      case .easeInOut: .easeInEaseOut
      case .easeIn: .easeIn
      case .easeOut: .easeOut
      case .linear: .linear
      }
    }
  }

  /// How a keyframe animation runs. Raw values are Apple's. [header]
  public struct KeyframeAnimationOptions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let layoutSubviews = Self(rawValue: 1 << 0)
    public static let allowUserInteraction = Self(rawValue: 1 << 1)
    public static let beginFromCurrentState = Self(rawValue: 1 << 2)
    public static let `repeat` = Self(rawValue: 1 << 3)
    public static let autoreverse = Self(rawValue: 1 << 4)
    public static let overrideInheritedDuration = Self(rawValue: 1 << 5)
    public static let overrideInheritedOptions = Self(rawValue: 1 << 9)

    public static let calculationModeLinear: Self = []
    public static let calculationModeDiscrete = Self(rawValue: 1 << 10)
    public static let calculationModePaced = Self(rawValue: 2 << 10)

    var mode: CAAnimationCalculationMode {
      switch rawValue >> 10 & 7 {
      case 1: .discrete
      case 2: .paced
      default: .linear
      }
    }
  }
}
