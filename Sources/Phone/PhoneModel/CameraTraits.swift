/// How a camera focuses, exposes and balances white. Every number can be changed by the user.
public struct CameraTraits: Hashable, Codable, Sendable {
  public enum AutoFocus: String, Hashable, Codable, Sendable {
    /// Fixed focus.
    case none
    case contrast, phase
  }

  public var autoFocus: Sourced<AutoFocus>
  /// Millimetres; -1 when unknown.
  public var minimumFocusDistance: Sourced<Int>
  /// Phone time that an automatic takes to settle.
  public var focusSettles, exposureSettles, whiteBalanceSettles: Sourced<PhoneDuration>
  /// The f-number.
  public var aperture: Sourced<Double>
  /// Lowest and highest exposure bias, in stops.
  public var minExposureBias, maxExposureBias: Sourced<Double>
  /// Exposure that the default room needs in its normal light: seconds times ISO.
  public var roomExposure: Sourced<Double>
  public var maxWhiteBalanceGain: Sourced<Double>
  /// Gains of red, green and blue that the automatic white balance finds.
  public var neutralGains: Sourced<[Double]>
  /// From this level on the torch cannot be used.
  public var torchUnavailableFrom: Sourced<ThermalLevel>

  /// A camera with a fixed lens, as front cameras have.
  public static let fixedFocus = CameraTraits(
    autoFocus: Sourced(.none, .assumed), minimumFocusDistance: Sourced(-1, .assumed),
    focusSettles: Sourced(.milliseconds(400), .assumed),
    exposureSettles: Sourced(.milliseconds(300), .assumed),
    whiteBalanceSettles: Sourced(.milliseconds(300), .assumed),
    aperture: Sourced(1.9, .assumed),
    minExposureBias: Sourced(-8, .measured, "the bias range that iPhones report"),
    maxExposureBias: Sourced(8, .measured, "the bias range that iPhones report"),
    roomExposure: Sourced(3.3, .assumed, "1/30 s at ISO 100"),
    maxWhiteBalanceGain: Sourced(4, .assumed),
    neutralGains: Sourced([2, 1, 1.8], .assumed),
    torchUnavailableFrom: Sourced(.serious, .assumed))

  /// A camera with a moving lens and phase detection, as rear wide cameras have.
  public static let phaseDetection: CameraTraits = {
    var traits = fixedFocus
    traits.autoFocus = Sourced(.phase, .measured, "rear cameras of other iPhones")
    traits.minimumFocusDistance = Sourced(120, .measured, "rear wide camera of iPhone 15")
    traits.aperture = Sourced(1.6, .assumed)
    return traits
  }()
}
