// The C library's streams are variables that Swift cannot check; this file only configures one, before the app runs.
@preconcurrency import Foundation

/// What an app prints.
enum StandardOutput {
  /// Lets every printed line out at once, also into a file, so that none is lost when the app stops.
  static func bufferLines() { setvbuf(stdout, nil, _IOLBF, 0) }
}
