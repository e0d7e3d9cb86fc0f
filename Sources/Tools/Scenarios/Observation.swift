import Foundation
import PhoneModel

/// One thing that the app's process reports, in the order in which it happened. `Specs/scenarios.md`, "Observations".
public enum ObservationRecord: Sendable, Hashable {
  /// Always first.
  case header(ObservationHeader)
  /// A sign of life; at least one for each step.
  case progress(ProgressRecord)
  /// What every lit display showed at one moment.
  case moment(MomentRecord)
  /// Something in the app that a rule counts from.
  case appEvent(AppEventRecord)
  /// The app took a photo.
  case photo(PhotoRecord)
  /// The app's recording of a movie ended, or went on when the run ended.
  case movie(MovieRecord)
  /// The run could not be started: a broken picture, a phone that is not what the app was built for.
  case refused(RefusalRecord)
  /// A tap or an observation was not answered within `RunLimits.answer`.
  case hung(ProgressRecord)
  /// A tap found no such view.
  case tapMissed(TapMissRecord)
  /// The phone cannot do what the scenario asks.
  case ignored(IgnoredRecord)
  /// Always last in a whole run.
  case end(PhoneTime)
}

public struct ObservationHeader: Codable, Sendable, Hashable {
  public static let currentVersion = 2
  public var version: Int
  public var phone: String
  /// The name of the app, from its bundle or executable.
  public var app: String

  public init(phone: String, app: String) {
    version = Self.currentVersion
    self.phone = phone
    self.app = app
  }
}

public struct ProgressRecord: Codable, Sendable, Hashable {
  public var time: PhoneTime
  /// Index into the scenario's steps; nil before the first.
  public var step: Int?
  /// What is being done, in a few words.
  public var doing: String

  public init(time: PhoneTime, step: Int?, doing: String) {
    self.time = time
    self.step = step
    self.doing = doing
  }
}

public struct RefusalRecord: Codable, Sendable, Hashable {
  /// A file or the like.
  public var place: String
  public var what: String

  public init(place: String, what: String) {
    self.place = place
    self.what = what
  }
}

public struct TapMissRecord: Codable, Sendable, Hashable {
  public var time: PhoneTime
  public var step: Int
  public var target: TapTarget

  public init(time: PhoneTime, step: Int, target: TapTarget) {
    self.time = time
    self.step = step
    self.target = target
  }
}

public struct IgnoredRecord: Codable, Sendable, Hashable {
  public var time: PhoneTime
  public var step: Int
  public var event: PhoneEvent
  /// One sentence without a full stop.
  public var reason: String

  public init(time: PhoneTime, step: Int, event: PhoneEvent, reason: String) {
    self.time = time
    self.step = step
    self.event = event
    self.reason = reason
  }
}

public struct AppEventRecord: Codable, Sendable, Hashable {
  public enum Kind: String, Codable, Sendable, Hashable {
    /// A direction coordinator's handler, called because the map changed, returned (not the first call).
    case directionHandlerReturned
    /// The app exchanged a session's video input for one of another device.
    case inputReplaced
    /// A virtual camera went over to another constituent by itself.
    case virtualCameraSwitched
    case sessionStarted, sessionStopped, sessionInterrupted, interruptionEnded
    /// The app broke a rule that Apple only writes down, such as capture calls in the direction handler, or gave UIKit
    /// what it can only log.
    case violation
    /// The main thread did nothing else for a while, and some of it in a call that is known.
    case mainThreadBlocked
    /// A photo was finished, or failed, and nobody was left whom the capture framework could tell. `detail`: who is gone.
    case photoUndelivered
    /// A photo ended with an error, which the app was told. `detail`: the error.
    case photoFailed
    /// A recording ended, and its delegate was gone. `detail`: the file's name.
    case movieUndelivered
    /// A touch of the scenario reached another view than the one that it was meant for, one that does nothing, or was
    /// taken away before the fingers were up. `detail`: a sentence.
    case touchAstray
    /// What a camera saw was not what the world should show, because its file is broken. `detail`: a sentence.
    case worldFault
  }

  public var time: PhoneTime
  public var kind: Kind
  public var detail: String?
  /// Which rule a violation breaks, in one word; nil for the capture calls.
  public var name: String?
  /// How long it lasted, from `time` on; nil where that means nothing.
  public var over: PhoneDuration?

  public init(
    time: PhoneTime, kind: Kind, detail: String? = nil, name: String? = nil, over: PhoneDuration? = nil
  ) {
    self.time = time
    self.kind = kind
    self.detail = detail
    self.name = name
    self.over = over
  }
}

/// What the lit displays showed at one moment of phone time.
public struct MomentRecord: Codable, Sendable, Hashable {
  public enum Kind: String, Codable, Sendable, Hashable {
    /// A step's settled moment.
    case settled
    /// The step was observed although the phone did not come to rest.
    case unsettled
    /// A picture between an event and the settled moment.
    case transition
  }

