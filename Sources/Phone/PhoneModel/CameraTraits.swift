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
  /// Light of torch and flash at full power at one metre on the lens' axis, as a part of the room's normal light.
  public var torchLight = Sourced(0.5, .assumed)
  public var flashLight = Sourced(
    2.25, .assumed, "what stands at 1.5 m is as bright as in the room's normal light")
  /// From XYZ to the light that the sensor's red, green and blue pixels collect, row by row, to within a factor for each row.
  public var sensorColours = Sourced(
    [0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, -0.1189, 0.2879, 0.8310], .assumed,
    "the cones of Bradford, the blue one with a part of the green")
  /// How much of the picture's width and height is left by stabilisation: standard, cinematic, extended.
  public var stabilizedView = Sourced([0.9, 0.85, 0.75], .assumed)
  /// Zoom factors of the framings that smart framing recommends.
  public var framingZooms = Sourced([1, 1.4], .assumed)
  /// The camera can amplify beyond the highest ISO in low light.
  public var boostsInLowLight = Sourced(false, .assumed, "as on iPhones of the last years")
  /// The lens' own focal length, millimetres: over the f-number it is the lens' opening.
  public var focalLength = Sourced(2.7, .assumed)
  /// Up to this ISO no noise is seen; at the second, its deviation in middle grey, as a part of white.
  public var noiselessISO = Sourced(800.0, .assumed)
  public var noisyISO = Sourced(3200.0, .assumed)
  public var noiseAtNoisyISO = Sourced(0.03, .assumed)
  /// With video HDR, light of up to so many stops over white has a place in the picture.
  public var videoHDRStops = Sourced(3.0, .assumed)
  /// Up to this part of white, linear, a picture with video HDR is as without; what is brighter is pressed together.
  public var videoHDRKnee = Sourced(0.5, .assumed)

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
    traits.focalLength = Sourced(5.1, .assumed, "about 26 mm on 35 mm film over a sensor of 1/1.9 inch")
    return traits
  }()
}
