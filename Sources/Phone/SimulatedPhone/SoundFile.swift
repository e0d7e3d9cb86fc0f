import Foundation
import WorldRenderer

/// A WAV file's sound, mixed to one channel: PCM of 8, 16, 24 or 32 bits, or floats of 32.
///
/// It starts at the phone's start, and again when it is over. Between two samples of the file the line between them is
/// heard.
struct SoundFile: Sendable {
  let rate: Double
  /// -1...1.
  let samples: [Float]

  init(path: String) throws(WorldError) {
    let data: Data
    do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      throw WorldError(
        path: path,
        reason: FileManager.default.fileExists(atPath: path) ? error.localizedDescription : "no such file")
    }
    try self.init([UInt8](data), path: path)
  }

  init(_ bytes: [UInt8], path: String) throws(WorldError) {
    func fail(_ reason: String) -> WorldError { WorldError(path: path, reason: reason) }
    func number(_ place: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
    func isTag(_ tag: String, at place: Int) -> Bool { bytes[place..<(place + 4)].elementsEqual(tag.utf8) }
    guard bytes.count >= 12, isTag("RIFF", at: 0), isTag("WAVE", at: 8) else { throw fail("not a WAV file") }
    var format: (code: Int, channels: Int, rate: Int, bits: Int)?
    var place = 12
    while place + 8 <= bytes.count {
      let size = number(place + 4, 4)
      let body = place + 8
      if isTag("fmt ", at: place), size >= 16, body + size <= bytes.count {
        // The extensible form names the code in its first two bytes of the sub-format.
        let code = number(body, 2)
        format = (
          code == 0xfffe && size >= 26 ? number(body + 24, 2) : code, number(body + 2, 2),
          number(body + 4, 4),
          number(body + 14, 2)
        )
      }
      if isTag("data", at: place) {
        guard let format else { throw fail("sound before its format") }
        let isFloat = format.code == 3 && format.bits == 32
        guard isFloat || format.code == 1 && [8, 16, 24, 32].contains(format.bits), format.channels > 0,
          format.rate > 0
        else { throw fail("only uncompressed sound of 8 to 32 bits can be read") }
        let width = format.bits / 8
        let frame = width * format.channels
        // A file that is still being written says a length that it has not.
        let count = min(size, bytes.count - body) / frame
        guard count > 0 else { throw fail("no sound in it") }
        rate = Double(format.rate)
        samples = (0..<count).map { index in
          (0..<format.channels).reduce(Float(0)) { sum, channel in
            let raw = number(body + index * frame + channel * width, width)
            let value: Float
            if isFloat {
              value = Float(bitPattern: UInt32(raw))
            } else if width == 1 {
              value = Float(raw - 128) / 128
            } else {
              let shift = Int.bitWidth - format.bits
              value = Float((raw << shift) >> shift) / Float(1 << (format.bits - 1))
            }
            return sum + (value.isFinite ? value : 0)
          } / Float(format.channels)
        }
        return
      }
      place = body + size + (size & 1)
    }
    throw fail("no sound in it")
  }

  /// Loudness of samples at another rate, counted from the phone's start.
  func samples(from first: Int64, count: Int, rate other: Double) -> [Int16] {
    (0..<Int64(count)).map { offset in
      let place = (Double(first + offset) / other * rate).truncatingRemainder(
        dividingBy: Double(samples.count))
      let before = min(Int(place), samples.count - 1)
      let part = Float(place - Double(before))
      let value = samples[before] * (1 - part) + samples[(before + 1) % samples.count] * part
      return Int16((max(-1, min(1, value)) * 32_767).rounded())
    }
  }
}
