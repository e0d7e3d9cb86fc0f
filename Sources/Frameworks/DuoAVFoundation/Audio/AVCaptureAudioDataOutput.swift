import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel

/// Receives the sound of an audio data output, on the output's queue.
public protocol AVCaptureAudioDataOutputSampleBufferDelegate: NSObjectProtocol {
  /// Uncompressed sound: as many samples as the buffer says, its time stamp that of the first.
  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
}

extension AVCaptureAudioDataOutputSampleBufferDelegate {
  public func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {}
}

/// The method is optional too for one delegate of both outputs, where the two protocols' own would be one too many.
extension AVCaptureVideoDataOutputSampleBufferDelegate
where Self: AVCaptureAudioDataOutputSampleBufferDelegate {
  public func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {}
}

/// Hands the microphone's sound to a delegate: 16-bit integers in the machine's order, one channel. [forum]
///
/// Nothing is dropped: while the delegate is busy, buffers wait. [inferred]
open class AVCaptureAudioDataOutput: AVCaptureOutput {
  let feed = AudioDataFeed()

  public override init() {
    super.init()
    feed.start(for: self)
  }

  override var traits: OutputTraits {
    OutputTraits(
      className: "AVCaptureAudioDataOutput", media: [.audio], mayRepeat: false, destination: .other,
      taker: nil, soundTaker: feed)
  }

  /// Sound comes on `sampleBufferCallbackQueue`, which must be serial to keep its order. The delegate is held weakly.
  /// A delegate without a queue raises `NSInvalidArgumentException`. [header]
  public func setSampleBufferDelegate(
    _ sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?,
    queue sampleBufferCallbackQueue: DispatchQueue?
  ) {
    if sampleBufferDelegate != nil, sampleBufferCallbackQueue == nil {
      raise(
        .invalidArgument, "*** -[AVCaptureAudioDataOutput setSampleBufferDelegate:queue:] NULL queue passed")
    }
    delegateQueueIs(sampleBufferDelegate == nil ? nil : sampleBufferCallbackQueue)
    feed.set(sampleBufferDelegate, queue: sampleBufferCallbackQueue)
  }

  public var sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)? {
    feed.delegate as? any AVCaptureAudioDataOutputSampleBufferDelegate
  }

  public var sampleBufferCallbackQueue: DispatchQueue? { feed.queue }

  /// Settings for an `AVAssetWriterInput` of sound that goes into a file of this type. Nil without a connection
  /// (assumed). AAC at the microphone's rate (assumed, as apps print them); for WAV and its kin uncompressed.
  public func recommendedAudioSettingsForAssetWriter(
    writingTo outputFileType: AVFileType
  ) -> [String: Any]? {
    guard
      let stream = connection(with: .audio)?.inputPorts.first?.input as? AVCaptureDeviceInput,
      let rate = stream.device.microphone?.sampleRate.value
    else { return nil }
    return RecommendedAudioSettings.settings(for: outputFileType, rate: rate, channels: 1)
  }
}

/// The part of an audio data output that sound reaches.
final class AudioDataFeed: SoundTaker {
  private struct State {
    var delegate = WeakReference<AnyObject>(nil)
    var queue: DispatchQueue?
    /// Counts who was named to get the data. What lies on the queue of one before reaches nobody.
    var turn = 0
    var synchronizer: SynchronizerLink?
  }

  private let state = Guarded(State())
  private let owner = Guarded(WeakReference<AVCaptureAudioDataOutput>(nil))

  /// Must be called once.
  func start(for output: AVCaptureAudioDataOutput) { owner.withLock { $0 = WeakReference(output) } }

  func set(_ delegate: AnyObject?, queue: DispatchQueue?) {
    let reference = WeakReference<AnyObject>(delegate)
    state.withLock { state in
      state.delegate = reference
      state.queue = delegate == nil ? nil : queue
      state.turn += 1
    }
  }

  var delegate: AnyObject? { state.withLock { $0.delegate }.object }
  var queue: DispatchQueue? { state.withLock { $0.queue } }

  var synchronizer: SynchronizerLink? {
    get { state.withLock { $0.synchronizer } }
    set {
      state.withLock { state in
        state.synchronizer = newValue
        state.turn += 1
      }
    }
  }

  func soundFlows(through connection: AVCaptureConnection?) {}

  func take(_ sound: SoundBuffer, through connection: AVCaptureConnection, of device: AVCaptureDevice) {
    if let synchronizer = state.withLock({ $0.synchronizer }) {
      let data = AVCaptureSynchronizedSampleBufferData(time: sound.time, sound.sampleBuffer, dropped: nil)
      // The next buffer begins where this one ends.
      return synchronizer.take(data, at: sound.time, andNothingBefore: sound.end) {}
    }
    let (seat, turn) = state.withLock { ($0.queue, $0.turn) }
    guard let seat, delegate != nil else { return }
    let connection = Handover(connection)
    seat.async { [self] in
      guard state.withLock({ $0.turn == turn }),
        let delegate = delegate as? any AVCaptureAudioDataOutputSampleBufferDelegate,
        let output = owner.withLock({ $0 }).object
      else { return }
      delegate.captureOutput(output, didOutput: sound.sampleBuffer, from: connection.object)
    }
  }
}

extension SoundBuffer {
  /// The same as apps and recorders see it. Times are counted in samples, so that one buffer ends exactly where the next
  /// begins (assumed).
  var sampleBuffer: CMSampleBuffer {
    CMSampleBuffer(
      sound: samples, format: CMFormatDescription(sound: rate, channels: 1), channels: 1,
      time: CMTime(value: first, timescale: CMTimeScale(rate)), rate: CMTimeScale(rate))
  }
}
