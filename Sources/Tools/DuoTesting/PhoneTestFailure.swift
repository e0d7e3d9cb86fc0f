/// What a test expected of the phone and did not find. `description` begins with file and line, and names what was
/// expected and what was there.
public struct PhoneTestFailure: Error, Hashable, Sendable, CustomStringConvertible {
  public var message: String
  public var place: Place

  /// A place in a source file.
  public struct Place: Hashable, Sendable {
    public var fileID, filePath: String
    public var line, column: Int

    public init(_ fileID: String, _ filePath: String, _ line: Int, _ column: Int) {
      self.fileID = fileID
      self.filePath = filePath
      self.line = line
      self.column = column
    }
  }

  public init(_ message: String, at place: Place) {
    self.message = message
    self.place = place
  }

  public var description: String { "\(place.filePath):\(place.line): \(message)" }
}
