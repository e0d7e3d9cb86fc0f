import DuoFoundation

/// Something that feeds a session. Abstract: make an `AVCaptureDeviceInput`.
public class AVCaptureInput: NSObject {
  package override init() { super.init() }

  /// The streams that this input offers.
  public var ports: [Port] { [] }
}
