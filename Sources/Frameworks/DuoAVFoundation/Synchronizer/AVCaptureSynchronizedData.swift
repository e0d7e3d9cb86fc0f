import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneModel

/// Data of one output at one time. Abstract: its subclasses hold the data. Immutable.
open class AVCaptureSynchronizedData: NSObject {
  /// On the session's clock. [header]
  public let timestamp: CMTime

  init(time: PhoneTime) {
    timestamp = CMTime(value: time.nanoseconds, timescale: 1_000_000_000)
  }
}

/// A frame of a video data output, or sound of an audio data output.
open class AVCaptureSynchronizedSampleBufferData: AVCaptureSynchronizedData {
  /// Of a dropped frame: timing and format without pixels. [header]
  public let sampleBuffer: CMSampleBuffer
  public let sampleBufferWasDropped: Bool
  /// `.none` for what was not dropped. [header]
  public let droppedReason: AVCaptureOutput.DataDroppedReason

  init(time: PhoneTime, _ sampleBuffer: CMSampleBuffer, dropped: AVCaptureOutput.DataDroppedReason?) {
    self.sampleBuffer = sampleBuffer
    sampleBufferWasDropped = dropped != nil
    droppedReason = dropped ?? .none
    super.init(time: time)
  }
}

/// A map of a depth data output.
open class AVCaptureSynchronizedDepthData: AVCaptureSynchronizedData {
  /// Of dropped depth: everything but the distances. [header]
  public let depthData: AVDepthData
  public let depthDataWasDropped: Bool
  /// `.none` for what was not dropped. [header]
  public let droppedReason: AVCaptureOutput.DataDroppedReason

  init(time: PhoneTime, _ depthData: AVDepthData, dropped: AVCaptureOutput.DataDroppedReason?) {
    self.depthData = depthData
    depthDataWasDropped = dropped != nil
    droppedReason = dropped ?? .none
    super.init(time: time)
  }
}

/// What a metadata output found.
open class AVCaptureSynchronizedMetadataObjectData: AVCaptureSynchronizedData {
  /// May be empty. [header]
  public let metadataObjects: [AVMetadataObject]

  init(time: PhoneTime, _ metadataObjects: [AVMetadataObject]) {
    self.metadataObjects = metadataObjects
    super.init(time: time)
  }
}

/// Data of several outputs at one time. Only outputs that have data are in it. [header]
open class AVCaptureSynchronizedDataCollection: NSObject, Sequence {
  private let outputs: [AVCaptureOutput]
  private let data: [ObjectIdentifier: AVCaptureSynchronizedData]

  /// - Parameter parts: In the order of the synchroniser's outputs.
  init(_ parts: [(AVCaptureOutput, AVCaptureSynchronizedData)]) {
    outputs = parts.map(\.0)
    data = Dictionary(uniqueKeysWithValues: parts.map { (ObjectIdentifier($0.0), $0.1) })
  }

  /// How many outputs have data.
  public var count: Int { outputs.count }

  /// Nil for an output without data at this time. [header]
  public func synchronizedData(for captureOutput: AVCaptureOutput) -> AVCaptureSynchronizedData? {
    data[ObjectIdentifier(captureOutput)]
  }

  public subscript(key: AVCaptureOutput) -> AVCaptureSynchronizedData? { synchronizedData(for: key) }

  /// The outputs that have data. [header]
  public func makeIterator() -> IndexingIterator<[AVCaptureOutput]> { outputs.makeIterator() }
}
