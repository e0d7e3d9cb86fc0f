import DuoCoreMedia
import DuoFoundation
import Foundation
import MediaCoding
import PhoneHardware

/// A track of an asset writer's file. [docs]
open class AVAssetWriterInput: NSObject {
  let engine: InputEngine
  private let settings: Guarded<[String: Any]?>
  public let sourceFormatHint: CMFormatDescription?
  /// Touched on the writer's queue only.
  let scaler = Guarded<PictureScaler?>(nil)

  /// - Parameters:
  ///   - outputSettings: How samples are encoded; nil: they are written as they come.
  ///   - sourceFormatHint: What comes. Without settings it is needed for everything but QuickTime files. [header]
  ///
  /// Settings that are wrong or incomplete raise `NSInvalidArgumentException`. [header]
  public init(
    mediaType: AVMediaType, outputSettings: [String: Any]?, sourceFormatHint: CMFormatDescription? = nil
  ) {
    do throws(VideoSettings.Fault) {
      engine = InputEngine(
        type: mediaType, plan: try WriterPlan(mediaType, outputSettings, hint: sourceFormatHint))
    } catch {
      raise(
        .invalidArgument,
        "*** -[AVAssetWriterInput initWithMediaType:outputSettings:sourceFormatHint:] \(error.text)")
    }
    settings = Guarded(outputSettings)
    self.sourceFormatHint = sourceFormatHint
    super.init()
  }

  public var mediaType: AVMediaType { engine.type }
  public var outputSettings: [String: Any]? { settings.withLock { $0 } }

  /// How the track's pictures are shown. Identity at first. Set after writing has started it has no effect [forum], and
  /// the trace says so.
  public var transform: CGAffineTransform {
    get { engine.state.withLock { $0.transform } }
    set {
      guard let status = engine.writer?.status, status != .unknown else {
        return engine.state.withLock { $0.transform = newValue }
      }
      guard CurrentPhone.isRunning else { return }
      CurrentPhone.phone.trace.record(
        "violation",
        [
          "call": "AVAssetWriterInput.transform",
          "detail": "AVAssetWriterInput.transform was set after writing had started, where it has no effect",
        ])
    }
  }

  /// The size of the track; zero for sound.
  public var naturalSize: CGSize {
    guard case .pictures(_, let width, let height) = engine.plan else { return .zero }
    return CGSize(width: width, height: height)
  }

  /// Units of the track's times; 0, at first: as usual. [header]
  public var mediaTimeScale: CMTimeScale {
    get { engine.state.withLock { $0.timescale } }
    set { set("setMediaTimeScale:") { $0.timescale = newValue } }
  }

  /// False at first: while other inputs have far less, the input is not ready. True: it waits for no other input. Encoding
  /// has one speed here, whatever is said. [header]
  public var expectsMediaDataInRealTime: Bool {
    get { engine.state.withLock { $0.expectsRealTime } }
    set { set("setExpectsMediaDataInRealTime:") { $0.expectsRealTime = newValue } }
  }

  /// False at first. A wish: see `canPerformMultiplePasses`. [header]
  public var performsMultiPassEncodingIfSupported: Bool {
    get { engine.state.withLock { $0.wantsMultiplePasses } }
    set { set("setPerformsMultiPassEncodingIfSupported:") { $0.wantsMultiplePasses = newValue } }
  }

  /// False: these encoders make one pass. [header]
  public var canPerformMultiplePasses: Bool { false }

  private func set(_ method: String, _ body: (inout InputEngine.State) -> Void) {
    engine.writer?.expect([.unknown], "AVAssetWriterInput \(method)")
    engine.state.withLock { body(&$0) }
  }

  // MARK: Samples

  /// Whether a sample can be appended now: the writer writes, the input is not finished, few enough samples are on their
  /// way, and, unless they come in real time, the input is not far ahead of another. [header]
  public var isReadyForMoreMediaData: Bool { engine.isReady }

