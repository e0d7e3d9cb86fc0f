import DuoFoundation

/// The colours of a camera's pictures as buffers and descriptions name them: ITU-R BT.709 throughout (assumed: what iPhones
/// are seen to attach to sRGB pictures), with the primaries of Display P3 for wide colours.
package enum VideoColours {
  /// Attachments for the picture, which are also the extensions of its description. The matrix is there for YCbCr
  /// formats only.
  package static func attachments(format: OSType, isWide: Bool = false) -> CFDictionary {
    let result = CFMutableDictionary()
    result.setObject(
      isWide ? kCVImageBufferColorPrimaries_P3_D65 : kCVImageBufferColorPrimaries_ITU_R_709_2,
      forKey: kCVImageBufferColorPrimariesKey)
    result.setObject(kCVImageBufferTransferFunction_ITU_R_709_2, forKey: kCVImageBufferTransferFunctionKey)
    if isYCbCr(format) {
      result.setObject(kCVImageBufferYCbCrMatrix_ITU_R_709_2, forKey: kCVImageBufferYCbCrMatrixKey)
    }
    return result
  }

  private static func isYCbCr(_ format: OSType) -> Bool {
    [
      kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
      kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
      kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_422YpCbCr8, kCVPixelFormatType_422YpCbCr8_yuvs,
    ].contains(format)
  }
}

extension CVBuffer {
  /// Marks the picture with a camera's colours. They are handed on to copies.
  package func attachCameraColours(isWide: Bool = false) {
    attachmentStore.set(VideoColours.attachments(format: format, isWide: isWide), propagates: true)
  }
}

extension CMFormatDescription {
  /// A description of a camera's uncompressed pictures, with their colours.
  package convenience init(
    cameraPictures format: OSType, width: Int, height: Int, isWide: Bool = false
  ) {
    self.init(
      mediaType: .video, mediaSubType: MediaSubType(rawValue: format),
      dimensions: CMVideoDimensions(width: Int32(width), height: Int32(height)),
      extensions: VideoColours.attachments(format: format, isWide: isWide))
  }
}
