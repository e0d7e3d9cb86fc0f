/// A kind of data, by its identifier. Known are the kinds that cameras and their files have to do with. [docs]
public struct UTType: Hashable, Sendable, CustomStringConvertible {
  /// Reverse DNS text, such as `public.jpeg`.
  public let identifier: String

  /// nil for an identifier that is not known. Capitals and small letters are the same. [docs]
  public init?(_ identifier: String) {
    guard let known = KnownType.byIdentifier[identifier.lowercased()] else { return nil }
    self.identifier = known.identifier
  }

  /// The kind of files with an extension, without its dot. Apple's makes up a kind for one that nobody knows; here it is nil.
  /// - Parameter supertype: What the kind must conform to.
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    self.init(whose: \.extensions, has: filenameExtension, supertype)
  }

  /// The kind of data with a MIME type. Apple's makes up a kind for one that nobody knows; here it is nil.
  /// - Parameter supertype: What the kind must conform to.
  public init?(mimeType: String, conformingTo supertype: UTType = .data) {
    self.init(whose: \.mimeTypes, has: mimeType, supertype)
  }

  private init?(whose tags: KeyPath<KnownType, [String]>, has tag: String, _ supertype: UTType) {
    let tag = tag.lowercased()
    let found = KnownType.all.first { known in
      known[keyPath: tags].contains(tag) && UTType(known: known.identifier).conforms(to: supertype)
    }
    guard let found else { return nil }
    identifier = found.identifier
  }

  init(known identifier: String) { self.identifier = identifier }

  private var known: KnownType { KnownType.byIdentifier[identifier]! }

  /// Without its dot; nil for kinds that are not of files.
  public var preferredFilenameExtension: String? { known.extensions.first }
  public var preferredMIMEType: String? { known.mimeTypes.first }
  public var description: String { identifier }

  /// Every kind that this one conforms to, without itself. [docs]
  public var supertypes: Set<UTType> {
    var all: Set<UTType> = []
    for parent in known.parents.map(UTType.init(known:)) { all.formUnion(parent.supertypes.union([parent])) }
    return all
  }

  /// Whether data of this kind is data of another; each kind conforms to itself. [docs]
  public func conforms(to type: UTType) -> Bool { self == type || supertypes.contains(type) }
  /// Conforms to another kind, which is not this one. [docs]
  public func isSubtype(of type: UTType) -> Bool { supertypes.contains(type) }
  /// Another kind, which is not this one, conforms to this one. [docs]
  public func isSupertype(of type: UTType) -> Bool { type.supertypes.contains(self) }
}