  /// Calls a block on the queue whenever the input is ready, until it is marked as finished. The block should append
  /// while the input is ready; called again when it appended something. [header]; when exactly [inferred]
  @preconcurrency
  public func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void)
  {
    engine.state.withLock { $0.request = (queue, block) }
    engine.readinessChanged()
  }

  /// No sample comes any more. [header] Raises `NSInternalInconsistencyException` before the start and when the file is
  /// complete. [forum]
  public func markAsFinished() {
    engine.writer?.expect([.writing, .failed, .cancelled], "AVAssetWriterInput markAsFinished")
    engine.close()
  }

  /// Writes a sample; false when the writer has failed. Raises before the writer's session has started, while the input is
  /// not ready, and for a sample of another medium. [header]
  @discardableResult
  public func append(_ sampleBuffer: CMSampleBuffer) -> Bool {
    let method = "AVAssetWriterInput appendSampleBuffer:"
    guard checkTurn(method, "sample") else { return false }
    if let medium = sampleBuffer.formatDescription?.mediaType, medium.rawValue != WriterPlan.code(mediaType) {
      return refuse(
        method,
        "Media type of sample buffer must match receiver's media type (\"\(mediaType.rawValue)\")")
    }
    if let buffer = sampleBuffer.imageBuffer {
      guard case .pictures = engine.plan else {
        return refuse(method, "Input buffer must be in a compressed format")
      }
      return append(buffer, at: sampleBuffer.presentationTimeStamp, lasting: sampleBuffer.duration)
    }
    guard let block = sampleBuffer.dataBuffer, let bytes = try? block.dataBytes() else { return true }
    switch engine.plan {
    case .pictures:
      return refuse(
        method,
        "Cannot append sample buffer: Input buffer must be in an uncompressed format when outputSettings is not nil"
      )
    case .sound: return appendSound(bytes, of: sampleBuffer, method)
    case .packets:
      return engine.take(
        at: sampleBuffer.decodeTimeStamp.isValid
          ? sampleBuffer.decodeTimeStamp : sampleBuffer.presentationTimeStamp
      ) {
        [packets = Self.packets(bytes, of: sampleBuffer)] file, track in
        for packet in packets { try file.append(packet, to: track) }
      }
    }
  }

  private func refuse(_ method: String, _ reason: String) -> Bool {
    raise(.invalidArgument, "*** -[\(method)] \(reason)")
  }

  /// Whether a sample may come; raises when it is the app's fault that it may not.
  func checkTurn(_ method: String, _ what: String) -> Bool {
    guard let writer = engine.writer else {
      raise(
        .internalInconsistency,
        "*** -[\(method)] The input must be added to an AVAssetWriter before samples can be appended")
    }
    let status = writer.status
    if status == .failed || status == .cancelled { return false }
    writer.expect([.writing], method)
    guard writer.state.withLock({ $0.begin }) != nil else {
      raise(
        .internalInconsistency,
        "*** -[\(method)] Must start a session (using -[AVAssetWriter startSessionAtSourceTime:) first")
    }
    guard engine.isReady else {
      // It may have failed meanwhile.
      if writer.status != .writing { return false }
      raise(
        .internalInconsistency,
        "*** -[\(method)] A \(what) buffer cannot be appended when readyForMoreMediaData is NO.")
    }
    return true
  }

  /// A picture, scaled where it has another size than the track.
  func append(_ buffer: CVPixelBuffer, at time: CMTime, lasting length: CMTime) -> Bool {
    guard case .pictures(let settings, let width, let height) = engine.plan, time.isNumeric else {
      return false
    }
    guard let layout = PictureLayout(buffer.format) else {
      engine.writer?.fail(
        AVError(
          .formatUnsupported,
          userInfo: [NSLocalizedDescriptionKey: "Pixel format \(buffer.format) cannot be encoded"]))
      return false
    }
    let (buffer, scaler) = (Handover(buffer), scaler)
    // What the first picture says counts where the settings say nothing. (inferred) Numbers of red, green and blue have no
    // matrix, and those that are written are ITU-R 709's.
    let colours =
      settings.colours == nil && layout != .bgra ? VideoColours(attachedTo: buffer.object)?.tags : nil
    let tenBits = colours?.wantsTenBits == true || WidePictures.isOfTenBits(buffer.object.format)
    return engine.take(at: time) { file, track in
      if let colours { try file.useColours(colours, tenBits: tenBits, of: track) }
      try buffer.object.withPixels { planes in
        var picture = PictureBytes(
          layout: layout, width: buffer.object.width, height: buffer.object.height,
          planes: planes.map { PictureBytes.Plane(base: $0.base, bytesPerRow: $0.bytesPerRow) })
        if settings.cutsToShape { picture = picture.middle(shapedAs: width, height) }
        if picture.width != width || picture.height != height {
          let kept = scaler.withLock { kept -> PictureScaler in
            if let kept, kept.layout == layout { return kept }
            let made = PictureScaler(layout: layout, width: width, height: height)
            kept = made
            return made
          }
          picture = kept.scale(picture)
        }
        try file.append(
          picture, at: MediaTime(time), duration: length.isNumeric ? MediaTime(length) : nil, to: track)
      }
    }
  }

  private func appendSound(_ bytes: Data, of sample: CMSampleBuffer, _ method: String) -> Bool {
    guard let stream = sample.formatDescription?.audioStreamBasicDescription,
      let layout = SoundSettings.layout(stream)
    else {
      return refuse(
        method,
        "Cannot append sample buffer: Input buffer must be in an uncompressed format when outputSettings is not nil"
      )
    }
    let time = sample.presentationTimeStamp
    guard time.isNumeric else { return false }
    let frames = bytes.count / (layout.format.bytes * layout.channels)
    return engine.take(at: time) { file, track in
      try bytes.withUnsafeBytes { memory in
        guard let base = memory.baseAddress, frames > 0 else { return }
        let planes =
          layout.isInterleaved
          ? [base] : (0..<layout.channels).map { base + $0 * frames * layout.format.bytes }
        try file.append(
          SoundBytes(
            format: layout.format, sampleRate: layout.rate, channels: layout.channels, frames: frames,
            planes: planes), at: MediaTime(time), to: track)
      }
    }
  }

  /// The samples of a buffer, one by one.
  private static func packets(_ bytes: Data, of sample: CMSampleBuffer) -> [MediaPacket] {
    var packets: [MediaPacket] = []
    var offset = 0
    for index in 0..<sample.numSamples {
      let size = sample.numSamples == 1 ? bytes.count : sample.sampleSize(at: index)
      guard let timing = try? sample.sampleTimingInfo(at: index), timing.presentationTimeStamp.isNumeric,
        offset + size <= bytes.count
      else { return packets }
      let part = [UInt8](bytes[(bytes.startIndex + offset)..<(bytes.startIndex + offset + size)])
      let dependent =
        sample.sampleAttachments.indices.contains(index)
        ? sample.sampleAttachments[index][.notSync] as? Bool ?? false : false
      packets.append(
        MediaPacket(
          bytes: part, time: MediaTime(timing.presentationTimeStamp),
          decodeTime: timing.decodeTimeStamp.isNumeric ? MediaTime(timing.decodeTimeStamp) : nil,
          duration: timing.duration.isNumeric ? MediaTime(timing.duration) : .zero, isKeyFrame: !dependent))
      offset += size
    }
    return packets
  }
}

extension PictureLayout {
  /// Nil for pixel formats that are not encoded.
  init?(_ format: OSType) {
    switch format {
    case kCVPixelFormatType_32BGRA: self = .bgra
    case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: self = .biplanar420(fullRange: false)
    case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: self = .biplanar420(fullRange: true)
    case kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange:
      self = .biplanarTen(fullRange: false, halvesRows: true)
    case kCVPixelFormatType_420YpCbCr10BiPlanarFullRange:
      self = .biplanarTen(fullRange: true, halvesRows: true)
    case kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange:
      self = .biplanarTen(fullRange: false, halvesRows: false)
    case kCVPixelFormatType_422YpCbCr10BiPlanarFullRange:
      self = .biplanarTen(fullRange: true, halvesRows: false)
    default: return nil
    }
  }
}
