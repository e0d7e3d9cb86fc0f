import DuoFoundation

/// Whether an attachment is handed on to buffers made from this one. Raw values are Apple's. [docs]
public enum CVAttachmentMode: UInt32, Sendable {
  case shouldNotPropagate = 0
  case shouldPropagate = 1
}

public func CVBufferSetAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ value: CFTypeRef, _ attachmentMode: CVAttachmentMode
) {
  buffer.attachmentStore[key] = .init(value: value, propagates: attachmentMode == .shouldPropagate)
}

public func CVBufferSetAttachments(
  _ buffer: CVBuffer, _ theAttachments: CFDictionary, _ attachmentMode: CVAttachmentMode
) {
  buffer.attachmentStore.set(theAttachments, propagates: attachmentMode == .shouldPropagate)
}

/// An attached value and its mode; nil when there is none.
public func CVBufferCopyAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> CFTypeRef? {
  guard let attachment = buffer.attachmentStore[key] else { return nil }
  attachmentMode?.pointee = attachment.propagates ? .shouldPropagate : .shouldNotPropagate
  return attachment.value
}

/// The older form of `CVBufferCopyAttachment`: the value belongs to the buffer.
public func CVBufferGetAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> Unmanaged<CFTypeRef>? {
  CVBufferCopyAttachment(buffer, key, attachmentMode).map { Unmanaged.passUnretained($0) }
}

/// All attachments of one mode; nil when there are none.
public func CVBufferCopyAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
  buffer.attachmentStore.dictionary(propagating: attachmentMode == .shouldPropagate)
}

/// The older form of `CVBufferCopyAttachments`.
public func CVBufferGetAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
  CVBufferCopyAttachments(buffer, attachmentMode)
}

public func CVBufferHasAttachment(_ buffer: CVBuffer, _ key: CFString) -> Bool {
  buffer.attachmentStore[key] != nil
}

public func CVBufferRemoveAttachment(_ buffer: CVBuffer, _ key: CFString) {
  buffer.attachmentStore[key] = nil
}

public func CVBufferRemoveAllAttachments(_ buffer: CVBuffer) { buffer.attachmentStore.removeAll() }

/// Hands the propagating attachments on.
public func CVBufferPropagateAttachments(_ sourceBuffer: CVBuffer, _ destinationBuffer: CVBuffer) {
  sourceBuffer.attachmentStore.propagate(to: destinationBuffer.attachmentStore)
}

// MARK: - What attachments say about the picture

public var kCVImageBufferCleanApertureKey: CFString { "CVCleanAperture" }
public var kCVImageBufferCleanApertureWidthKey: CFString { "Width" }
public var kCVImageBufferCleanApertureHeightKey: CFString { "Height" }
public var kCVImageBufferCleanApertureHorizontalOffsetKey: CFString { "HorizontalOffset" }
public var kCVImageBufferCleanApertureVerticalOffsetKey: CFString { "VerticalOffset" }
public var kCVImageBufferPixelAspectRatioKey: CFString { "CVPixelAspectRatio" }
public var kCVImageBufferPixelAspectRatioHorizontalSpacingKey: CFString { "HorizontalSpacing" }
public var kCVImageBufferPixelAspectRatioVerticalSpacingKey: CFString { "VerticalSpacing" }
public var kCVImageBufferYCbCrMatrixKey: CFString { "CVImageBufferYCbCrMatrix" }
public var kCVImageBufferYCbCrMatrix_ITU_R_709_2: CFString { "ITU_R_709_2" }
public var kCVImageBufferYCbCrMatrix_ITU_R_601_4: CFString { "ITU_R_601_4" }
public var kCVImageBufferYCbCrMatrix_ITU_R_2020: CFString { "ITU_R_2020" }
public var kCVImageBufferColorPrimariesKey: CFString { "CVImageBufferColorPrimaries" }
public var kCVImageBufferColorPrimaries_ITU_R_709_2: CFString { "ITU_R_709_2" }
public var kCVImageBufferColorPrimaries_P3_D65: CFString { "P3_D65" }
public var kCVImageBufferColorPrimaries_ITU_R_2020: CFString { "ITU_R_2020" }
public var kCVImageBufferTransferFunctionKey: CFString { "CVImageBufferTransferFunction" }
public var kCVImageBufferTransferFunction_ITU_R_709_2: CFString { "ITU_R_709_2" }
public var kCVImageBufferTransferFunction_ITU_R_2100_HLG: CFString { "ITU_R_2100_HLG" }
/// The name of a log curve, in place of a transfer function. [docs] Its own text was seen. [forum]
public var kCVImageBufferLogTransferFunctionKey: CFString { "LogTransferFunction" }
public var kCVImageBufferLogTransferFunction_AppleLog: CFString { "com.apple.rec2020.apple-log" }
/// Apple Wide Gamut: primaries and transfer function are absent, the matrix is that of ITU-R 2020. [docs]
public var kCVImageBufferLogTransferFunction_AppleLog2: CFString { "com.apple.apple-wide-gamut.apple-log" }

