extension AVCaptureDevice {
  /// The kind of a device. The raw value is the name of Apple's constant. [docs]
  public struct DeviceType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    private init(named name: String) { rawValue = "AVCaptureDeviceType" + name }

    /// The usual camera of either side. A discovery session finds a folding phone's virtual front
    /// camera under this name, too. [seed]
    public static let builtInWideAngleCamera = DeviceType(named: "BuiltInWideAngleCamera")
    /// A shorter focal length than the wide angle camera's. [docs]
    public static let builtInUltraWideCamera = DeviceType(named: "BuiltInUltraWideCamera")
    /// A longer focal length than the wide angle camera's. [docs]
    public static let builtInTelephotoCamera = DeviceType(named: "BuiltInTelephotoCamera")
    /// Wide and telephoto.
    public static let builtInDualCamera = DeviceType(named: "BuiltInDualCamera")
    /// Ultra wide and wide.
    public static let builtInDualWideCamera = DeviceType(named: "BuiltInDualWideCamera")
    /// Ultra wide, wide and telephoto.
    public static let builtInTripleCamera = DeviceType(named: "BuiltInTripleCamera")
    /// Colour and infrared.
    public static let builtInTrueDepthCamera = DeviceType(named: "BuiltInTrueDepthCamera")
    /// Colour and laser.
    public static let builtInLiDARDepthCamera = DeviceType(named: "BuiltInLiDARDepthCamera")
    /// The front camera at the outer display of a folding phone; found by a discovery session only. [header]
    public static let builtInOuterUltraWideCamera = DeviceType(named: "BuiltInOuterUltraWideCamera")
    /// The front camera under the inner display of a folding phone; found by a discovery session only.
    /// [header]
    public static let builtInInnerUltraWideCamera = DeviceType(named: "BuiltInInnerUltraWideCamera")
    /// A camera that is plugged in. [docs]
    public static let external = DeviceType(named: "External")
    public static let continuityCamera = DeviceType(named: "ContinuityCamera")
    public static let deskViewCamera = DeviceType(named: "DeskViewCamera")
    public static let microphone = DeviceType(named: "Microphone")

    /// An old name of the dual camera; nothing to do with a folding phone. [docs]
    @available(iOS, deprecated: 10.2)
    public static let builtInDuoCamera = DeviceType(named: "BuiltInDuoCamera")
    @available(iOS, deprecated: 17.0)
    public static let builtInMicrophone = DeviceType(named: "BuiltInMicrophone")
    @available(macOS, deprecated: 14.0)
    public static let externalUnknown = DeviceType(named: "ExternalUnknown")
  }

  /// Where the hardware sits on the body; never where it points. [header] [docs]
  public enum Position: Int, Hashable, Sendable {
    case unspecified = 0
    case back = 1
    case front = 2
  }
}
