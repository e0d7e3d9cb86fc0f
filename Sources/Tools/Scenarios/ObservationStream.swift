import Foundation
import PhoneModel
import Synchronization

/// Observations on their way from the app's process to the grader: a line of JSON
/// `{"payloads":[…byte counts…],"record":{…}}`, then the payloads' bytes, and so on.

/// What a stream of observations can fail with.
public struct ObservationStreamError: Error, Sendable, Hashable, CustomStringConvertible {
  public var description: String
  public init(_ description: String) { self.description = description }
}

private func writeBytes(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, start, count)
}

/// Writes observations. Safe on any thread; a write blocks until the reader has taken the bytes.
public final class ObservationWriter: Sendable {
  private let descriptor: Int32
  private let order = Mutex<Void>(())

  /// Opens `path`, a file or a named pipe. Ignores SIGPIPE in this process, so that a reader that went away
  /// is an error of `write` and not the end of the app.
  public init(path: String) throws {
    signal(SIGPIPE, SIG_IGN)
    descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw ObservationStreamError(
        "\(path): cannot be opened for writing: \(String(cString: strerror(errno)))")
    }
  }

  deinit { close(descriptor) }

  /// Returns when nobody reads the named pipe any more; never for a file.
  public func waitUntilReaderHasGone() {
    var pipe = pollfd(fd: descriptor, events: 0, revents: 0)
    while poll(&pipe, 1, -1) <= 0 {}
  }

  public func write(_ record: ObservationRecord) throws {
    let bytes = try ObservationCoding.encode(record)
    try order.withLock { _ in
      for part in bytes {
        try part.withUnsafeBytes { buffer in
          var rest = buffer
          while !rest.isEmpty {
            let count = writeBytes(descriptor, rest.baseAddress, rest.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
              throw ObservationStreamError("observations: \(String(cString: strerror(errno)))")
            }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
          }
        }
      }
    }
  }
}

/// Puts observations together from bytes as they come. Holds one record at most.
public struct ObservationReader {
  /// Longer lines or payloads are refused.
  public static let largestRecord = 1 << 28

  private var buffer = Data()
  private var head: (line: Data, payloads: [Int])?

  public init() {}

  public mutating func append(_ bytes: some Collection<UInt8>) { buffer.append(contentsOf: bytes) }

  /// The next whole record, or nil until more bytes have come.
  public mutating func next() throws -> ObservationRecord? {
    if head == nil {
      guard let newline = buffer.firstIndex(of: 10) else {
        if buffer.count > Self.largestRecord { throw ObservationStreamError("observations: endless line") }
        return nil
      }
      let line = Data(buffer[buffer.startIndex..<newline])
      let counts = try ObservationCoding.payloadSizes(line: line)
      guard counts.allSatisfy({ $0 >= 0 && $0 <= Self.largestRecord }),
        counts.reduce(0, +) <= Self.largestRecord
      else { throw ObservationStreamError("observations: a payload of impossible size") }
      buffer = Data(buffer[(newline + 1)...])
      head = (line, counts)
    }
    guard let head, buffer.count >= head.payloads.reduce(0, +) else { return nil }
    self.head = nil
    var payloads: [Data] = []
    var start = buffer.startIndex
    for count in head.payloads {
      payloads.append(Data(buffer[start..<(start + count)]))
      start += count
    }
    buffer = Data(buffer[start...])
    return try ObservationCoding.decode(line: head.line, payloads: payloads)
  }

  /// After the last byte: true when the stream broke off inside a record.
  public var isTruncated: Bool { head != nil || !buffer.isEmpty }
}

enum ObservationCoding {
  /// Bytes that are kept out of the JSON while a record is encoded or decoded by one thread.
  final class Payloads {
    var parts: [Data]
    init(_ parts: [Data] = []) { self.parts = parts }
  }

  struct Box: @unchecked Sendable {
    // Used inside one call of `encode` or `decode` only, on its own thread.
    let payloads: Payloads
  }

  static let key = CodingUserInfoKey(rawValue: "diptych.payloads")!

  private struct Sizes: Decodable { var payloads: [Int] }
  private struct Body: Decodable { var record: ObservationRecord }

  /// The line with its newline, then each payload.
  static func encode(_ record: ObservationRecord) throws -> [Data] {
    let payloads = Payloads()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.userInfo[key] = Box(payloads: payloads)
    let body = try encoder.encode(record)
    var line = Data("{\"payloads\":[".utf8)
    line.append(Data(payloads.parts.map { String($0.count) }.joined(separator: ",").utf8))
    line.append(Data("],\"record\":".utf8))
    line.append(body)
    line.append(Data("}\n".utf8))
    return [line] + payloads.parts
  }

