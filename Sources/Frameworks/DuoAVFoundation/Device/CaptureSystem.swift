import DuoFoundation
import PhoneHardware
import PhoneModel
import Synchronization

/// What capture keeps for one phone: its device objects, one for each connected camera, the person's permissions, and
/// what the app's property list allows.
package final class CaptureSystem: Sendable {
  package let phone: any PhoneHardware
  package let authorization: CaptureAuthorization
  package let rights = CaptureRights()

  private let devices = Mutex<[CameraID: Handed<AVCaptureDevice>]>([:])
  private let searches = Mutex<[WeakSearch]>([])
  /// Unique IDs of the cameras that the person chose, the latest first.
  let preferred = Mutex<[String]>([])
  private let observation = Mutex<(any PhoneObservation)?>(nil)

  private struct WeakSearch: @unchecked Sendable {
    // `@unchecked`: reading a weak reference is atomic, and a search is immutable.
    weak var search: AVCaptureDevice.DiscoverySession?
  }

  package init(phone: any PhoneHardware) {
    self.phone = phone
    authorization = CaptureAuthorization(
      clock: phone.clock, answerDelay: phone.description.timing.permissionAnswer.value)
    let trace = phone.trace
    authorization.observe { mediaType, status in
      trace.record(
        "permission", ["media": .text(mediaType.word), "status": .text("\(status)")])
    }
    let observation = phone.observe { [weak self] in self?.phoneChanged($0) }
    self.observation.withLock { $0 = observation }
  }

  deinit { observation.withLock { $0?.cancel() } }

  // MARK: The phone of this process

  private static let shared = Mutex<CaptureSystem?>(nil)

  /// The system of `CurrentPhone`; another one as soon as another phone is current.
  package static var current: CaptureSystem {
    let phone = CurrentPhone.phone
    if let system = shared.withLock({ $0 }), system.phone === phone { return system }
    let made = CaptureSystem(phone: phone)
    return shared.withLock { system in
      if let system, system.phone === phone { return system }
      system = made
      return made
    }
  }

  // MARK: Devices

  /// The device object of a camera; nil when there is no such camera, or it is unplugged.
  package func device(_ id: CameraID) -> AVCaptureDevice? { device(id, in: phone.state) }

  package func device(uniqueID: String) -> AVCaptureDevice? {
    phone.description.captureDevices.first { $0.uniqueID == uniqueID }.flatMap { device($0.id) }
  }

  private func device(_ id: CameraID, in state: PhoneState) -> AVCaptureDevice? {
    guard
      let camera = phone.description.captureDevice(id),
      Discovery.isAvailable(camera, unplugged: state.unplugged)
    else { return nil }
    if let device = devices.withLock({ $0[id] }) { return device.value }
    let made = AVCaptureDevice(
      camera: camera, phone: phone, authorization: authorization, state: state,
      constituents: camera.constituents.compactMap { device($0, in: state) })
    let offered = Handed(made)
    return devices.withLock { devices in
      let device = devices[id] ?? offered
      devices[id] = device
      return device
    }.value
  }

  /// The cameras that a search finds now, in the order that Apple documents.
  package func devices(
    _ types: [AVCaptureDevice.DeviceType], mediaType: AVMediaType?, position: AVCaptureDevice.Position,
    byDefaultOnly: Bool = false
  ) -> [AVCaptureDevice] {
    devices(types, mediaType: mediaType, position: position, byDefaultOnly: byDefaultOnly, in: phone.state)
  }

  private func devices(
    _ types: [AVCaptureDevice.DeviceType], mediaType: AVMediaType?, position: AVCaptureDevice.Position,
    byDefaultOnly: Bool, in state: PhoneState
  ) -> [AVCaptureDevice] {
    let available = phone.description.captureDevices.filter {
      (mediaType == nil || mediaType == ($0.id == .microphone ? .audio : .video))
        && Discovery.isAvailable($0, unplugged: state.unplugged)
        && ($0.discoverableByDefault.value || !byDefaultOnly)
    }
    return Discovery.search(available, types: types.map(\.rawValue), position: position)
      .compactMap { device($0.id, in: state) }
  }

  /// Every connected device that can be had without a discovery session, in the description's order.
  var devicesByDefault: [AVCaptureDevice] {
    let state = phone.state
    return phone.description.captureDevices.filter(\.discoverableByDefault.value).compactMap {
      device($0.id, in: state)
    }
  }

  // MARK: Changes of the phone

  func register(_ search: AVCaptureDevice.DiscoverySession) {
    let entry = WeakSearch(search: search)
    searches.withLock { searches in
      searches.removeAll { $0.search == nil }
      searches.append(entry)
    }
  }

  private func phoneChanged(_ change: PhoneChange) {
    if change.before.unplugged != change.after.unplugged { plugsChanged(change) }
    for device in devices.withLock({ Array($0.values) }) { device.value.subjectMayHaveChanged(change) }
    for device in devices.withLock({ Array($0.values) }) { device.value.followPhone(change) }
  }

  private func plugsChanged(_ change: PhoneChange) {
    let searches = self.searches.withLock { $0 }.compactMap(\.search)
    let found = searches.map { self.found($0, in: change.before) }
    let cameras = phone.description.cameras
    func isAvailable(_ camera: CameraDescription, _ state: PhoneState) -> Bool {
      Discovery.isAvailable(camera, unplugged: state.unplugged)
    }
    let gone = cameras.filter { isAvailable($0, change.before) && !isAvailable($0, change.after) }
    let come = cameras.filter { !isAvailable($0, change.before) && isAvailable($0, change.after) }
    let lost = devices.withLock { devices in gone.compactMap { devices.removeValue(forKey: $0.id) } }
    let won = come.compactMap { device($0.id, in: change.after) }

    for device in lost { device.value.update { $0.isConnected = false } }
    for (search, before) in zip(searches, found) {
      search.announceIfChanged(from: before, to: self.found(search, in: change.after))
    }
    for device in lost {
      NotificationCenter.default.post(
        name: AVCaptureDevice.wasDisconnectedNotification, object: device.value)
    }
    for device in won {
      NotificationCenter.default.post(name: AVCaptureDevice.wasConnectedNotification, object: device)
    }
  }

  private func found(
    _ search: AVCaptureDevice.DiscoverySession, in state: PhoneState
  ) -> [AVCaptureDevice] {
    devices(
      search.deviceTypes, mediaType: search.mediaType, position: search.position, byDefaultOnly: false,
      in: state)
  }
}
