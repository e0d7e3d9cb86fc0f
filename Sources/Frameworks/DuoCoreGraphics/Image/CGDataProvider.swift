import Foundation

/// Bytes for an image. Read wholly, at once.
public final class CGDataProvider: Sendable {
  let bytes: Data

  public init?(data: CFData) { bytes = Data(referencing: data) }

  init(_ bytes: Data) { self.bytes = bytes }

  /// A copy of the bytes.
  public var data: CFData? { NSData(data: bytes) }
}
