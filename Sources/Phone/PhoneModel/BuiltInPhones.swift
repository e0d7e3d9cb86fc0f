extension PhoneDescription {
  /// The phones that come with Diptych.
  public static let builtIn: [PhoneDescription] = [.duo, .single, .singleSquare, .noCamera]

  /// A built-in phone by name; nil when there is none of that name.
  public static func builtIn(named name: String) -> PhoneDescription? {
    builtIn.first { $0.name == name }
  }

  /// Classic phone: one display, front camera mounted landscape, wide and ultra wide rear cameras.
  public static let single = OneDisplayPhone.make(
    "single", "iPhone (one display)",
    cameras: OneDisplayPhone.rear + [OneDisplayPhone.front(isSquare: false)])

  /// One display, square front sensor mounted portrait as on the iPhones of 2025.
  public static let singleSquare = OneDisplayPhone.make(
    "single-square", "iPhone (square front camera)",
    cameras: OneDisplayPhone.rear + [OneDisplayPhone.front(isSquare: true)])

  /// One display and no camera, as in Apple's simulator.
  public static let noCamera = OneDisplayPhone.make("no-camera", "iPhone without cameras", cameras: [])

  /// The folding phone.
  public static let duo = DuoPhone.make()
}

/// What all built-in phones share.
enum CommonParts {
  static let timing = TimingDescription(
    framesInFlight: Sourced(2, .assumed, "frames of the old camera after a switch"),
    startRunningBlocks: Sourced(.milliseconds(250), .assumed),
    stopRunningBlocks: Sourced(.milliseconds(50), .assumed),
    directionCallback: Sourced(.milliseconds(20), .assumed, "Apple says: soon after"),
    displayFrame: Sourced(PhoneDuration(nanoseconds: 16_666_667), .assumed, "60 Hz"),
    permissionAnswer: Sourced(.milliseconds(800), .assumed),
    sizeTransition: Sourced(.milliseconds(300), .assumed, "as a rotation takes on a phone"))

  static let people = PeopleDescription(
    eyeHeight: Sourced(1.5, .assumed), handDistance: Sourced(0.45, .assumed),
    tableDistance: Sourced(0.70, .assumed), tableElevation: Sourced(25, .assumed),
    tableHeight: Sourced(0.75, .assumed), subjectDistance: Sourced(1.5, .assumed))

  static let policy = PolicyDescription(
    accessoryWhilePartlyOpen: Sourced(false, .assumed, "the sources disagree"),
    coveredCameraHasNoDirection: Sourced(true, .assumed, "the bare angle would say forward"),
    coveredWithin: Sourced(5, .assumed),
    compatibilityRotation: Sourced(0, .assumed, "270 on iPhones of 2025 for apps built with older SDKs"),
    videoBuffers: Sourced(13, .forum, "two reports of starving outputs"),
    previewShortSide: Sourced(1080, .assumed, "Apple says: suited to a display"),
    multiCamLimit: Sourced(3, .assumed))

  static let noSwitchOver = Sourced<[Double]>([], .derived, "there is nothing to switch")

  static let frontLatency = Sourced(PhoneDuration.milliseconds(250), .assumed)
  static let rearLatency = Sourced(PhoneDuration.milliseconds(350), .assumed)

  /// Identifiers look like a real phone's; the number says nothing about the camera.
  static func uniqueID(_ number: Int) -> String {
    "com.apple.avfoundation.avcapturedevice.built-in_video:\(number)"
  }

  static let wide = "AVCaptureDeviceTypeBuiltInWideAngleCamera"
  static let ultraWide = "AVCaptureDeviceTypeBuiltInUltraWideCamera"
  static let dualWide = "AVCaptureDeviceTypeBuiltInDualWideCamera"
}

/// The rear pair, on whatever panel it is mounted.
struct RearCameras {
  var mount: CameraMount
  var origin: Origin
  /// The numbers in the unique ids of the dual wide, wide and ultra wide camera.
  var numbers: (Int, Int, Int)

  func make() -> [CameraDescription] {
    [
      camera(
        .rearDualWide, numbers.0, "Back Dual Wide Camera", CommonParts.dualWide,
        RearFormats.dualWide(origin), constituents: [.rearUltraWide, .rearWide]),
      camera(.rearWide, numbers.1, "Back Camera", CommonParts.wide, RearFormats.wide(origin)),
      camera(
        .rearUltraWide, numbers.2, "Back Ultra Wide Camera", CommonParts.ultraWide,
        RearFormats.ultraWide(origin)),
    ]
  }

  private func camera(
    _ id: CameraID, _ number: Int, _ name: String, _ type: String, _ formats: [CameraFormat],
    constituents: [CameraID] = []
  ) -> CameraDescription {
    CameraDescription(
      id: id, uniqueID: CommonParts.uniqueID(number), modelID: CommonParts.uniqueID(number),
      localizedName: name, deviceType: type, alsoFoundAs: Sourced([], .documented), position: .back,
      discoverableByDefault: Sourced(true, .documented),
      constituents: constituents, switching: constituents.isEmpty ? nil : .followsZoom,
      switchOverZoomFactors: constituents.isEmpty
        ? CommonParts.noSwitchOver : Sourced([2], .assumed, "the wide camera sees half of the ultra wide"),
      mount: mount, occlusion: nil, formats: formats,
      startLatency: CommonParts.rearLatency, traits: id == .rearUltraWide ? .fixedFocus : .phaseDetection,
      hasTorch: true, hasFlash: true)
  }
}
