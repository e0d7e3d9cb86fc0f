import Foundation

/// Files of fragments: where the last whole one ends, and how they become ordinary files.
enum Fragments {
  /// A box at the top of a file.
  struct Box: Hashable {
    var kind: String
    var offset, size: Int64
  }

  /// The boxes at the top of a file whose headers can be read; the last may reach beyond the file's end.
  static func boxes(of file: FileHandle, fileSize: Int64) throws -> [Box] {
    var boxes: [Box] = []
    var offset: Int64 = 0
    while offset + 8 <= fileSize {
      try file.seek(toOffset: UInt64(offset))
      guard let head = try file.read(upToCount: 16), head.count >= 8 else { break }
      func number(_ range: Range<Int>) -> UInt64 {
        range.reduce(0) { $0 << 8 | UInt64(head[head.startIndex + $1]) }
      }
      let kind = String(decoding: head.dropFirst(4).prefix(4), as: UTF8.self)
      var size = Int64(number(0..<4))
      if size == 1, head.count == 16 { size = Int64(clamping: number(8..<16)) }
      if size == 0 { size = fileSize - offset }
      guard size >= 8 else { break }
      boxes.append(Box(kind: kind, offset: offset, size: size))
      let (next, overflow) = offset.addingReportingOverflow(size)
      guard !overflow else { break }
      offset = next
    }
    return boxes
  }

  /// Where the last whole fragment ends; nil when there is none, or no description before it.
  static func endOfLastWhole(_ boxes: [Box], fileSize: Int64) -> Int64? {
    guard let description = boxes.firstIndex(where: { $0.kind == "moov" }) else { return nil }
    var end: Int64?
    for (head, data) in zip(boxes[description...], boxes[description...].dropFirst())
    where head.kind == "moof" && data.kind == "mdat" && data.offset + data.size <= fileSize {
      end = data.offset + data.size
    }
    return end
  }

  /// Shortens the file to its last whole fragment: its size then; nil when there is no fragment or the file can't be
  /// read, and then nothing was changed.
  static func cutAfterLastWhole(path: String) -> Int64? {
    guard let file = FileHandle(forUpdatingAtPath: path) else { return nil }
    do {
      let size = Int64(try file.seekToEnd())
      guard let end = endOfLastWhole(try boxes(of: file, fileSize: size), fileSize: size) else { return nil }
      try file.truncate(atOffset: UInt64(end))
      try file.close()
      return end
    } catch {
      // Nothing that can be read is left of a file that can't be read here.
      return nil
    }
  }

  /// Writes the file again without fragments, packet by packet, and puts it in the old one's place. Its size.
  /// `lastDurations`: of the last packet of each track, which a file of fragments does not give back.
  static func join(path: String, settings: MovieSettings, lastDurations: [Int64]) throws(MovieError) -> Int64
  {
    let reader = try MovieReader(path: path)
    var plain = settings
    plain.fragmentInterval = nil
    let aside = path + ".joining"
    let writer = try MovieWriter(path: aside, settings: plain)
    do throws(MovieError) {
      for track in reader.movie.tracks {
        _ = try writer.addTrack(copying: track.format, timescale: track.timescale)
      }
      try writer.start()
      try writer.startSession(at: .zero)
      while let (packet, track) = try reader.nextPacket() { try writer.append(packet, to: track) }
      for (track, duration) in lastDurations.enumerated() { writer.setLastDuration(duration, of: track) }
      let bytes = try writer.finish().bytes
      guard rename(aside, path) == 0 else {
        throw MovieError(
          .failed, path: path, "putting the finished file in place: \(String(cString: strerror(errno)))")
      }
      return bytes
    } catch {
      writer.abandon()
      unlink(aside)
      throw error
    }
  }
}
