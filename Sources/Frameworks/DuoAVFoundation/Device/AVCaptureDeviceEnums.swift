import Foundation

// Values that devices are set to. Names and raw values are Apple's. [header]

/// Whether the person lets the app use a kind of capture device.
public enum AVAuthorizationStatus: Int, Hashable, Sendable {
  case notDetermined = 0
  case restricted = 1
  case denied = 2
  case authorized = 3
}

/// Which colours a format's pictures can hold, and how their numbers are meant.
public enum AVCaptureColorSpace: Int, Hashable, Sendable {
  case sRGB = 0
  case P3_D65 = 1
  case HLG_BT2020 = 2
  case appleLog = 3
  case appleLog2 = 4
}

/// How strongly shaking is taken out of the pictures; later modes cost more delay and more of the edges. [docs]
public enum AVCaptureVideoStabilizationMode: Int, Hashable, Sendable {
  case off = 0
  case standard = 1
  case cinematic = 2
  case cinematicExtended = 3
  case previewOptimized = 4
  case cinematicExtendedEnhanced = 5
  case lowLatency = 6
  case auto = -1
}

extension AVCaptureDevice {
  /// Whether a photo is lit; `.auto` leaves it to the phone's light.
  public enum FlashMode: Int, Hashable, Sendable {
    case off = 0
    case on = 1
    case auto = 2
  }

  /// Whether the lamp is on as long as the device is in use; `.auto` leaves it to the phone's light.
  public enum TorchMode: Int, Hashable, Sendable {
    case off = 0
    case on = 1
    case auto = 2
  }

  /// When the lens moves.
  public enum FocusMode: Int, Hashable, Sendable {
    case locked = 0
    /// Searches once, then becomes `locked`.
    case autoFocus = 1
    case continuousAutoFocus = 2
  }

  /// Distances in which autofocus searches. [docs]
  public enum AutoFocusRangeRestriction: Int, Hashable, Sendable {
    case none = 0
    case near = 1
    case far = 2
  }

  /// When exposure time and ISO change.
  public enum ExposureMode: Int, Hashable, Sendable {
    case locked = 0
    /// Measures once, then becomes `locked`.
    case autoExpose = 1
    case continuousAutoExposure = 2
    case custom = 3
  }

  /// When the gains of the colours change.
  public enum WhiteBalanceMode: Int, Hashable, Sendable {
    case locked = 0
    /// Measures once, then becomes `locked`.
    case autoWhiteBalance = 1
    case continuousAutoWhiteBalance = 2
  }

  /// When a virtual device takes its pictures from another of its cameras. [docs]
  public enum PrimaryConstituentDeviceSwitchingBehavior: Int, Hashable, Sendable {
    case unsupported = 0
    case auto = 1
    case restricted = 2
    case locked = 3
  }

  /// What lets a restricted virtual device switch its camera.
  public struct PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let videoZoomChanged = Self(rawValue: 1)
    public static let focusModeChanged = Self(rawValue: 2)
    public static let exposureModeChanged = Self(rawValue: 4)
  }

  /// The part of a square sensor that is delivered, in the sensor's own orientation. The raw value is the
  /// name of Apple's constant. [docs]; raw = name [inferred]
  public struct AspectRatio: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let ratio1x1 = AspectRatio(rawValue: "AVCaptureAspectRatio1x1")
    public static let ratio16x9 = AspectRatio(rawValue: "AVCaptureAspectRatio16x9")
    public static let ratio9x16 = AspectRatio(rawValue: "AVCaptureAspectRatio9x16")
    public static let ratio4x3 = AspectRatio(rawValue: "AVCaptureAspectRatio4x3")
    public static let ratio3x4 = AspectRatio(rawValue: "AVCaptureAspectRatio3x4")
  }

  /// How hot and how hard at work the camera system is.
  public final class SystemPressureState: NSObject, Sendable {
    /// The raw value is the name of Apple's constant. [inferred]
    public struct Level: RawRepresentable, Hashable, Sendable {
      public let rawValue: String
      public init(rawValue: String) { self.rawValue = rawValue }

      public static let nominal = Level(rawValue: "AVCaptureSystemPressureLevelNominal")
      public static let fair = Level(rawValue: "AVCaptureSystemPressureLevelFair")
      public static let serious = Level(rawValue: "AVCaptureSystemPressureLevelSerious")
      public static let critical = Level(rawValue: "AVCaptureSystemPressureLevelCritical")
      public static let shutdown = Level(rawValue: "AVCaptureSystemPressureLevelShutdown")
    }

    /// What raised the level.
    public struct Factors: OptionSet, Hashable, Sendable {
      public let rawValue: UInt
      public init(rawValue: UInt) { self.rawValue = rawValue }

      public static let systemTemperature = Factors(rawValue: 1)
      public static let peakPower = Factors(rawValue: 2)
      public static let depthModuleTemperature = Factors(rawValue: 4)
      public static let cameraTemperature = Factors(rawValue: 8)
    }

    public let level: Level
    public let factors: Factors

    init(level: Level, factors: Factors) {
      self.level = level
      self.factors = factors
    }
  }
}
