import DuoCoreMedia
import Foundation
import MediaCoding

/// Why a recording ends.
enum RecordingEnd: Equatable, Sendable {
  /// The app said so, or began another.
  case stopped
  case maximumDuration
  case maximumFileSize
  /// Too little free space is left, or none.
  case diskFull
  /// What the session or the camera did.
  case broken(AVError.Code)
  /// The file could not be made.
  case noFile
}

extension RecordingEnd {
  /// What the delegate gets. Codes of limits and of configuration changes are Apple's [header]; which one a stopped
  /// session gives is assumed.
  /// - Parameters:
  ///   - isUsable: The file is there and can be played.
  ///   - hasBegun: Something was written.
  func error(
    isUsable: Bool, hasBegun: Bool, duration: CMTime, bytes: Int64, cause: (any Error)?
  ) -> (any Error)? {
    var details: [String: Any] = [AVErrorRecordingSuccessfullyFinishedKey: NSNumber(value: isUsable)]
    if let cause { details[NSUnderlyingErrorKey] = cause }
    switch self {
    case .noFile:
      // Not one of AVFoundation's. [forum]
      details[NSLocalizedDescriptionKey] = "Cannot create file"
      return NSError(domain: NSURLErrorDomain, code: NSURLErrorCannotCreateFile, userInfo: details)
    case .stopped:
      guard !isUsable else { return nil }
      return AVError(hasBegun ? .unknown : .noDataCaptured, userInfo: details)
    case .maximumDuration:
      details[AVErrorTimeKey] = duration
      return AVError(.maximumDurationReached, userInfo: details)
    case .maximumFileSize:
      details[AVErrorFileSizeKey] = NSNumber(value: bytes)
      return AVError(.maximumFileSizeReached, userInfo: details)
    case .diskFull: return AVError(.diskFull, userInfo: details)
    case .broken(let code): return AVError(code, userInfo: details)
    }
  }

  /// How the trace names it.
  var word: String {
    switch self {
    case .stopped: "stopped"
    case .maximumDuration: "maximum-duration"
    case .maximumFileSize: "maximum-file-size"
    case .diskFull: "disk-full"
    case .broken(let code): "\(code)"
    case .noFile: "no-file"
    }
  }
}
