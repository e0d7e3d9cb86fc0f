import DuoAVFoundation
import PhoneHardware
import Scenarios

extension PhotoRecord {
  init(_ photo: FinishedPhoto) {
    self.init(
      time: photo.time, state: photo.state, file: photo.file, frameCamera: photo.camera,
      deviceUniqueID: photo.deviceUniqueID, rotationAngle: photo.angle.degrees, isMirrored: photo.isMirrored,
      orientation: Int(photo.orientation.rawValue), width: photo.width, height: photo.height)
  }
}

extension ObservationOutlet {
  /// Reports every photo that is taken with the phone from now on.
  func reportPhotos(of phone: any PhoneHardware) {
    guard isOpen else { return }
    PhotoWatch.set(on: phone) { photo in self.send(.photo(PhotoRecord(photo))) }
  }
}
