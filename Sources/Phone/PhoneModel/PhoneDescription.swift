/// Where a number of the phone comes from.
public enum Origin: String, Hashable, Codable, Sendable, CaseIterable {
  /// Stated by Apple in a talk or on a specification page.
  case apple
  /// Apple's documentation or headers.
  case documented
  /// Measured by somebody on a device or simulator.
  case measured
  /// Reported in forums or third-party notes.
  case forum
  /// Computed from other values.
  case derived
  /// Decided by Diptych because nobody says; users can change it.
  case assumed
}

/// A value of the phone and where it comes from.
public struct Sourced<Value: Hashable & Codable & Sendable>: Hashable, Codable, Sendable {
  public var value: Value
  public var origin: Origin
  /// A few words on the source or the reasoning.
  public var note: String?

  public init(_ value: Value, _ origin: Origin, _ note: String? = nil) {
    self.value = value
    self.origin = origin
    self.note = note
  }
}

/// What a phone is made of. A value: printable to JSON and loadable from it.
///
/// Body frame (the rear panel's): x right, y up, z towards the holder of an open, unturned phone;
/// hinge along y at x = 0. Lengths in millimetres, angles in degrees.
public struct PhoneDescription: Hashable, Codable, Sendable {
  public var name: String
  public var displayName: String
  public var hinge: HingeDescription?
  /// Size of one panel: width away from the hinge, height along it. Without a hinge: the body.
  public var panelWidth, panelHeight, panelThickness: Sourced<Double>
  public var displays: [DisplayDescription]
  public var cameras: [CameraDescription]
  /// The people round the phone.
  public var people: PeopleDescription
  /// How far the hinge is opened in the poses between shut and flat; nil without a hinge.
  public var poses: PosesDescription?
  public var timing: TimingDescription
  public var policy: PolicyDescription
  public var sound = SoundDescription.usual
  public var sensing = SensingDescription.usual

  public func display(_ id: DisplayID) -> DisplayDescription? { displays.first { $0.id == id } }
  public func camera(_ id: CameraID) -> CameraDescription? { cameras.first { $0.id == id } }
  public func camera(uniqueID: String) -> CameraDescription? { cameras.first { $0.uniqueID == uniqueID } }
}

/// The hinge: angle 0 shut, 180 flat.
public struct HingeDescription: Hashable, Codable, Sendable {
  /// Up to this angle the hinge counts as closed.
  public var closedUpTo: Sourced<Double>
  /// From this angle it counts as fully open.
  public var fullyOpenFrom: Sourced<Double>
  /// Opening: the inner display lights at this angle.
  public var openingLightsInner: Sourced<Double>
  /// Opening: the app moves to the inner display and the outer goes dark.
  public var openingMovesApp: Sourced<Double>
  /// Closing: the outer lights, the app moves to it, the inner goes dark.
  public var closingMovesApp: Sourced<Double>
  /// Started part-way: inner display from this angle.
  public var startsInnerFrom: Sourced<Double>
  /// Half the hysteresis round a direction change, degrees.
  public var directionHysteresis: Sourced<Double>
  /// The strip along the fold that is reserved while partly open, with its margins, and one margin; points.
  public var divisionWidth, divisionMargin: Sourced<Double>
}

/// A face or edge of a panel, in that panel's own terms.
public enum PanelFace: String, Hashable, Codable, Sendable {
  /// The face that carries the inner display (on a phone without a hinge: the screen side).
  case inside
  /// The opposite face.
  case outside
}

/// A direction along a panel.
public enum PanelEdge: String, Hashable, Codable, Sendable {
  /// The end of the body that is up when it is held unturned.
  case top
  case bottom
  /// The edge at the hinge.
  case hinge
  /// The edge away from the hinge.
  case free
}

public struct DisplayDescription: Hashable, Codable, Sendable {
  public var id: DisplayID
  /// Size in points with the native top up.
  public var nativeWidth, nativeHeight: Sourced<Double>
  public var scale: Sourced<Double>
  /// Physical size in millimetres with the native top up.
  public var physicalWidth, physicalHeight: Sourced<Double>
  /// The panel whose frame carries the native top. The inner display spans both panels.
  public var panel: PanelID
  public var face: PanelFace
  /// The edge of `panel` at which the picture's native top lies.
  public var nativeTop: Sourced<PanelEdge>
  /// Middle of the display: millimetres from the hinge towards the free edge of `panel` (without a hinge: from
  /// the middle, rightwards as the screen is seen), and above the middle of the body.
  public var fromHinge, aboveMiddle: Sourced<Double>
  /// Whether the display lies across the hinge, one half on each panel.
  public var spansHinge: Bool
  /// Interface orientations the display offers, as clockwise quarter turns from native.
  public var orientations: Sourced<[Int]>
  public var bars: BarsDescription
  /// Radius of the display's rounded corners, points.
  public var cornerRadius: Sourced<Double>
}

