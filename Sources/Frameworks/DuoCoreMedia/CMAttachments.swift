import DuoFoundation

/// A sample buffer, a block buffer or a pixel buffer.
public typealias CMAttachmentBearer = CFTypeRef
public typealias CMAttachmentMode = UInt32

/// The attachment stays behind when the buffer is copied.
public let kCMAttachmentMode_ShouldNotPropagate: CMAttachmentMode = 0
/// The attachment is handed on to copies.
public let kCMAttachmentMode_ShouldPropagate: CMAttachmentMode = 1

/// Attaches a value under a key, which then has this mode and no other. An object that carries no attachments is
/// ignored, as nothing could be read back from it either.
public func CMSetAttachment(
  _ target: CMAttachmentBearer, key: CFString, value: CFTypeRef?, attachmentMode: CMAttachmentMode
) {
  store(of: target)?[key] = value.map {
    .init(value: $0, propagates: attachmentMode == kCMAttachmentMode_ShouldPropagate)
  }
}

public func CMSetAttachments(
  _ target: CMAttachmentBearer, attachments theAttachments: CFDictionary, attachmentMode: CMAttachmentMode
) {
  store(of: target)?.set(theAttachments, propagates: attachmentMode == kCMAttachmentMode_ShouldPropagate)
}

/// An attached value and its mode; nil when there is none.
public func CMGetAttachment(
  _ target: CMAttachmentBearer, key: CFString, attachmentModeOut: UnsafeMutablePointer<CMAttachmentMode>?
) -> CFTypeRef? {
  guard let attachment = store(of: target)?[key] else { return nil }
  attachmentModeOut?.pointee =
    attachment.propagates ? kCMAttachmentMode_ShouldPropagate : kCMAttachmentMode_ShouldNotPropagate
  return attachment.value
}

public func CMRemoveAttachment(_ target: CMAttachmentBearer, key: CFString) { store(of: target)?[key] = nil }

public func CMRemoveAllAttachments(_ target: CMAttachmentBearer) { store(of: target)?.removeAll() }

/// All attachments of one mode; nil when there are none.
public func CMCopyDictionaryOfAttachments(
  allocator: CFAllocator?, target: CMAttachmentBearer, attachmentMode: CMAttachmentMode
) -> CFDictionary? {
  store(of: target)?.dictionary(propagating: attachmentMode == kCMAttachmentMode_ShouldPropagate)
}

/// Hands the propagating attachments on.
public func CMPropagateAttachments(_ source: CMAttachmentBearer, destination: CMAttachmentBearer) {
  guard let source = store(of: source), let destination = store(of: destination) else { return }
  source.propagate(to: destination)
}

func store(of bearer: CMAttachmentBearer) -> AttachmentStore? {
  switch bearer {
  case let buffer as CMSampleBuffer: buffer.attachmentStore
  case let buffer as CVBuffer: buffer.attachmentStore
  case let buffer as CMBlockBuffer: buffer.attachmentStore
  default: nil
  }
}

// MARK: - Keys of capture. The texts are not documented; those of dropped frames were observed. [forum]

/// Why a frame was dropped.
public var kCMSampleBufferAttachmentKey_DroppedFrameReason: CFString { "DroppedFrameReason" }
/// The delegate was still busy, and late frames are discarded.
public var kCMSampleBufferDroppedFrameReason_FrameWasLate: CFString { "FrameWasLate" }
/// The app holds too many buffers.
public var kCMSampleBufferDroppedFrameReason_OutOfBuffers: CFString { "OutOfBuffers" }
/// An unknown number of frames is missing.
public var kCMSampleBufferDroppedFrameReason_Discontinuity: CFString { "Discontinuity" }
/// More about the reason.
public var kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo: CFString { "DroppedFrameReasonInfo" }
/// The camera was switching modes.
public var kCMSampleBufferDroppedFrameReasonInfo_CameraModeSwitch: CFString { "CameraModeSwitch" }
/// `Data` with a column-major 3x3 matrix of floats: focal lengths and principal point in pixels from the upper left.
public var kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix: CFString { "CameraIntrinsicMatrix" }
public var kCMSampleBufferAttachmentKey_StillImageLensStabilizationInfo: CFString {
  "StillImageLensStabilizationInfo"
}
/// True on a buffer without media that ends what is shown. The text is assumed.
public var kCMSampleBufferAttachmentKey_EmptyMedia: CFString { "EmptyMedia" }
