public import Foundation

// What apps name files with. [docs]
extension URL {
  /// With the extension that is preferred for a kind; the URL itself where the kind has none, or its file has such an
  /// extension already.
  public func appendingPathExtension(for contentType: UTType) -> URL {
    guard let wanted = contentType.preferredFilenameExtension, !hasExtension(of: contentType) else {
      return self
    }
    return appendingPathExtension(wanted)
  }

  public mutating func appendPathExtension(for contentType: UTType) {
    self = appendingPathExtension(for: contentType)
  }

  /// A file of this kind inside, under a name with or without its extension.
  public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> URL {
    appendingPathComponent(partialName, isDirectory: contentType.conforms(to: .directory))
      .appendingPathExtension(for: contentType)
  }

  public mutating func appendPathComponent(_ partialName: String, conformingTo contentType: UTType) {
    self = appendingPathComponent(partialName, conformingTo: contentType)
  }

  private func hasExtension(of type: UTType) -> Bool {
    UTType(filenameExtension: pathExtension)?.conforms(to: type) == true
  }
}
