/// Uncompressed sound in somebody's memory, to be read during a call.
package struct SoundBytes {
  package var format: SampleFormat
  package var sampleRate: Int
  package var channels: Int
  /// Samples of each channel.
  package var frames: Int
  /// One address when the channels take turns, else one for each channel.
  package var planes: [UnsafeRawPointer]

  package var isInterleaved: Bool { planes.count == 1 }

  package init(
    format: SampleFormat, sampleRate: Int, channels: Int, frames: Int, planes: [UnsafeRawPointer]
  ) {
    self.format = format
    self.sampleRate = sampleRate
    self.channels = channels
    self.frames = frames
    self.planes = planes
  }
}
