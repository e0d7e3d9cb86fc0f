import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel

/// Takes pictures, as apps did before `AVCapturePhotoOutput`. Deprecated by Apple since iOS 10, and still in use.
///
/// Pixels stay as the sensor gave them; rotation and mirroring of the connection go into the Exif orientation. [docs]
open class AVCaptureStillImageOutput: AVCaptureOutput {
  let feed = StillImageFeed()
  private let settings = Guarded(StillImageSettings())
  private let wantsStabilization = Guarded(true)

  public override init() {
    super.init()
    feed.start(for: self)
  }

  override var traits: OutputTraits {
    OutputTraits(
      className: "AVCaptureStillImageOutput", media: [.video], mayRepeat: false,
      excludes: ["AVCapturePhotoOutput"], destination: .photo, taker: feed)
  }

  /// `AVVideoCodecKey: .jpeg`, with `AVVideoQualityKey` from 0 to 1, or a pixel format that is available; JPEG at first.
  /// Anything else raises `NSInvalidArgumentException`. [docs]
  public var outputSettings: [String: Any] {
    get { settings.withLock { $0.dictionary } }
    set {
      guard let parsed = StillImageSettings(newValue) else {
        raise(
          .invalidArgument,
          "*** -[AVCaptureStillImageOutput setOutputSettings:] - Unsupported output settings passed.")
      }
      settings.withLock { $0 = parsed }
    }
  }

  public var availableImageDataCodecTypes: [AVVideoCodecType] { [.jpeg] }
  public var availableImageDataCVPixelFormatTypes: [NSNumber] {
    VideoBufferSettings.availableFormats.map { NSNumber(value: $0) }
  }

  /// Whether a picture is being taken. Observable.
  public var isCapturingStillImage: Bool { feed.isBusy }

  /// Always false: one picture is taken, none is joined.
  public var isStillImageStabilizationSupported: Bool { false }
  /// Always false, as it is not supported.
  public var isStillImageStabilizationActive: Bool { false }
  /// A wish that counts where it is supported, which is nowhere. True at first. [docs]
  public var automaticallyEnablesStillImageStabilizationWhenAvailable: Bool {
    get { wantsStabilization.withLock { $0 } }
    set { wantsStabilization.withLock { $0 = newValue } }
  }
  /// Always false: no lens here moves against the hand.
  public var isLensStabilizationDuringBracketedCaptureSupported: Bool { false }

  /// Takes the next picture of a connection. The handler is called once, on a queue of the output, with a buffer of
  /// compressed data or of pixels, or with an error. [docs]
  ///
  /// Without an active connection to this output raises `NSInvalidArgumentException`. [docs]
  public func captureStillImageAsynchronously(
    from connection: AVCaptureConnection,
    completionHandler handler: @escaping @Sendable (CMSampleBuffer?, (any Error)?) -> Void
  ) {
    CaptureCall.note("AVCaptureStillImageOutput.captureStillImageAsynchronously")
    guard connection.output === self, connection.isActive, connection.isEnabled,
      let device = connection.device
    else {
      raise(
        .invalidArgument,
        "*** -[AVCaptureStillImageOutput captureStillImageAsynchronouslyFromConnection:completionHandler:] - "
          + "inactive/invalid connection passed.")
    }
    let current = connection.current
    let request = StillImageFeed.Request(
      connection: Handover(connection), device: Handover(device), time: device.phone.clock.now,
      processing: device.phone.description.timing.photoBalanced.value,
      orientation: PhotoOrientation(angle: current.rotation, isMirrored: current.isMirrored, compensation: 0),
      settings: settings.withLock { $0 }, handler: handler)
    feed.add(request, failure: connection.session?.reasonForNoPhoto)
  }

  public func captureStillImageAsynchronously(from connection: AVCaptureConnection) async throws
    -> CMSampleBuffer
  {
    let result: Handover<CMSampleBuffer> = try await withCheckedThrowingContinuation { continuation in
      captureStillImageAsynchronously(from: connection) { buffer, error in
        if let buffer {
          continuation.resume(returning: Handover(buffer))
        } else {
          continuation.resume(throwing: error ?? AVError(.unknown))
        }
      }
    }
    return result.object
  }

  /// The bytes of a JPEG file. A buffer of anything else raises `NSInvalidArgumentException`. [docs]
  open class func jpegStillImageNSDataRepresentation(_ jpegSampleBuffer: CMSampleBuffer) -> Data? {
    guard jpegSampleBuffer.formatDescription?.mediaSubType == .jpeg, let data = jpegSampleBuffer.dataBuffer
    else {
      raise(
        .invalidArgument,
        "*** +[AVCaptureStillImageOutput jpegStillImageNSDataRepresentation:] - Not a jpeg sample buffer.")
    }
    var bytes = Data(count: data.dataLength)
    let status = bytes.withUnsafeMutableBytes {
      CMBlockBufferCopyDataBytes(data, atOffset: 0, dataLength: $0.count, destination: $0.baseAddress!)
    }
    return status == noErr ? bytes : nil
  }
}

extension AVCaptureStillImageOutput: KeyValueObservable {
  public typealias ObservedRoot = AVCaptureStillImageOutput
  public static var observableKeyPaths: [PartialKeyPath<AVCaptureStillImageOutput>] {
    [\.isCapturingStillImage]
  }
}

/// What a picture is delivered as.
struct StillImageSettings: Sendable {
  enum Form: Equatable, Sendable {
    case jpeg(quality: Double)
    case pixels(OSType)
  }

  var form = Form.jpeg(quality: PhotoPlate.usualQuality(.jpeg))

  init() {}

  /// nil for settings that ask for what there is not.
  init?(_ dictionary: [String: Any]) {
    let codec =
      (dictionary[AVVideoCodecKey] as? AVVideoCodecType)?.rawValue ?? dictionary[AVVideoCodecKey] as? String
    if let codec {
      guard codec == AVVideoCodecType.jpeg.rawValue else { return nil }
      let quality = (dictionary[AVVideoQualityKey] as? NSNumber)?.doubleValue
      form = .jpeg(quality: quality ?? PhotoPlate.usualQuality(.jpeg))
    } else if let format = (dictionary[kCVPixelBufferPixelFormatTypeKey as String] as? NSNumber)?.uint32Value
    {
      guard VideoBufferSettings.availableFormats.contains(format) else { return nil }
      form = .pixels(format)
    } else if !dictionary.isEmpty {
      return nil
    }
  }

  var dictionary: [String: Any] {
    switch form {
    case .jpeg(let quality): [AVVideoCodecKey: AVVideoCodecType.jpeg, AVVideoQualityKey: quality]
    case .pixels(let format): [kCVPixelBufferPixelFormatTypeKey as String: NSNumber(value: format)]
    }
  }
}
