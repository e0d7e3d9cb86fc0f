import DuoCoreMedia
import DuoFoundation
import Foundation
import Testing

@testable import DuoAVFoundation

/// A folder for files, and samples to write.
final class WriterBench {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("assets-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func url(_ name: String) -> URL { folder.appendingPathComponent(name) }
  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: url(name).path) }

  static var video: [String: Any] {
    [
      AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 160, AVVideoHeightKey: 96,
    ]
  }
  static var sound: [String: Any] {
    [
      AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1,
    ]
  }

  /// Waits until the file is complete.
  static func finish(_ writer: AVAssetWriter) -> Bool { writer.finishWriting() }

  /// A picture whose left upper quarter is white, the rest grey as the number says.
  static func picture(
    _ number: Int, width: Int = 160, height: Int = 96,
    format: OSType = kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
  ) -> CVPixelBuffer {
    CVPixelBuffer(width: width, height: height, format: format) { planes in
      for (index, plane) in planes.enumerated() {
        for y in 0..<plane.height {
          let row = UnsafeMutableRawBufferPointer(
            start: plane.base + y * plane.bytesPerRow, count: plane.bytesPerRow)
          for x in row.indices {
            let pixel = format == kCVPixelFormatType_32BGRA ? x / 4 : x
            let isCorner = pixel < width / 2 && y < height / 2
            row[x] = index > 0 ? 128 : isCorner ? 235 : UInt8(40 + number % 100)
          }
        }
      }
    }
  }

  static func sample(_ buffer: CVPixelBuffer, at time: CMTime) throws -> CMSampleBuffer {
    try CMSampleBuffer(
      imageBuffer: buffer, formatDescription: CMFormatDescription(describing: buffer),
      sampleTiming: CMSampleTimingInfo(
        duration: .invalid, presentationTimeStamp: time, decodeTimeStamp: .invalid))
  }

  static func tone(_ range: Range<Int>, rate: Double = 48_000) -> CMSampleBuffer {
    let samples = range.map { Int16(8_000 * sin(Double($0) / rate * 2 * .pi * 440)) }
    return CMSampleBuffer(
      sound: samples, format: CMFormatDescription(sound: rate, channels: 1), channels: 1,
      time: CMTime(value: Int64(range.lowerBound), timescale: Int32(rate)), rate: Int32(rate))
  }

  /// A finished movie: pictures at 30 a second, and half as much sound again if wanted.
  func movie(
    _ name: String, type: AVFileType = .mov, pictures: Int = 30, withSound: Bool = false,
    transform: CGAffineTransform = .identity, settings: [String: Any] = WriterBench.video
  ) throws -> AVAssetWriter {
    let writer = try AVAssetWriter(outputURL: url(name), fileType: type)
    let video = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
    video.transform = transform
    let sound = AVAssetWriterInput(mediaType: .audio, outputSettings: Self.sound)
    writer.add(video)
    if withSound { writer.add(sound) }
    try #require(writer.startWriting())
    writer.startSession(atSourceTime: .zero)
    for index in 0..<pictures {
      writer.engine.queue.sync {}
      video.append(try Self.sample(Self.picture(index), at: CMTime(value: Int64(index), timescale: 30)))
      if withSound { sound.append(Self.tone((index * 1_600)..<(index * 1_600 + 1_600))) }
    }
    writer.endSession(atSourceTime: CMTime(value: Int64(pictures), timescale: 30))
    let isDone: Bool = writer.finishWriting()
    try #require(isDone)
    return writer
  }
}
