import DuoFoundation

extension AVCaptureConnection {
  /// Whether frames can carry the camera's intrinsic matrix: those of a video data output can, while they are not
  /// stabilised. [header]
  public var isCameraIntrinsicMatrixDeliverySupported: Bool {
    current.carriesPictures && current.destination == .videoData && activeVideoStabilizationMode == .off
  }

  /// False at first. True: every frame has the attachment `kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix`, a
  /// `matrix_float3x3` in its bytes, for the pixels of the buffer. [header]
  ///
  /// True where it is not supported raises `NSInvalidArgumentException`. [header]
  public var isCameraIntrinsicMatrixDeliveryEnabled: Bool {
    get { current.deliversIntrinsics }
    set {
      if newValue, !isCameraIntrinsicMatrixDeliverySupported {
        raise(
          .invalidArgument,
          "*** -[AVCaptureConnection setCameraIntrinsicMatrixDeliveryEnabled:] Camera intrinsic matrix delivery is not "
            + "supported")
      }
      changeState { $0.deliversIntrinsics = newValue }
    }
  }
}
