import DuoFoundation

/// The colours of a camera's pictures as buffers and descriptions name them.
package enum VideoColours: Hashable, Sendable {
  /// ITU-R BT.709 throughout (assumed: what iPhones are seen to attach to sRGB pictures).
  case sRGB
  /// The same with the primaries of Display P3.
  case displayP3
  /// ITU-R BT.2020 with hybrid log-gamma.
  case hlg
  /// ITU-R BT.2020 with Apple's curve, which has a name of its own. [docs]
  case appleLog
  /// Apple Wide Gamut: only the curve's name and the matrix are there. [docs]
  case appleLog2

  /// Attachments for a picture, which are also the extensions of its description. The matrix is there for YCbCr formats
  /// only.
  package func attachments(format: OSType) -> CFDictionary {
    let result = CFMutableDictionary()
    func set(_ value: CFString?, _ key: CFString) { if let value { result.setObject(value, forKey: key) } }
    set(primaries, kCVImageBufferColorPrimariesKey)
    set(transfer, kCVImageBufferTransferFunctionKey)
    set(logCurve, kCVImageBufferLogTransferFunctionKey)
    if Self.isYCbCr(format) { set(matrix, kCVImageBufferYCbCrMatrixKey) }
    return result
  }

  private var primaries: CFString? {
    switch self {
    case .sRGB: kCVImageBufferColorPrimaries_ITU_R_709_2
    case .displayP3: kCVImageBufferColorPrimaries_P3_D65
    case .hlg, .appleLog: kCVImageBufferColorPrimaries_ITU_R_2020
    case .appleLog2: nil
    }
  }

  private var transfer: CFString? {
    switch self {
    case .sRGB, .displayP3: kCVImageBufferTransferFunction_ITU_R_709_2
    case .hlg: kCVImageBufferTransferFunction_ITU_R_2100_HLG
    case .appleLog, .appleLog2: nil
    }
  }

  private var logCurve: CFString? {
    switch self {
    case .sRGB, .displayP3, .hlg: nil
    case .appleLog: kCVImageBufferLogTransferFunction_AppleLog
    case .appleLog2: kCVImageBufferLogTransferFunction_AppleLog2
    }
  }

  private var matrix: CFString {
    switch self {
    case .sRGB, .displayP3: kCVImageBufferYCbCrMatrix_ITU_R_709_2
    case .hlg, .appleLog, .appleLog2: kCVImageBufferYCbCrMatrix_ITU_R_2020
    }
  }

  private static func isYCbCr(_ format: OSType) -> Bool {
    [
      kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
      kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr10BiPlanarFullRange,
      kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr10BiPlanarFullRange,
      kCVPixelFormatType_420YpCbCr8Planar, kCVPixelFormatType_422YpCbCr8, kCVPixelFormatType_422YpCbCr8_yuvs,
    ].contains(format)
  }

  /// What the attachments of a picture say; nil for others than a camera's.
  package init?(attachedTo buffer: CVBuffer) { self.init { buffer.attachmentStore[$0]?.value } }

  /// What the extensions of a description say; nil for others than a camera's.
  package init?(describedBy description: CMFormatDescription) {
    let extensions = description.extensions
    self.init { extensions[$0] }
  }

  private init?(_ value: (CFString) -> Any?) {
    func text(_ text: Any?) -> String? { (text as? NSString).map { String(describing: $0) } }
    let keys = [
      kCVImageBufferColorPrimariesKey, kCVImageBufferTransferFunctionKey,
      kCVImageBufferLogTransferFunctionKey,
    ]
    let said = keys.map { text(value($0)) }
    let all: [VideoColours] = [.sRGB, .displayP3, .hlg, .appleLog, .appleLog2]
    let found = all.first { said == [$0.primaries, $0.transfer, $0.logCurve].map(text) }
    guard let found else { return nil }
    self = found
  }
}

extension CVBuffer {
  /// Marks the picture with a camera's colours. They are handed on to copies.
  package func attachCameraColours(_ colours: VideoColours = .sRGB) {
    attachmentStore.set(colours.attachments(format: format), propagates: true)
  }
}

extension CMFormatDescription {
  /// A description of a camera's uncompressed pictures, with their colours.
  package convenience init(
    cameraPictures format: OSType, width: Int, height: Int, colours: VideoColours = .sRGB
  ) {
    self.init(
      mediaType: .video, mediaSubType: MediaSubType(rawValue: format),
      dimensions: CMVideoDimensions(width: Int32(width), height: Int32(height)),
      extensions: colours.attachments(format: format))
  }
}