  public var time: PhoneTime
  public var kind: Kind
  /// Index into the scenario's steps.
  public var step: Int
  public var stepName: String
  /// The phone's own state at `time`. The grader takes from it the hinge, the placement, where the app is and
  /// how its interface is turned, and which inner camera region is active; never a preview's camera.
  public var state: PhoneState
  /// The lit displays.
  public var displays: [DisplayObservation]

  public init(
    time: PhoneTime, kind: Kind, step: Int, stepName: String, state: PhoneState,
    displays: [DisplayObservation]
  ) {
    self.time = time
    self.kind = kind
    self.step = step
    self.stepName = stepName
    self.state = state
    self.displays = displays
  }
}

public struct DisplayObservation: Codable, Sendable, Hashable {
  public var display: DisplayID
  /// Clockwise quarter turns of the interface from the display's native top, as its viewer sees them; the
  /// picture, the previews and the controls are given with the interface's top up.
  public var interfaceTurn: QuarterTurns
  /// The display's size in points, with the interface's top up.
  public var width, height: Double
  /// The composed picture, BGRA, `pictureScale` pixels for each point. Nil in a transition.
  public var picture: PixelPicture?
  public var previews: [PreviewObservation]
  /// Everything tappable that is visible. Empty in a transition.
  public var controls: [ControlObservation]
  /// Every visible label, also in a transition.
  public var texts: [TextObservation]
  /// The windows, from back to front. Nil in a transition.
  public var windows: [WindowObservation]?

  public init(
    display: DisplayID, interfaceTurn: QuarterTurns, width: Double, height: Double, picture: PixelPicture?,
    previews: [PreviewObservation], controls: [ControlObservation], texts: [TextObservation] = [],
    windows: [WindowObservation]? = nil
  ) {
    self.display = display
    self.interfaceTurn = interfaceTurn
    self.width = width
    self.height = height
    self.picture = picture
    self.previews = previews
    self.controls = controls
    self.texts = texts
    self.windows = windows
  }
}

/// One preview layer on a display.
public struct PreviewObservation: Codable, Sendable, Hashable {
  /// Tells previews of one display apart; the same for one layer during a whole run.
  public var id: Int
  /// Where its video lies (after gravity, clipped to the layer), in points of the interface.
  public var rect: RectRecord
  /// The video alone, at shown size and gravity, turned, flipped and scaled as the transforms of the view and its
  /// superviews say, before anything is drawn over it and without a cut at the display's edges; gray, black round a
  /// slanted video; one pixel for each point or more, at most 4096 along a side of a scaled one. Nil when the layer has
  /// never shown a frame; in a transition also where no rule reads it: covered, on a display that nobody watches, or no
  /// camera was exchanged in this step.
  public var content: PixelPicture?
  /// Pixels of `content` for each point.
  public var contentScale: Double
  /// How much of `rect` is visible: from `VisibleArea.fraction`, composed twice. 0...1.
  public var visibleFraction: Double
  /// What the capture framework believes. It only feeds the disagreement check and rule 13's "connected now".
  public var trace: PreviewTrace
  public var scene: ObservedScene
  /// Nil in a transition.
  public var layout: PreviewLayout?

  public init(
    id: Int, rect: RectRecord, content: PixelPicture?, contentScale: Double, visibleFraction: Double,
    trace: PreviewTrace, scene: ObservedScene = .application, layout: PreviewLayout? = nil
  ) {
    self.id = id
    self.rect = rect
    self.content = content
    self.contentScale = contentScale
    self.visibleFraction = visibleFraction
    self.trace = trace
    self.scene = scene
    self.layout = layout
  }
}

/// The capture framework's side of a preview.
public struct PreviewTrace: Codable, Sendable, Hashable {
  public enum BlackReason: String, Codable, Sendable, Hashable {
    case covered, notAuthorised, interrupted, notRunning, connectionDisabled
  }

  /// `uniqueID` of the device at the preview's connection now; nil without a connection.
  public var deviceUniqueID: String?
  /// The physical camera that exposed the frame that is shown.
  public var frameCamera: CameraID?
  /// The physical camera that feeds the connection now.
  public var connectedCamera: CameraID?
  /// The connection's `videoRotationAngle` under which the frame is drawn.
  public var rotationAngle: Double
  /// The connection's `isVideoMirrored` under which the frame is drawn.
  public var isMirrored: Bool
  /// The shown frame's time stamp.
  public var frameTime: PhoneTime?
  /// The shown frame's stream.
  public var frame: FrameGeometry?
  public var isInterrupted: Bool
  /// Why there is nothing to see, when the framework knows.
  public var blackReason: BlackReason?
  /// How the view's and its superviews' transforms turn the drawn frame: degrees clockwise on the display, after the
  /// flip.
  public var viewRotation: Double
  /// Those transforms flip the drawn frame left-right.
  public var viewIsFlipped: Bool
  /// The app drew the picture itself, so that the framework knows nothing of it.
  public var isMadeByApp: Bool

