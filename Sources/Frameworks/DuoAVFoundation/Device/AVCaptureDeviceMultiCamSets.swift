import PhoneModel

extension AVCaptureDevice.DiscoverySession {
  /// The sets of this search's devices that may run together in an `AVCaptureMultiCamSession`, so does any part of a set;
  /// empty on a phone without multi-camera. [header] Which they are on the folding phone nobody says: the description
  /// limits how many physical cameras run at once (assumed).
  public var supportedMultiCamDeviceSets: [Set<AVCaptureDevice>] {
    let found = devices
    return MultiCam.sets(in: phone.description).compactMap { set in
      let devices = set.compactMap { camera in found.first { $0.camera.id == camera } }
      return devices.count == set.count ? Set(devices) : nil
    }
  }
}
