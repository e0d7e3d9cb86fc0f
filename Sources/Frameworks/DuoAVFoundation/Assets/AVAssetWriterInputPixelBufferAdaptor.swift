import DuoCoreMedia
import DuoFoundation
import Foundation

/// Gives an input pictures without sample buffers around them. [docs]
open class AVAssetWriterInputPixelBufferAdaptor: NSObject {
  public let assetWriterInput: AVAssetWriterInput
  public let sourcePixelBufferAttributes: [String: Any]?
  private let pool = Guarded<CVPixelBufferPool?>(nil)

  /// - Parameter attributes: What the pool's buffers are like; nil: no pool is wanted. [header]
  ///
  /// An input of sound, or one that is in a writer whose writing has started, raises `NSInvalidArgumentException`.
  /// [header]
  public init(
    assetWriterInput input: AVAssetWriterInput, sourcePixelBufferAttributes attributes: [String: Any]? = nil
  ) {
    let method =
      "*** -[AVAssetWriterInputPixelBufferAdaptor initWithAssetWriterInput:sourcePixelBufferAttributes:]"
    guard input.mediaType == .video else {
      raise(.invalidArgument, "\(method) invalid parameter not satisfying: [input mediaType] is video")
    }
    if let status = input.engine.writer?.status, status != .unknown {
      raise(.internalInconsistency, "\(method) Cannot be created after writing has started")
    }
    assetWriterInput = input
    sourcePixelBufferAttributes = attributes
    super.init()
  }

  /// A pool of buffers that suit the input. Nil before writing has started, and without attributes. [header]
  public var pixelBufferPool: CVPixelBufferPool? {
    guard let attributes = sourcePixelBufferAttributes,
      let status = assetWriterInput.engine.writer?.status, status != .unknown
    else { return nil }
    return pool.withLock { pool in
      if let pool { return pool }
      func number(_ key: CFString) -> Int? {
        attributes[key as String].flatMap(VideoSettings.number).map { Int(saturating: $0) }
      }
      let size = assetWriterInput.naturalSize
      let (width, height) = (
        number(kCVPixelBufferWidthKey) ?? Int(size.width), number(kCVPixelBufferHeightKey) ?? Int(size.height)
      )
      let format =
        number(kCVPixelBufferPixelFormatTypeKey) ?? Int(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange)
      // What cannot be has no pool.
      let wanted = [
        kCVPixelBufferWidthKey as String: width, kCVPixelBufferHeightKey as String: height,
        kCVPixelBufferPixelFormatTypeKey as String: format,
      ]
      var made: CVPixelBufferPool?
      guard CVPixelBufferPoolCreate(nil, nil, wanted as CFDictionary, &made) == kCVReturnSuccess else {
        return nil
      }
      pool = made
      return made
    }
  }

  /// Writes a picture; false when the writer has failed. The picture is shown until the next one. Raises as the input's
  /// `append(_:)` does. [header]
  @discardableResult
  public func append(_ pixelBuffer: CVPixelBuffer, withPresentationTime presentationTime: CMTime) -> Bool {
    let method = "AVAssetWriterInputPixelBufferAdaptor appendPixelBuffer:withPresentationTime:"
    guard assetWriterInput.checkTurn(method, "pixel") else { return false }
    guard presentationTime.isNumeric else {
      raise(
        .invalidArgument,
        "*** -[\(method)] invalid parameter not satisfying: CMTIME_IS_NUMERIC(presentationTime)")
    }
    return assetWriterInput.append(pixelBuffer, at: presentationTime, lasting: .invalid)
  }
}
