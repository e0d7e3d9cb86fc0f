/// Why a world cannot be shown. One line that names the file and what is wrong with it.
public struct WorldError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The picture's path as it was given.
  public var path: String
  /// What is wrong, such as "no such file".
  public var reason: String

  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  public var description: String { "\(path): \(reason)" }
}
