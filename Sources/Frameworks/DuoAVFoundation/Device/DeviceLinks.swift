import DuoCoreMedia
import DuoFoundation
import PhoneHardware
import PhoneModel
import Synchronization

/// Why a device wants its stream changed.
package enum DeviceReconfiguration: Hashable, Sendable {
  /// The app set `activeFormat`: the session's preset becomes `.inputPriority`. [header]
  case format
  /// The session itself chose a format for a preset.
  case preset
  /// Zoom, frame duration or aspect ratio.
  case stream
}

/// Who must hear about a device's changes.
struct DeviceLinks: Sendable {
  var sessions: [ObjectIdentifier: @Sendable (DeviceReconfiguration) -> PhoneTime?] = [:]
  var inputs: [WeakInput] = []
}

struct WeakInput: @unchecked Sendable {
  // `@unchecked`: reading a weak reference is atomic, and inputs guard their own state.
  weak var input: AVCaptureDeviceInput?
}

// What a session asks of a device.
extension AVCaptureDevice {
  /// What the session gives the phone's `openCamera`, or a running stream's `configure`: the active format
  /// cut to the dynamic aspect ratio, the zoom factor, and the shortest frame duration.
  package var streamConfiguration: StreamConfiguration { rules.stream(current) }

  /// The format description of the pictures that are delivered now, sensor's native top up.
  package var deliveredFormatDescription: CMFormatDescription {
    let geometry = rules.geometry(current)
    return .video(
      width: geometry.width, height: geometry.height, pixelFormat: activeFormat.numbers.pixelFormat)
  }

  /// An input of this device was added to a session. Frame durations return to their defaults. [header]
  /// - Parameter onReconfigure: Called with no lock held after a change that a running stream must follow, on
  ///   the thread of the change. The session reads `streamConfiguration` and applies it, now or at its
  ///   commit, and answers the time of the first frame with the new settings, or nil when it is not
  ///   streaming.
  package func sessionDidAttach(
    _ session: AnyObject,
    onReconfigure: @escaping @Sendable (DeviceReconfiguration) -> PhoneTime?
  ) {
    update(cause: .preset) { rules.resetFrameDurations(in: &$0) }
    links.withLock { $0.sessions[ObjectIdentifier(session)] = onReconfigure }
    portFormatsChanged()
  }

  /// The input was removed. `activePrimaryConstituent` becomes nil.
  package func sessionDidDetach(_ session: AnyObject) {
    let isFree = links.withLock { links in
      links.sessions[ObjectIdentifier(session)] = nil
      return links.sessions.isEmpty
    }
    if isFree { setActiveConstituent(nil) }
    portFormatsChanged()
  }

  package var isAttachedToSession: Bool { links.withLock { !$0.sessions.isEmpty } }

  /// Which physical camera feeds this device now; nil when it is not running. No effect on a physical device.
  package func setActiveConstituent(_ constituent: CameraID?) {
    guard isVirtualDevice else { return }
    update { $0.activeConstituent = constituent }
  }

  /// Whether a session with this preset can use the device.
  /// - Parameter preset: Raw value of the preset, `AVCaptureSessionPreset…`.
  package func supportsPreset(_ preset: String) -> Bool {
    let name = Self.presetName(preset)
    return name == "InputPriority" || rules.formatFor(preset: name) != nil
  }

  /// Makes the preset's format active, as a session does when its preset is set or an input is added, and
  /// resets what a preset resets. `InputPriority` leaves everything as it is. [header]
  /// - Returns: false, and no change, when the device does not support the preset.
  @discardableResult
  package func chooseFormat(forPreset preset: String) -> Bool {
    let name = Self.presetName(preset)
    if name == "InputPriority" { return true }
    guard let format = rules.formatFor(preset: name) else { return false }
    update(cause: .preset) { rules.select(format, in: &$0) }
    return true
  }

  private static func presetName(_ rawValue: String) -> String {
    let prefix = "AVCaptureSessionPreset"
    return rawValue.hasPrefix(prefix) ? String(rawValue.dropFirst(prefix.count)) : rawValue
  }

  /// Asks every session to follow.
  /// - Returns: The time of the first frame with the new settings; nil when nobody streams.
  @discardableResult
  func reconfigure(_ cause: DeviceReconfiguration) -> PhoneTime? {
    let sessions = links.withLock { Array($0.sessions.values) }
    let times = sessions.compactMap { $0(cause) }
    portFormatsChanged()
    return times.min()
  }

  /// The time of the next picture, for settings that change no stream: one frame from now; nil when no
  /// session has the device.
  func nextFrame() -> PhoneTime? {
    isAttachedToSession ? phone.clock.now + streamConfiguration.frameDuration : nil
  }

  func register(_ input: AVCaptureDeviceInput) {
    let entry = WeakInput(input: input)
    links.withLock { links in
      links.inputs.removeAll { $0.input == nil }
      links.inputs.append(entry)
    }
  }

  private func portFormatsChanged() {
    for entry in links.withLock({ $0.inputs }) { entry.input?.refreshFormatDescription() }
  }
}
