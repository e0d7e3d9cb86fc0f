extension AVCaptureSession {
  /// Lets a session choose its cameras' formats. The raw value is the name of Apple's constant. [docs]
  public struct Preset: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    private init(named name: String) { rawValue = "AVCaptureSessionPreset" + name }

    /// For photos: data outputs and movies get smaller pictures.
    public static let photo = Preset(named: "Photo")
    /// The default.
    public static let high = Preset(named: "High")
    /// Pictures that are good enough to share over a wireless network. [docs]
    public static let medium = Preset(named: "Medium")
    /// Small pictures, for a mobile network. [docs]
    public static let low = Preset(named: "Low")
    public static let cif352x288 = Preset(named: "352x288")
    public static let vga640x480 = Preset(named: "640x480")
    public static let hd1280x720 = Preset(named: "1280x720")
    public static let hd1920x1080 = Preset(named: "1920x1080")
    public static let hd4K3840x2160 = Preset(named: "3840x2160")
    public static let iFrame960x540 = Preset(named: "iFrame960x540")
    public static let iFrame1280x720 = Preset(named: "iFrame1280x720")
    /// The app chooses the format; the session leaves it alone. [header]
    public static let inputPriority = Preset(named: "InputPriority")

    static let all: [Preset] = [
      .photo, .high, .medium, .low, .cif352x288, .vga640x480, .hd1280x720, .hd1920x1080, .hd4K3840x2160,
      .iFrame960x540, .iFrame1280x720, .inputPriority,
    ]
  }
}
