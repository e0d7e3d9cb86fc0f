import Photos

// Apple's Photos brings AVFoundation along, and some camera projects have no import for it.

enum PhotosHabits {
  static var microphone: AVAudioSession.RecordPermission { AVAudioSession.sharedInstance().recordPermission }

  /// With the codecs as they were written before they had a type.
  static func settings(_ codec: String) -> AVCapturePhotoSettings {
    AVCapturePhotoSettings(format: [AVVideoCodecKey: codec])
  }

  static let codecs = [AVVideoCodecJPEG, AVVideoCodecH264, AVVideoCodecHEVC]
}
