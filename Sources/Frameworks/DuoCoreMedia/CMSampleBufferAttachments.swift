import DuoFoundation
import Synchronization

extension CMSampleBuffer {
  /// The name of an attachment of the whole buffer. [docs]
  ///
  /// `@unchecked` because texts do not change.
  public struct AttachmentKey: RawRepresentable, Hashable, @unchecked Sendable {
    public let rawValue: CFString
    public init(rawValue: CFString) { self.rawValue = rawValue }

    /// Why a frame was dropped: one of `kCMSampleBufferDroppedFrameReason_…`. [header]
    public static let droppedFrameReason = AttachmentKey(
      rawValue: kCMSampleBufferAttachmentKey_DroppedFrameReason)
    public static let droppedFrameReasonInfo = AttachmentKey(
      rawValue: kCMSampleBufferAttachmentKey_DroppedFrameReasonInfo)
    public static let cameraIntrinsicMatrix = AttachmentKey(
      rawValue: kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix)
    public static let stillImageLensStabilizationInfo = AttachmentKey(
      rawValue: kCMSampleBufferAttachmentKey_StillImageLensStabilizationInfo)
    /// The buffer has no media and is not meant to: what is shown ends at its time. [header]
    public static let emptyMedia = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_EmptyMedia)
  }

  /// The attachments of single samples, one dictionary for each; empty for a buffer without samples. [docs]
  public var sampleAttachments: SampleAttachmentsArray {
    get { SampleAttachmentsArray(dictionaries: perSample.current(count: numSamples)) }
    set { perSample.replace(newValue.dictionaries, count: numSamples) }
  }

  public struct SampleAttachmentsArray: MutableCollection, RandomAccessCollection, @unchecked Sendable {
    // `@unchecked`: values are shared by design, as on Apple's systems, and not changed.
    var dictionaries: [PerSampleAttachmentsDictionary]

    public var startIndex: Int { 0 }
    public var endIndex: Int { dictionaries.count }
    public subscript(position: Int) -> PerSampleAttachmentsDictionary {
      get { dictionaries[position] }
      set { dictionaries[position] = newValue }
    }
  }

  /// What is attached to one sample: values by key. [docs]
  public struct PerSampleAttachmentsDictionary: Sequence, @unchecked Sendable {
    // `@unchecked`: values are shared by design, as on Apple's systems, and not changed.
    var values: [Key: Any] = [:]

    public init() {}

    public subscript(key: Key) -> Any? {
      get { values[key] }
      set { values[key] = newValue }
    }

    public func makeIterator() -> Dictionary<Key, Any>.Iterator { values.makeIterator() }

    /// The texts are those seen. [forum]
    ///
    /// `@unchecked` because texts do not change.
    public struct Key: RawRepresentable, Hashable, @unchecked Sendable {
      public let rawValue: CFString
      public init(rawValue: CFString) { self.rawValue = rawValue }

      public static let notSync = Key(rawValue: kCMSampleAttachmentKey_NotSync)
      public static let dependsOnOthers = Key(rawValue: kCMSampleAttachmentKey_DependsOnOthers)
      public static let isDependedOnByOthers = Key(rawValue: kCMSampleAttachmentKey_IsDependedOnByOthers)
      public static let displayImmediately = Key(rawValue: kCMSampleAttachmentKey_DisplayImmediately)
      public static let doNotDisplay = Key(rawValue: kCMSampleAttachmentKey_DoNotDisplay)
    }
  }
}

/// The sample cannot be decoded by itself.
public var kCMSampleAttachmentKey_NotSync: CFString { "NotSync" }
public var kCMSampleAttachmentKey_DependsOnOthers: CFString { "DependsOnOthers" }
public var kCMSampleAttachmentKey_IsDependedOnByOthers: CFString { "IsDependedOnByOthers" }
/// Show the sample as soon as it is there, whatever its time.
public var kCMSampleAttachmentKey_DisplayImmediately: CFString { "DisplayImmediately" }
public var kCMSampleAttachmentKey_DoNotDisplay: CFString { "DoNotDisplay" }

/// What is attached to each sample of a buffer. Safe on any thread.
final class PerSampleStore: Sendable {
  typealias Attachments = CMSampleBuffer.PerSampleAttachmentsDictionary

  /// Empty until somebody attaches something.
  private let stored = Mutex<[Attachments]>([])

  func current(count: Int) -> [Attachments] {
    let stored = stored.withLock { $0 }
    return stored.isEmpty ? Array(repeating: Attachments(), count: count) : stored
  }

  /// - Precondition: one dictionary for each sample.
  func replace(_ attachments: [Attachments], count: Int) {
    precondition(attachments.count == count, "\(attachments.count) dictionaries for \(count) samples")
    stored.withLock { $0 = attachments }
  }

  var isEmpty: Bool { stored.withLock { $0.isEmpty } }

  func copy(to other: PerSampleStore) {
    let copies = stored.withLock { $0 }
    other.stored.withLock { $0 = copies }
  }
}

/// One dictionary for each sample, to be read: an array gives out copies here, so changes go through
/// `sampleAttachments`. Nil for a buffer without samples, and where nothing is attached and nothing is to be made.
public func CMSampleBufferGetSampleAttachmentsArray(
  _ sbuf: CMSampleBuffer, createIfNecessary: Bool
) -> CFArray? {
  guard sbuf.numSamples > 0, createIfNecessary || !sbuf.perSample.isEmpty else { return nil }
  let dictionaries = sbuf.sampleAttachments.map { attachments in
    let dictionary = CFMutableDictionary()
    for (key, value) in attachments { dictionary.setObject(value, forKey: key.rawValue) }
    return dictionary
  }
  return CFArray(array: dictionaries)
}
