/// What the person lets the app do with their photos. Raw values are Apple's. [docs]
public enum PHAuthorizationStatus: Int, Sendable {
  case notDetermined = 0
  case restricted = 1
  case denied = 2
  case authorized = 3
  /// Only what the person picked, and what the app saved itself. A library here holds nothing else.
  case limited = 4
}

/// What the app wants to do with the library.
public enum PHAccessLevel: Int, Hashable, Sendable {
  case addOnly = 1
  case readWrite = 2
}

extension PHAuthorizationStatus {
  /// Whether photos may be saved and, with access to the whole library, read.
  var isGranted: Bool { self == .authorized || self == .limited }
}
