import AVFoundation

func frontTypes() -> [AVCaptureDevice.DeviceType] {
  guard #available(iOS 26.4, *) else { return [.builtInWideAngleCamera] }
  return [
    .builtInOuterUltraWideCamera,  // finds: availability-missing
    .builtInInnerUltraWideCamera,  // finds: availability-missing
  ]
}