  public init(
    deviceUniqueID: String?, frameCamera: CameraID?, connectedCamera: CameraID?, rotationAngle: Double,
    isMirrored: Bool, frameTime: PhoneTime?, frame: FrameGeometry?, isInterrupted: Bool = false,
    blackReason: BlackReason? = nil, viewRotation: Double = 0, viewIsFlipped: Bool = false,
    isMadeByApp: Bool = false
  ) {
    self.deviceUniqueID = deviceUniqueID
    self.frameCamera = frameCamera
    self.connectedCamera = connectedCamera
    self.rotationAngle = rotationAngle
    self.isMirrored = isMirrored
    self.frameTime = frameTime
    self.frame = frame
    self.isInterrupted = isInterrupted
    self.blackReason = blackReason
    self.viewRotation = viewRotation
    self.viewIsFlipped = viewIsFlipped
    self.isMadeByApp = isMadeByApp
  }
}

/// How a native frame was made, and how it lies in the preview's content.
public struct FrameGeometry: Codable, Sendable, Hashable {
  /// Native size in pixels, before rotation.
  public var width, height: Int
  /// Horizontal, degrees, zoom included.
  public var fieldOfView: Double
  public var frameDuration: PhoneDuration
  /// Pixels of `content` for one pixel of the native frame, the transforms of views included.
  public var scale: Double

  public init(width: Int, height: Int, fieldOfView: Double, frameDuration: PhoneDuration, scale: Double) {
    self.width = width
    self.height = height
    self.fieldOfView = fieldOfView
    self.frameDuration = frameDuration
    self.scale = scale
  }
}

/// A view that takes touches.
public struct ControlObservation: Codable, Sendable, Hashable {
  /// `accessibilityIdentifier`, else label, else class name.
  public var name: String
  /// Where it takes touches, clipped to the display, in points of the interface.
  public var hitRect: RectRecord
  public var scene: ObservedScene
  /// `name` is its `accessibilityIdentifier`.
  public var isIdentified: Bool
  /// What it is set to, in words: `accessibilityValue`, or what the control itself holds. Nil for a control that holds
  /// nothing.
  public var value: String?

  public init(
    name: String, hitRect: RectRecord, scene: ObservedScene = .application, isIdentified: Bool = false,
    value: String? = nil
  ) {
    self.name = name
    self.hitRect = hitRect
    self.scene = scene
    self.isIdentified = isIdentified
    self.value = value
  }
}

/// A rectangle in points of a display's interface: from the top left corner, x to the right, y down.
public struct RectRecord: Codable, Sendable, Hashable {
  public var x, y, width, height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public func intersects(_ other: RectRecord) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
  }
}

/// Pixels, rows tightly packed. In a stream of observations the bytes follow the JSON line.
public struct PixelPicture: Sendable, Hashable {
  public enum Layout: String, Codable, Sendable, Hashable {
    case gray8, bgra
    public var bytesPerPixel: Int { self == .gray8 ? 1 : 4 }
  }

  public var width, height: Int
  public var layout: Layout
  /// `width * height * layout.bytesPerPixel` bytes.
  public var bytes: Data

  public init(width: Int, height: Int, layout: Layout, bytes: Data) {
    precondition(bytes.count == width * height * layout.bytesPerPixel)
    self.width = width
    self.height = height
    self.layout = layout
    self.bytes = bytes
  }
}

/// Rule 3: what of a preview can be seen.
public enum VisibleArea {
  /// Compares two compositions of one display, of which the second has the preview's video replaced by a key
  /// colour. Returns how much of `rect` (in pixels, whole numbers) differs, 0...1; an empty `rect` gives 0.
  public static func fraction(_ picture: PixelPicture, keyed: PixelPicture, rect: RectRecord) -> Double {
    precondition(picture.layout == .bgra && keyed.layout == .bgra)
    precondition(picture.width == keyed.width && picture.height == keyed.height)
    let left = max(0, Int(rect.x)), right = min(picture.width, Int(rect.x + rect.width))
    let top = max(0, Int(rect.y)), bottom = min(picture.height, Int(rect.y + rect.height))
    guard left < right, top < bottom else { return 0 }
    var different = 0
    picture.bytes.withUnsafeBytes { (a: UnsafeRawBufferPointer) in
      keyed.bytes.withUnsafeBytes { (b: UnsafeRawBufferPointer) in
        for y in top..<bottom {
          for pixel in (y * picture.width + left)..<(y * picture.width + right)
          where a.loadUnaligned(fromByteOffset: pixel * 4, as: UInt32.self)
            != b.loadUnaligned(fromByteOffset: pixel * 4, as: UInt32.self)
          {
            different += 1
          }
        }
      }
    }
    return Double(different) / Double((right - left) * (bottom - top))
  }
}
