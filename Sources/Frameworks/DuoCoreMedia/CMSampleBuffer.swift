import DuoFoundation
import Synchronization

public typealias CMItemCount = Int
public typealias CMItemIndex = Int

/// When a sample is shown and decoded, and for how long.
public struct CMSampleTimingInfo: Hashable, Sendable {
  public var duration: CMTime
  public var presentationTimeStamp: CMTime
  /// Invalid for media that is decoded in the order of presentation. [header]
  public var decodeTimeStamp: CMTime

  public static let invalid = CMSampleTimingInfo()

  /// All times invalid.
  public init() { self.init(duration: .invalid, presentationTimeStamp: .invalid, decodeTimeStamp: .invalid) }

  public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
    self.duration = duration
    self.presentationTimeStamp = presentationTimeStamp
    self.decodeTimeStamp = decodeTimeStamp
  }
}

/// Samples of media with their format, times and attachments: a picture in an image buffer, or bytes in a
/// block buffer, or nothing but times where a frame was dropped.
///
/// Treated as immutable after creation, except for `invalidate()` and attachments. Like Apple's, not `Sendable`.
public final class CMSampleBuffer {
  /// The picture; nil for bytes, for a dropped frame, and after `invalidate()`.
  public var imageBuffer: CVImageBuffer? { isValid ? image : nil }
  /// The bytes; nil for a picture and after `invalidate()`.
  public var dataBuffer: CMBlockBuffer? { isValid ? data : nil }
  public let formatDescription: CMFormatDescription?
  /// 1 for a picture; a buffer without data has 0.
  public let numSamples: Int

  let attachmentStore = AttachmentStore()
  let perSample = PerSampleStore()
  private let image: CVImageBuffer?
  private var data: CMBlockBuffer?
  /// One for each sample, or one for all of them, in which case it is the time of the first.
  private let timing: [CMSampleTimingInfo]
  /// One for each sample, or one for all of them, or none.
  private let sizes: [Int]
  private let validity = Mutex(true)
  /// False until bytes come that were not there when the buffer was made.
  private var isReady = true

  init(
    image: CVImageBuffer?, data: CMBlockBuffer?, format: CMFormatDescription?, sampleCount: Int,
    timing: [CMSampleTimingInfo], sizes: [Int]
  ) {
    self.image = image
    self.data = data
    formatDescription = format
    numSamples = sampleCount
    self.timing = timing
    self.sizes = sizes
  }

  /// A frame of a camera. The format must be that of the image buffer; nobody checks.
  package convenience init(
    frame imageBuffer: CVImageBuffer, format: CMFormatDescription, timing: CMSampleTimingInfo
  ) {
    self.init(image: imageBuffer, data: nil, format: format, sampleCount: 1, timing: [timing], sizes: [])
  }

  /// What a capture output reports for a dropped frame: format and times, but no pixels. [header]
  package convenience init(droppedFrame format: CMFormatDescription, timing: CMSampleTimingInfo) {
    self.init(image: nil, data: nil, format: format, sampleCount: 0, timing: [timing], sizes: [])
  }

  /// A frame made of an image buffer.
  /// - Throws: `Error.invalidMediaFormat` when the description does not match the image buffer.
  public convenience init(
    imageBuffer: CVImageBuffer, formatDescription: CMFormatDescription, sampleTiming: CMSampleTimingInfo
  ) throws {
    guard formatDescription.matchesImageBuffer(imageBuffer) else { throw Error.invalidMediaFormat }
    self.init(frame: imageBuffer, format: formatDescription, timing: sampleTiming)
  }

  /// A copy that shares picture and bytes. The attachments that propagate are kept; new times replace the old.
  convenience init(copying other: CMSampleBuffer, timing: [CMSampleTimingInfo]? = nil) {
    self.init(
      image: other.image, data: other.data, format: other.formatDescription, sampleCount: other.numSamples,
      timing: timing ?? other.timing, sizes: other.sizes)
    other.attachmentStore.propagate(to: attachmentStore)
    other.perSample.copy(to: perSample)
    isReady = other.isReady
  }

  /// Samples whose bytes come later.
  convenience init(
    awaitingDataOf format: CMFormatDescription?, sampleCount: Int, timing: [CMSampleTimingInfo], sizes: [Int]
  ) {
    self.init(
      image: nil, data: nil, format: format, sampleCount: sampleCount, timing: timing, sizes: sizes)
    isReady = false
  }

