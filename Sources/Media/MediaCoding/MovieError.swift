import CLibAV

/// Why a movie could not be read or written: what kind of fault, in which file, where in it, in whose words.
package struct MovieError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Kind: Hashable, Sendable {
    /// The file to be read does not exist.
    case noSuchFile
    /// The file cannot be opened, read or made: its folder is absent, it is a folder, no permission.
    case badPath
    /// The file is empty.
    case empty
    /// The file is of no kind that can be read, or holds no track that was asked for.
    case unknownFormat
    /// The file's bytes are not what its format says.
    case corrupt
    /// The file ends before what its format promises.
    case truncated
    /// There is no room for more: the disk, the quota, or the largest size that a file may have.
    case diskFull
    /// This computer's libavcodec was built without the codec.
    case codecMissing
    /// The settings contradict each other, or the codec or the container cannot have them.
    case unsupported
    /// What was appended does not fit what came before: an earlier time, another size, after the end.
    case wrongOrder
    /// Everything else that a library refused.
    case failed
  }

  package var kind: Kind
  /// The file's path as it was given.
  package var path: String
  /// What is wrong, one line.
  package var reason: String
  /// Where in the movie, as far as that is known.
  package var time: MediaTime?

  package init(_ kind: Kind, path: String, _ reason: String, time: MediaTime? = nil) {
    self.kind = kind
    self.path = path
    self.reason = reason
    self.time = time
  }

  package var description: String {
    time.map { "\(path): \(reason), at \($0.seconds) s" } ?? "\(path): \(reason)"
  }
}

extension MovieError {
  /// An error of the libraries. `doing` says what was tried, such as "writing a packet".
  init(code: Int32, path: String, doing: String, otherwise: Kind = .failed, time: MediaTime? = nil) {
    let full: [Int32] = [ENOSPC, EFBIG, EDQUOT]
    let place: [Int32] = [EACCES, EPERM, EISDIR, ENOTDIR, EROFS, ENAMETOOLONG, ELOOP, ENOENT]
    let kind: Kind =
      if full.contains(where: { duo_av_error($0) == code }) {
        .diskFull
      } else if code == duo_av_error(ENOENT), otherwise == .corrupt {
        .noSuchFile
      } else if place.contains(where: { duo_av_error($0) == code }) {
        .badPath
      } else {
        otherwise
      }
    self.init(kind, path: path, "\(doing): \(Self.text(code))", time: time)
  }

  static func text(_ code: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { bytes in
      bytes.initialize(repeating: 0)
      duo_av_error_text(code, bytes.baseAddress, 256)
      return String(cString: bytes.baseAddress!)
    }
  }
}