/// What the system keeps for itself at the edges of a display, points.
public struct BarsDescription: Hashable, Codable, Sendable {
  /// Height of the status bar.
  public var statusBar: Sourced<Double>
  /// Whether it is shown in an interface that is wider than tall, too.
  public var statusBarWhenWide: Sourced<Bool>
  /// Height of the strip of the home indicator, in an interface that is taller than wide and in one that is wider.
  public var homeIndicator, homeIndicatorWhenWide: Sourced<Double>
  /// How far hardware that is no camera cut-out reaches in from the native top.
  public var housing: Sourced<Double>
}

public struct CameraDescription: Hashable, Codable, Sendable {
  public enum Position: String, Hashable, Codable, Sendable { case unspecified, back, front }

  public var id: CameraID
  /// Opaque text, the same from run to run.
  public var uniqueID: String
  public var modelID: String
  public var localizedName: String
  /// Raw value of `AVCaptureDevice.DeviceType`, such as `AVCaptureDeviceTypeBuiltInWideAngleCamera`.
  public var deviceType: String
  /// Other device types that a discovery session finds this camera under.
  public var alsoFoundAs: Sourced<[String]>
  public var position: Position
  /// Found by `default(_:for:position:)`, or through a discovery session only.
  public var discoverableByDefault: Sourced<Bool>
  /// Empty for a physical camera.
  public var constituents: [CameraID]
  /// How a virtual camera picks its constituent; nil for a physical camera.
  public var switching: VirtualSwitching?
  /// Zoom factors at which a virtual zoom camera switches over.
  public var switchOverZoomFactors: Sourced<[Double]>
  /// Where the camera sits; a virtual camera has the mount of its first constituent.
  public var mount: CameraMount
  /// What the camera covers of the display round it; nil where the display is not concerned.
  public var occlusion: OcclusionDescription?
  public var formats: [CameraFormat]
  /// Phone time from start to the first frame.
  public var startLatency: Sourced<PhoneDuration>
  public var traits: CameraTraits = .fixedFocus
  public var hasTorch: Bool
  public var hasFlash: Bool
}

public enum VirtualSwitching: String, Hashable, Codable, Sendable {
  /// The camera above the display that the app is on.
  case followsDisplay
  /// The constituent that the zoom factor selects.
  case followsZoom
}

public struct CameraMount: Hashable, Codable, Sendable {
  public var panel: PanelID
  /// The face of the panel from which the camera looks out, along that face's normal.
  public var face: Sourced<PanelFace>
  /// Millimetres from the hinge towards the free edge (without a hinge: from the middle, rightwards as the
  /// screen is seen), and above the middle of the body.
  public var fromHinge, aboveMiddle: Sourced<Double>
  /// The edge that is drawn on top at rotation angle 0.
  public var nativeUp: Sourced<PanelEdge>
}

/// A camera's hole in a display, a reserved region there.
public struct OcclusionDescription: Hashable, Codable, Sendable {
  /// Side of the square region round the camera, margins included, and one margin; points.
  public var size, margin: Sourced<Double>
  /// Reserved only while the camera runs (a camera under the display), or always.
  public var onlyWhileRunning: Sourced<Bool>
}

/// One `AVCaptureDevice.Format`, in numbers.
public struct CameraFormat: Hashable, Codable, Sendable {
  public var width, height: Int
  /// Four-character code: `420v`, `420f`, `x420`, `x422` (with Apple Log).
  public var pixelFormat: String
  public var minFrameRate, maxFrameRate: Double
  /// Horizontal, degrees, at zoom 1.
  public var fieldOfView: Double
  public var isBinned: Bool
  public var maxZoom, upscaleZoom: Double
  public var minISO, maxISO: Double
  /// Seconds.
  public var minExposure, maxExposure: Double
  /// Width and height pairs.
  public var photoSizes: [[Int]]
  /// Raw values of `AVCaptureDevice.AspectRatio`; empty when the ratio is fixed.
  public var aspectRatios: [String]
  public var isMultiCam: Bool
  public var isStabilized: Bool
  public var isHighPhotoQuality: Bool
  public var isHighestPhotoQuality: Bool
  /// Depth map sizes available beside this format; empty for none.
  public var depthSizes: [[Int]]
  /// Session presets (raw values without the `AVCaptureSessionPreset` prefix) that select this format.
  public var presets: [String]
  public var origins: FormatOrigins
}

