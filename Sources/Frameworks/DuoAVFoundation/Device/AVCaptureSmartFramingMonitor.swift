import DuoFoundation
import PhoneHardware
import PhoneModel
import Synchronization

/// A part of a square sensor's picture that shows the people in it well. Two are equal when they mean the same part.
public final class AVCaptureFraming: NSObject, Sendable {
  public let aspectRatio: AVCaptureDevice.AspectRatio
  public let zoomFactor: Float

  init(aspectRatio: AVCaptureDevice.AspectRatio, zoomFactor: Float) {
    self.aspectRatio = aspectRatio
    self.zoomFactor = zoomFactor
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVCaptureFraming else { return false }
    return aspectRatio == other.aspectRatio && zoomFactor == other.zoomFactor
  }

  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(aspectRatio)
    hasher.combine(zoomFactor)
    return hasher.finalize()
  }

  public override var description: String {
    "<AVCaptureFraming: \(aspectRatio.rawValue) x\(zoomFactor)>"
  }
}

/// Recommends a framing for the people that the front camera sees. The app sets it: ratio first, then the zoom factor.
/// [talk]
///
/// Observers are told on the thread that makes the change: the app's, or the phone's clock.
public final class AVCaptureSmartFramingMonitor: NSObject, Sendable {
  private struct State: Sendable {
    var enabled: [AVCaptureFraming] = []
    var isMonitoring = false
    var recommended: AVCaptureFraming?
  }

  private let device: WeakReference<AVCaptureDevice>
  private let state = Mutex(State())

  init(_ device: AVCaptureDevice) { self.device = WeakReference(device) }

  /// What the active format offers; empty where it offers none. Observable. [header]
  public var supportedFramings: [AVCaptureFraming] { device.object?.framings ?? [] }

  /// Among which one is recommended. Starts empty. One that is not supported raises `NSInvalidArgumentException` (assumed).
  public var enabledFramings: [AVCaptureFraming] {
    get { state.withLock { $0.enabled } }
    set {
      let supported = supportedFramings
      if let wrong = newValue.first(where: { !supported.contains($0) }) {
        DeviceFault.invalidArgument("- \(wrong) is not in supportedFramings")
          .raised(by: "setEnabledFramings:", of: "AVCaptureSmartFramingMonitor")
      }
      state.withLock { $0.enabled = newValue }
      look()
    }
  }

  /// Nil unless monitoring; always one of `enabledFramings`. Observable. [header]
  public var recommendedFraming: AVCaptureFraming? { state.withLock { $0.recommended } }

  public var isMonitoring: Bool { state.withLock { $0.isMonitoring } }

  /// Before or after `startRunning()`. [header]
  /// - Throws: `AVError.noSmartFramingsEnabled` with nothing enabled.
  public func startMonitoring() throws {
    guard !enabledFramings.isEmpty else { throw AVError(.noSmartFramingsEnabled) }
    state.withLock { $0.isMonitoring = true }
    look()
  }

  public func stopMonitoring() {
    state.withLock { $0.isMonitoring = false }
    look()
  }

  /// The device has another format: framings that it does not offer are not enabled any more (assumed).
  func formatChanged(from old: [AVCaptureFraming], to new: [AVCaptureFraming]) {
    guard old != new else { return }
    state.withLock { state in state.enabled = state.enabled.filter(new.contains) }
    announce(\.supportedFramings, old: old, new: new)
    look()
  }

  /// Looks at the people again.
  func look() {
    guard let device = device.object else { return }
    let people = isMonitoring ? device.peopleOfWholeSensor : []
    let change = state.withLock { state -> (AVCaptureFraming?, AVCaptureFraming?)? in
      let old = state.recommended
      state.recommended =
        state.isMonitoring ? SmartFraming.recommended(state.enabled, for: people) : nil
      return old == state.recommended ? nil : (old, state.recommended)
    }
    if let (old, new) = change { announce(\.recommendedFraming, old: old, new: new) }
  }
}

