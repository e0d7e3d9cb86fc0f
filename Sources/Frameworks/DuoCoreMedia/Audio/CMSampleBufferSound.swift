import DuoFoundation

extension CMSampleBuffer {
  /// Uncompressed sound. `samples` are 16-bit integers, frame after frame; nobody checks that the format says so.
  /// - Parameters:
  ///   - time: Of the first frame.
  ///   - rate: Frames in a second.
  package convenience init(
    sound samples: [Int16], format: CMFormatDescription, channels: Int, time: CMTime, rate: CMTimeScale
  ) {
    let bytes = samples.withUnsafeBytes { Data($0) }
    self.init(
      image: nil, data: CMBlockBuffer(copying: bytes), format: format,
      sampleCount: samples.count / max(1, channels),
      timing: [
        CMSampleTimingInfo(
          duration: CMTime(value: 1, timescale: rate), presentationTimeStamp: time, decodeTimeStamp: .invalid)
      ], sizes: [2 * channels])
  }
}
