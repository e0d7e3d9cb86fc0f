import AVFoundation

struct PortraitOptions {
  var wantsDepth = true
}

final class PortraitPhoto: NSObject, AVCapturePhotoCaptureDelegate {
  let photoOutput: AVCapturePhotoOutput
  var options = PortraitOptions()

  init(photoOutput: AVCapturePhotoOutput) {
    self.photoOutput = photoOutput
    super.init()
    photoOutput.isDepthDataDeliveryEnabled = true  // finds: depth-unchecked
    photoOutput.isPortraitEffectsMatteDeliveryEnabled = photoOutput.isPortraitEffectsMatteDeliverySupported
  }
}
