import DuoFoundation

/// Something that carries attachments: a sample buffer, a block buffer or a pixel buffer. [docs]
public protocol CMAttachmentBearerProtocol: AnyObject {}

extension CMSampleBuffer: CMAttachmentBearerProtocol {}
extension CMBlockBuffer: CMAttachmentBearerProtocol {}
extension CVBuffer: CMAttachmentBearerProtocol {}

extension CMAttachmentBearerProtocol {
  /// The attachments of the whole buffer. Changes reach the buffer at once. [docs]
  public var attachments: CMAttachmentBearerAttachments {
    get { CMAttachmentBearerAttachments(bearer: self) }
    // Changes were made through the value; a value of another bearer replaces everything.
    set {
      guard newValue.bearer !== self else { return }
      CMRemoveAllAttachments(self)
      attachments.merge(newValue.propagated, mode: .shouldPropagate)
      attachments.merge(newValue.nonPropagated, mode: .shouldNotPropagate)
    }
  }

  /// Hands the propagating attachments on.
  public func propagateAttachments(to destination: some CMAttachmentBearerProtocol) {
    CMPropagateAttachments(self, destination: destination)
  }
}

/// The attachments of one buffer, seen from Swift.
public struct CMAttachmentBearerAttachments {
  let bearer: any CMAttachmentBearerProtocol

  public enum Mode: Hashable, Sendable {
    case shouldNotPropagate
    case shouldPropagate

    var raw: CMAttachmentMode {
      self == .shouldPropagate ? kCMAttachmentMode_ShouldPropagate : kCMAttachmentMode_ShouldNotPropagate
    }
  }

  /// An attached value and how it travels.
  public struct Value {
    public var value: Any
    public var mode: Mode

    public init(value: Any, mode: Mode) {
      self.value = value
      self.mode = mode
    }
  }

  public subscript(key: CFString) -> Value? {
    get {
      var mode = kCMAttachmentMode_ShouldNotPropagate
      return CMGetAttachment(bearer, key: key, attachmentModeOut: &mode).map {
        Value(
          value: $0, mode: mode == kCMAttachmentMode_ShouldPropagate ? .shouldPropagate : .shouldNotPropagate)
      }
    }
    nonmutating set {
      CMSetAttachment(
        bearer, key: key, value: newValue.map { $0.value as AnyObject },
        attachmentMode: newValue?.mode.raw ?? kCMAttachmentMode_ShouldNotPropagate)
    }
  }

  public subscript(key: String) -> Value? {
    get { self[key as CFString] }
    nonmutating set { self[key as CFString] = newValue }
  }

  public subscript(key: CMSampleBuffer.AttachmentKey) -> Value? {
    get { self[key.rawValue] }
    nonmutating set { self[key.rawValue] = newValue }
  }

  public var propagated: [String: Any] { store(of: bearer)?.group(propagating: true) ?? [:] }
  public var nonPropagated: [String: Any] { store(of: bearer)?.group(propagating: false) ?? [:] }

  public func merge(_ attachments: [String: Any], mode: Mode) {
    for (key, value) in attachments { self[key] = Value(value: value, mode: mode) }
  }

  public func removeAll() { CMRemoveAllAttachments(bearer) }
}