extension AVCaptureSmartFramingMonitor: KeyValueObservable {
  public typealias ObservedRoot = AVCaptureSmartFramingMonitor
  public static var observableKeyPaths: [PartialKeyPath<AVCaptureSmartFramingMonitor>] {
    [\.supportedFramings, \.recommendedFraming]
  }
}

/// Which framing suits the people in a square picture. A function on values.
enum SmartFraming {
  /// The closest of the framings that hold every face with a margin; of equal ones the first; the widest when none does, or
  /// when there are no faces (assumed).
  static func recommended(_ framings: [AVCaptureFraming], for people: [SeenPerson]) -> AVCaptureFraming? {
    let faces = people.compactMap(\.face)
    let holding = framings.filter { framing in faces.allSatisfy { holds(framing, $0) } }
    func closest(_ a: AVCaptureFraming, _ b: AVCaptureFraming) -> Bool { area(a) < area(b) - 1e-9 }
    if faces.isEmpty || holding.isEmpty { return framings.max(by: closest) }
    return holding.min(by: closest)
  }

  /// Half the width and height that a framing shows of the square, which is 1 by 1.
  private static func half(_ framing: AVCaptureFraming) -> (x: Double, y: Double) {
    let (across, up) = AspectRatio.numbers(framing.aspectRatio.rawValue) ?? (1, 1)
    let longest = Double(max(across, up))
    let scale = 0.5 / Double(framing.zoomFactor)
    return (scale * Double(across) / longest, scale * Double(up) / longest)
  }

  private static func area(_ framing: AVCaptureFraming) -> Double {
    let half = half(framing)
    return half.x * half.y
  }

  private static func holds(_ framing: AVCaptureFraming, _ face: SeenPerson.Box) -> Bool {
    let half = half(framing)
    // Half a face of room on every side.
    let (left, right) = (face.x - face.width / 2 - 0.5, face.x + face.width * 1.5 - 0.5)
    let (top, bottom) = (face.y - face.height / 2 - 0.5, face.y + face.height * 1.5 - 0.5)
    return left >= -half.x && right <= half.x && top >= -half.y && bottom <= half.y
  }
}

extension AVCaptureDevice {
  /// Nil for cameras without a format for it. [header]
  public var smartFramingMonitor: AVCaptureSmartFramingMonitor? {
    guard formats.contains(where: \.isSmartFramingSupported) else { return nil }
    return framingMonitor.withLock { monitor in
      if let monitor { return monitor }
      let made = AVCaptureSmartFramingMonitor(self)
      monitor = made
      return made
    }
  }

  var framings: [AVCaptureFraming] { framings(current) }

  /// Every ratio of the format with every zoom factor that the description names.
  func framings(_ state: DeviceState) -> [AVCaptureFraming] {
    guard formats.indices.contains(state.format), formats[state.format].isSmartFramingSupported else {
      return []
    }
    return formats[state.format].supportedDynamicAspectRatios.flatMap { ratio in
      camera.traits.framingZooms.value.map { AVCaptureFraming(aspectRatio: ratio, zoomFactor: Float($0)) }
    }
  }

  /// The people that the whole square sensor sees now.
  var peopleOfWholeSensor: [SeenPerson] {
    let format = activeFormat.numbers
    var configuration = streamConfiguration
    let side = max(format.width, format.height)
    (configuration.width, configuration.height) = (side, side)
    let perPixel = Optics.halfWidth(format.fieldOfView) / Double(format.width)
    configuration.fieldOfView = Optics.fieldOfView(halfWidth: perPixel * Double(side))
    configuration.zoom = 1
    return phone.people(camera.id, configuration)
  }
}

extension AVCaptureDevice.Format {
  /// Square formats for photos, whose ratios are 3:4 and 4:3 only. [talk]
  public var isSmartFramingSupported: Bool {
    mediaType == .video && Set(supportedDynamicAspectRatios) == [.ratio3x4, .ratio4x3]
  }
}