public struct TimingDescription: Hashable, Codable, Sendable {
  /// Frames of the old camera still delivered after a switch.
  public var framesInFlight: Sourced<Int>
  /// How long `startRunning()` blocks its caller.
  public var startRunningBlocks: Sourced<PhoneDuration>
  public var stopRunningBlocks: Sourced<PhoneDuration>
  /// From a change of the phone to the direction handler's call.
  public var directionCallback: Sourced<PhoneDuration>
  /// Refresh interval of a display.
  public var displayFrame: Sourced<PhoneDuration>
  /// How long the person thinks before they answer a question for permission.
  public var permissionAnswer: Sourced<PhoneDuration>
  /// How long a scene's change of size is animated.
  public var sizeTransition: Sourced<PhoneDuration>
  /// From a photo's exposure to its file, by what the app puts first.
  public var photoSpeed = Sourced(PhoneDuration.milliseconds(100), .assumed)
  public var photoBalanced = Sourced(PhoneDuration.milliseconds(200), .assumed)
  public var photoQuality = Sourced(PhoneDuration.milliseconds(500), .assumed)
  /// What sensor orientation compensation takes more, for each million pixels that are turned.
  public var photoTurn = Sourced(
    PhoneDuration.milliseconds(4), .assumed, "Apple says that it takes time, not how much")
  /// How long a finger stays down that taps: a quick person's.
  public var tap = Sourced(PhoneDuration.milliseconds(80), .assumed)
  /// How long an app with background tasks may work in the background before they expire.
  public var backgroundTasks = Sourced(PhoneDuration.seconds(30), .assumed, "Apple promises no number")
  /// How long a session whose pressure cost is 2 runs until the phone is hotter by one level of system pressure; the more
  /// it costs over 1, the shorter.
  public var heatsUp = Sourced(
    PhoneDuration.seconds(60), .assumed, "Apple says that it cannot be sustained, not for how long it can")
  /// How long a level that came so lasts once nothing heats any more.
  public var coolsDown = Sourced(PhoneDuration.seconds(60), .assumed)
  /// How long another `rectOfInterest` blocks its caller while the session runs.
  public var rectOfInterestBlocks = Sourced(
    PhoneDuration.milliseconds(50), .assumed, "seen to block (openradar 18980982); nobody says for how long")
  /// How long a running camera delivers nothing while its pipeline is built anew for another stabilisation.
  public var pipelineRebuild = Sourced(
    PhoneDuration.milliseconds(150), .assumed, "seen to freeze the preview; nobody says for how long")
}

public struct PolicyDescription: Hashable, Codable, Sendable {
  /// The accessory may be shown while the hinge is only partly open.
  public var accessoryWhilePartlyOpen: Sourced<Bool>
  /// A covered inner camera counts as neither forward nor backward for the outer view.
  public var coveredCameraHasNoDirection: Sourced<Bool>
  /// Something this near before a lens covers it: what it sees is black. Millimetres.
  public var coveredWithin: Sourced<Double>
  /// Rotation angle at which a data output connection of a front camera starts: 0, or 270 as the iPhones of 2025
  /// report to apps that were built with older SDKs.
  public var compatibilityRotation: Sourced<Int>
  /// Pixel buffers of one video data output; while the app keeps them all, frames are dropped.
  public var videoBuffers: Sourced<Int>
  /// Shorter side of the buffers that a video data output delivers preview-sized, pixels.
  public var previewShortSide: Sourced<Int>
  /// Cameras at most in a multi-camera session.
  public var multiCamLimit: Sourced<Int>
  /// Below this light, 1 being the room's normal one, an automatic flash fires.
  public var flashBelow = Sourced(0.2, .assumed)
  /// Photos of a bracket at most.
  public var photosInBracket = Sourced(3, .assumed, "as other iPhones report")
  /// Photos at most that are begun and unfinished while an output captures responsively.
  public var photosInFlight = Sourced(3, .assumed)
  /// The law of the country lets apps take photos without a sound.
  public var shutterMayBeSilent = Sourced(true, .assumed)
  /// Whether the phone has the key through which apps offer controls of their own.
  public var hasCameraControl = Sourced(false, .assumed, "no source speaks of one")
  /// What one camera at 30 frames a second that reads its whole sensor takes of what a session's hardware can do, 1 being
  /// all of it.
  public var hardwareCostUnit = Sourced(0.25, .assumed, "Apple says what counts, not how much")
  /// What a camera that joins pixels while reading costs, 1 being one that does not.
  public var binnedCost = Sourced(0.25, .assumed, "Apple says: substantially less")
  /// What streaming depth of one camera costs of the hardware.
  public var depthCost = Sourced(0.2, .assumed)
  /// What a picture of 1920 x 1080 pixels, 30 times a second, costs of what a session can sustain.
  public var pressureCostUnit = Sourced(0.25, .assumed)
}

/// Where the people are. Metres in the world; angles in degrees.
public struct PeopleDescription: Hashable, Codable, Sendable {
  /// Height of the eyes of holder and subject over the floor.
  public var eyeHeight: Sourced<Double>
  /// From the middle of the viewed display to the eyes, along its normal, with the phone in the hand.
  public var handDistance: Sourced<Double>
  /// From the hinge of a phone on a table to the eyes, and how far above level they are.
  public var tableDistance, tableElevation: Sourced<Double>
  /// Height of the table over the floor.
  public var tableHeight: Sourced<Double>
  /// How far behind the phone the subject stands.
  public var subjectDistance: Sourced<Double>
}

/// Hinge angles of the poses between shut and flat, degrees.
public struct PosesDescription: Hashable, Codable, Sendable {
  public var book, tabletopRearFlat, tabletopCoverFlat, tent: Sourced<Double>
}