  /// Gives the buffer its bytes.
  /// - Throws: `Error.alreadyHasDataBuffer`, also for a picture. [header]
  func take(_ bytes: CMBlockBuffer) throws {
    guard image == nil, data == nil else { throw Error.alreadyHasDataBuffer }
    data = bytes
  }

  func becomeReady() { isReady = true }

  /// Whether `invalidate()` has not been called.
  public var isValid: Bool { validity.withLock { $0 } }

  /// Gives picture and bytes up.
  public func invalidate() throws { validity.withLock { $0 = false } }

  /// Whether picture or bytes are there. A buffer that is not meant to have any counts as ready. [header]
  public var dataReadiness: DataReadiness { isReady ? .ready : .notReady }

  public enum DataReadiness: Hashable, Sendable {
    case ready
    case notReady
    case failed(OSStatus)
  }
}

// MARK: - Times

extension CMSampleBuffer {
  /// The earliest time stamp in the buffer; invalid without times.
  public var presentationTimeStamp: CMTime {
    timing.map(\.presentationTimeStamp).min() ?? .invalid
  }

  /// The first sample's decode time; invalid for uncompressed frames.
  public var decodeTimeStamp: CMTime { timing.first?.decodeTimeStamp ?? .invalid }

  /// The samples' durations together; invalid without times.
  public var duration: CMTime {
    guard let first = timing.first else { return .invalid }
    if timing.count > 1 { return timing.dropFirst().reduce(first.duration) { $0 + $1.duration } }
    return CMTimeMultiply(first.duration, multiplier: Int32(clamping: max(1, numSamples)))
  }

  /// The time stamp after trimming and speed changes, which do not exist here.
  public var outputPresentationTimeStamp: CMTime { presentationTimeStamp }
  public var outputDecodeTimeStamp: CMTime { decodeTimeStamp }
  /// The duration after trimming and speed changes, which do not exist here.
  public var outputDuration: CMTime { duration }

  /// The times of one sample.
  /// - Throws: `Error.bufferHasNoSampleTimingInfo`, or `Error.sampleIndexOutOfRange`.
  public func sampleTimingInfo(at index: Int) throws -> CMSampleTimingInfo {
    guard let first = timing.first else { throw Error.bufferHasNoSampleTimingInfo }
    guard index >= 0, index < max(1, numSamples) else { throw Error.sampleIndexOutOfRange }
    if timing.count > 1 { return timing[index] }
    var info = first
    if index > 0 {
      let step = CMTimeMultiply(first.duration, multiplier: Int32(clamping: index))
      info.presentationTimeStamp = first.presentationTimeStamp + step
      info.decodeTimeStamp = first.decodeTimeStamp + step
    }
    return info
  }

  /// The times as they were given: one for each sample, or one for all.
  /// - Throws: `Error.bufferHasNoSampleTimingInfo`.
  public func sampleTimingInfos() throws -> [CMSampleTimingInfo] {
    if timing.isEmpty { throw Error.bufferHasNoSampleTimingInfo }
    return timing
  }
}

// MARK: - Sizes

extension CMSampleBuffer {
  /// Bytes of one sample; 0 for an image buffer. [header]
  public func sampleSize(at index: Int) -> Int {
    guard index >= 0, index < numSamples else { return 0 }
    return sizes.count == 1 ? sizes[0] : sizes.indices.contains(index) ? sizes[index] : 0
  }

  /// The sizes as they were given: one for each sample, or one for all.
  /// - Throws: `Error.bufferHasNoSampleSizes`, also for an image buffer. [header]
  public func sampleSizes() throws -> [Int] {
    if sizes.isEmpty { throw Error.bufferHasNoSampleSizes }
    return sizes
  }

  public var totalSampleSize: Int { (0..<numSamples).reduce(0) { $0 + sampleSize(at: $1) } }
}

extension CMSampleBuffer {
  /// One sample of compressed data.
  package convenience init(file: Data, format: CMFormatDescription, timing: CMSampleTimingInfo) {
    self.init(
      image: nil, data: CMBlockBuffer(copying: file), format: format, sampleCount: 1, timing: [timing],
      sizes: [file.count])
  }
}