  static func payloadSizes(line: Data) throws -> [Int] {
    do { return try JSONDecoder().decode(Sizes.self, from: line).payloads } catch {
      throw ObservationStreamError("observations: a line that is not a record: \(error)")
    }
  }

  static func decode(line: Data, payloads: [Data]) throws -> ObservationRecord {
    let decoder = JSONDecoder()
    decoder.userInfo[key] = Box(payloads: Payloads(payloads))
    do { return try decoder.decode(Body.self, from: line).record } catch {
      throw ObservationStreamError("observations: a line that is not a record: \(error)")
    }
  }
}

extension PixelPicture: Codable {
  private enum Keys: String, CodingKey { case width, height, layout, payload }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Keys.self)
    let width = try values.decode(Int.self, forKey: .width)
    let height = try values.decode(Int.self, forKey: .height)
    let layout = try values.decode(Layout.self, forKey: .layout)
    let index = try values.decode(Int.self, forKey: .payload)
    guard let box = decoder.userInfo[ObservationCoding.key] as? ObservationCoding.Box,
      box.payloads.parts.indices.contains(index)
    else { throw ObservationStreamError("observations: payload \(index) is missing") }
    let bytes = box.payloads.parts[index]
    let (pixels, tooMany) = width.multipliedReportingOverflow(by: height)
    guard width >= 0, height >= 0, !tooMany, pixels <= ObservationReader.largestRecord,
      bytes.count == pixels * layout.bytesPerPixel
    else { throw ObservationStreamError("observations: a picture and its payload differ in size") }
    self.init(width: width, height: height, layout: layout, bytes: bytes)
  }

  public func encode(to encoder: any Encoder) throws {
    guard let box = encoder.userInfo[ObservationCoding.key] as? ObservationCoding.Box else {
      throw ObservationStreamError("observations: pictures are written by ObservationWriter only")
    }
    var values = encoder.container(keyedBy: Keys.self)
    try values.encode(width, forKey: .width)
    try values.encode(height, forKey: .height)
    try values.encode(layout, forKey: .layout)
    try values.encode(box.payloads.parts.count, forKey: .payload)
    box.payloads.parts.append(bytes)
  }
}

extension ObservationRecord: Codable {
  private enum Keys: String, CodingKey {
    case header, progress, moment, appEvent, photo, movie, refused, hung, tapMissed, ignored, end
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Keys.self)
    guard let kind = values.allKeys.first else {
      throw ObservationStreamError("observations: unknown record")
    }
    switch kind {
    case .header: self = .header(try values.decode(ObservationHeader.self, forKey: kind))
    case .progress: self = .progress(try values.decode(ProgressRecord.self, forKey: kind))
    case .moment: self = .moment(try values.decode(MomentRecord.self, forKey: kind))
    case .appEvent: self = .appEvent(try values.decode(AppEventRecord.self, forKey: kind))
    case .photo: self = .photo(try values.decode(PhotoRecord.self, forKey: kind))
    case .movie: self = .movie(try values.decode(MovieRecord.self, forKey: kind))
    case .refused: self = .refused(try values.decode(RefusalRecord.self, forKey: kind))
    case .hung: self = .hung(try values.decode(ProgressRecord.self, forKey: kind))
    case .tapMissed: self = .tapMissed(try values.decode(TapMissRecord.self, forKey: kind))
    case .ignored: self = .ignored(try values.decode(IgnoredRecord.self, forKey: kind))
    case .end: self = .end(try values.decode(PhoneTime.self, forKey: kind))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Keys.self)
    switch self {
    case .header(let value): try values.encode(value, forKey: .header)
    case .progress(let value): try values.encode(value, forKey: .progress)
    case .moment(let value): try values.encode(value, forKey: .moment)
    case .appEvent(let value): try values.encode(value, forKey: .appEvent)
    case .photo(let value): try values.encode(value, forKey: .photo)
    case .movie(let value): try values.encode(value, forKey: .movie)
    case .refused(let value): try values.encode(value, forKey: .refused)
    case .hung(let value): try values.encode(value, forKey: .hung)
    case .tapMissed(let value): try values.encode(value, forKey: .tapMissed)
    case .ignored(let value): try values.encode(value, forKey: .ignored)
    case .end(let value): try values.encode(value, forKey: .end)
    }
  }
}