// Where chroma lies between the pixels of luma. The texts are Apple's. [forum]

public var kCVImageBufferChromaLocationTopFieldKey: CFString { "CVImageBufferChromaLocationTopField" }
public var kCVImageBufferChromaLocationBottomFieldKey: CFString { "CVImageBufferChromaLocationBottomField" }
public var kCVImageBufferChromaLocation_Left: CFString { "Left" }
public var kCVImageBufferChromaLocation_Center: CFString { "Center" }
public var kCVImageBufferChromaLocation_TopLeft: CFString { "TopLeft" }
public var kCVImageBufferChromaLocation_Top: CFString { "Top" }
public var kCVImageBufferChromaLocation_BottomLeft: CFString { "BottomLeft" }
public var kCVImageBufferChromaLocation_Bottom: CFString { "Bottom" }
public var kCVImageBufferChromaLocation_DV420: CFString { "DV 4:2:0" }

public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize {
  CGSize(width: imageBuffer.width, height: imageBuffer.height)
}

/// The clean aperture attached to the buffer, from the upper left corner; the whole picture without one.
public func CVImageBufferGetCleanRect(_ imageBuffer: CVImageBuffer) -> CGRect {
  let aperture = imageBuffer.attachmentStore[kCVImageBufferCleanApertureKey]?.value as? CFDictionary
  return CleanAperture(aperture)?.rect(in: CVImageBufferGetEncodedSize(imageBuffer))
    ?? CGRect(origin: .zero, size: CVImageBufferGetEncodedSize(imageBuffer))
}

/// The clean aperture's size in square pixels.
public func CVImageBufferGetDisplaySize(_ imageBuffer: CVImageBuffer) -> CGSize {
  let clean = CVImageBufferGetCleanRect(imageBuffer).size
  let ratio = pixelAspectRatio(
    imageBuffer.attachmentStore[kCVImageBufferPixelAspectRatioKey]?.value as? CFDictionary)
  return CGSize(width: clean.width * ratio, height: clean.height)
}

/// True: the first row in memory is the top of the picture.
public func CVImageBufferIsFlipped(_ imageBuffer: CVImageBuffer) -> Bool { true }

/// The part of a picture that is meant to be shown.
struct CleanAperture {
  private let width, height, horizontalOffset, verticalOffset: Double

  /// Nil when the dictionary has no size.
  init?(_ dictionary: CFDictionary?) {
    func number(_ key: CFString) -> Double? { (dictionary?.object(forKey: key) as? NSNumber)?.doubleValue }
    guard let width = number(kCVImageBufferCleanApertureWidthKey),
      let height = number(kCVImageBufferCleanApertureHeightKey)
    else { return nil }
    self.width = width
    self.height = height
    horizontalOffset = number(kCVImageBufferCleanApertureHorizontalOffsetKey) ?? 0
    verticalOffset = number(kCVImageBufferCleanApertureVerticalOffsetKey) ?? 0
  }

  /// The aperture in pixels from the upper left corner. The offsets move its middle right and down.
  func rect(in size: CGSize) -> CGRect {
    CGRect(
      x: (size.width - width) / 2 + horizontalOffset, y: (size.height - height) / 2 + verticalOffset,
      width: width, height: height)
  }
}

/// A pixel's width in heights; 1 without a value.
func pixelAspectRatio(_ dictionary: CFDictionary?) -> Double {
  func number(_ key: CFString) -> Double? { (dictionary?.object(forKey: key) as? NSNumber)?.doubleValue }
  guard let horizontal = number(kCVImageBufferPixelAspectRatioHorizontalSpacingKey),
    let vertical = number(kCVImageBufferPixelAspectRatioVerticalSpacingKey), vertical != 0
  else { return 1 }
  return horizontal / vertical
}
