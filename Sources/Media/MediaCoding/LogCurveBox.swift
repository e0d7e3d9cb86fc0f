import Foundation

/// The name of a track's log curve, in a box `logs` of its description, as Apple's cameras write it [forum]: no number of the
/// colour tags means such a curve, and libavformat knows no such box.
enum LogCurveBox {
  private static let kind = Array("logs".utf8)
  /// Of a description of pictures, before the boxes in it.
  private static let entryHead = 86

  /// Writes the names of tracks that have one into a finished file's index. Its size then.
  static func insert(_ names: [String?], path: String) throws(MovieError) -> Int64 {
    do {
      guard let file = FileHandle(forUpdatingAtPath: path) else {
        throw MovieError(.badPath, path: path, "opening the file for the name of its curve")
      }
      defer { try? file.close() }
      let size = Int64(try file.seekToEnd())
      let boxes = try Fragments.boxes(of: file, fileSize: size)
      guard let index = boxes.first(where: { $0.kind == "moov" }) else {
        throw MovieError(.failed, path: path, "a finished file without an index")
      }
      var bytes = try read(file, index)
      let added = insert(names, into: &bytes)
      guard added > 0 else { return size }
      let rest = size - index.offset - index.size
      if rest > 0 { shift(&bytes, by: UInt64(added)) }
      // What follows makes room first, from its end on.
      let step: Int64 = 1 << 20
      var end = rest
      while end > 0 {
        let begin = max(0, end - step)
        let from = UInt64(index.offset + index.size + begin)
        try file.seek(toOffset: from)
        let part = try file.read(upToCount: Int(end - begin)) ?? Data()
        try file.seek(toOffset: from + UInt64(added))
        try file.write(contentsOf: part)
        end = begin
      }
      try file.seek(toOffset: UInt64(index.offset))
      try file.write(contentsOf: Data(bytes))
      return size + Int64(added)
    } catch let error as MovieError { throw error } catch {
      let isFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace
      throw MovieError(isFull ? .diskFull : .failed, path: path, "naming the file's curve: \(error)")
    }
  }

  /// The name in each track's description; empty when the file has no index that can be read.
  static func names(path: String) -> [String?] {
    guard let file = FileHandle(forReadingAtPath: path) else { return [] }
    do {
      defer { try? file.close() }
      let size = Int64(try file.seekToEnd())
      guard let index = try Fragments.boxes(of: file, fileSize: size).first(where: { $0.kind == "moov" }),
        index.offset + index.size <= size
      else { return [] }
      let bytes = try read(file, index)
      return tracks(in: bytes).map { track in
        guard let entry = track.entry else { return nil }
        let inside = entry.start + entryHead..<entry.end
        return children(of: bytes, inside).first { $0.kind == kind }.map {
          String(decoding: bytes[$0.start + 8..<$0.end], as: UTF8.self)
        }
      }
    } catch {
      // The reader says what is wrong with a file that it cannot read.
      return []
    }
  }

  private static func read(_ file: FileHandle, _ box: Fragments.Box) throws -> [UInt8] {
    try file.seek(toOffset: UInt64(box.offset))
    return [UInt8](try file.read(upToCount: Int(box.size)) ?? Data())
  }

  // MARK: Boxes in memory

  private struct Box {
    var kind: [UInt8]
    var start, end: Int
  }

  private static func number(_ bytes: [UInt8], _ at: Int, _ count: Int = 4) -> UInt64 {
    (0..<count).reduce(0) { $0 << 8 | UInt64(bytes[at + $1]) }
  }

  private static func set(_ value: UInt64, _ bytes: inout [UInt8], _ at: Int, _ count: Int = 4) {
    for place in 0..<count {
      bytes[at + place] = UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - place)))
    }
  }

  private static func children(of bytes: [UInt8], _ range: Range<Int>) -> [Box] {
    var (boxes, at): ([Box], Int) = ([], range.lowerBound)
    while at + 8 <= range.upperBound {
      let size = Int(number(bytes, at))
      guard size >= 8, at + size <= range.upperBound else { break }
      boxes.append(Box(kind: Array(bytes[at + 4..<at + 8]), start: at, end: at + size))
      at += size
    }
    return boxes
  }

  private struct Track {
    /// From the track's box to the description.
    var way: [Box]
    /// The first description, when it is of pictures.
    var entry: Box?
    /// Where samples lie in the file.
    var places: Box?
  }

  private static func tracks(in bytes: [UInt8]) -> [Track] {
    let top = children(of: bytes, 8..<bytes.count).filter { $0.kind == Array("trak".utf8) }
    return top.map { track in
      var way = [track]
      for name in ["mdia", "minf", "stbl"] {
        let last = way[way.count - 1]
        guard
          let next = children(of: bytes, last.start + 8..<last.end).first(where: {
            $0.kind == Array(name.utf8)
          })
        else { return Track(way: way) }
        way.append(next)
      }
      let table = way[3]
      let inside = children(of: bytes, table.start + 8..<table.end)
      let places = inside.first { $0.kind == Array("stco".utf8) || $0.kind == Array("co64".utf8) }
      let media = children(of: bytes, way[2].start + 8..<way[2].end)
      guard media.contains(where: { $0.kind == Array("vmhd".utf8) }),
        let list = inside.first(where: { $0.kind == Array("stsd".utf8) }),
        let entry = children(of: bytes, list.start + 16..<list.end).first,
        entry.end - entry.start >= entryHead
      else { return Track(way: way, places: places) }
      return Track(way: way + [list, entry], entry: entry, places: places)
    }
  }

  /// - Returns: How many bytes longer the index is then.
  private static func insert(_ names: [String?], into bytes: inout [UInt8]) -> Int {
    var added = 0
    // From the last on, so that places before stay.
    for (track, name) in zip(tracks(in: bytes), names).reversed() {
      guard let entry = track.entry, let name else { continue }
      var box = [UInt8](repeating: 0, count: 4) + kind + Array(name.utf8)
      set(UInt64(box.count), &box, 0)
      for outer in track.way { set(number(bytes, outer.start) + UInt64(box.count), &bytes, outer.start) }
      bytes.insert(contentsOf: box, at: entry.start + entryHead)
      added += box.count
    }
    set(number(bytes, 0) + UInt64(added), &bytes, 0)
    return added
  }

  /// Samples lie so many bytes further.
  private static func shift(_ bytes: inout [UInt8], by distance: UInt64) {
    for track in tracks(in: bytes) {
      guard let places = track.places else { continue }
      let width = places.kind == Array("co64".utf8) ? 8 : 4
      for index in 0..<Int(number(bytes, places.start + 12)) {
        let at = places.start + 16 + index * width
        guard at + width <= places.end else { break }
        set(number(bytes, at, width) + distance, &bytes, at, width)
      }
    }
  }
}

extension ColourTags {
  /// Apple's name of the curve, where no tag has one. [docs]
  var logCurve: String? {
    switch self {
    case .bt709, .p3, .bt601, .hlg: nil
    case .appleLog: "com.apple.rec2020.apple-log"
    case .appleLog2: "com.apple.apple-wide-gamut.apple-log"
    }
  }

  init?(logCurve: String) {
    let all: [ColourTags] = [.appleLog, .appleLog2]
    guard let found = all.first(where: { $0.logCurve == logCurve }) else { return nil }
    self = found
  }
}
