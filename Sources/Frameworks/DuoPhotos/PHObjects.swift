import DuoFoundation
public import Foundation

/// Something in the library. Two with one identifier are equal.
open class PHObject: NSObject, @unchecked Sendable {
  // `@unchecked`: what it says never changes; subclasses have constants only.
  public let localIdentifier: String

  init(_ localIdentifier: String) { self.localIdentifier = localIdentifier }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? PHObject else { return false }
    return type(of: other) == type(of: self) && other.localIdentifier == localIdentifier
  }

  open override var hash: Int { localIdentifier.hashValue }
}

/// What will be in the library when the changes are made.
public final class PHObjectPlaceholder: PHObject, @unchecked Sendable {}

public enum PHAssetMediaType: Int, Sendable {
  case unknown = 0
  case image = 1
  case video = 2
  case audio = 3
}

/// What a file of an asset is. Raw values are Apple's. [docs]
public enum PHAssetResourceType: Int, Sendable {
  case photo = 1
  case video = 2
  case audio = 3
  case alternatePhoto = 4
  case fullSizePhoto = 5
  case fullSizeVideo = 6
  case adjustmentData = 7
  case adjustmentBasePhoto = 8
  case pairedVideo = 9
  /// The file of a photo that comes later whole: what `AVCaptureDeferredPhotoProxy` gives. [docs]
  case photoProxy = 19
}

extension PHAssetResourceType {
  /// Of the picture itself, now or later.
  var isPicture: Bool { self == .photo || self == .photoProxy }
  /// Every asset has one of these.
  var isMain: Bool { isPicture || self == .video }
}

/// A picture or movie of the library, as it was when it was fetched.
public final class PHAsset: PHObject, @unchecked Sendable {
  let asset: PhotoStore.Asset

  init(_ asset: PhotoStore.Asset) {
    self.asset = asset
    super.init(asset.id)
  }

  public var mediaType: PHAssetMediaType { asset.mediaType }
  /// 0 for movies.
  public var pixelWidth: Int { asset.width }
  public var pixelHeight: Int { asset.height }
  public var creationDate: Date? { Date(timeIntervalSinceReferenceDate: asset.created) }
  public var isFavorite: Bool { asset.isFavorite }
  public var isHidden: Bool { asset.isHidden }
  /// For sorting.
  var created: Double { asset.created }

  public class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
    fetch(options) { _ in true }
  }

  public class func fetchAssets(with mediaType: PHAssetMediaType, options: PHFetchOptions?) -> PHFetchResult<
    PHAsset
  > {
    fetch(options) { $0.mediaType == mediaType }
  }

  public class func fetchAssets(
    withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
  ) -> PHFetchResult<PHAsset> {
    fetch(options) { identifiers.contains($0.id) }
  }

  /// An album's, in its order, unless the options sort them.
  public class func fetchAssets(in assetCollection: PHAssetCollection, options: PHFetchOptions?)
    -> PHFetchResult<PHAsset>
  {
    if assetCollection.assetCollectionType == .smartAlbum { return fetchAssets(with: options) }
    let members = PhotoStore.shared.read { contents in
      contents.albums.first { $0.id == assetCollection.localIdentifier }?.members ?? []
    }
    let found = members.compactMap { id in PhotoStore.shared.read { $0.assets.first { $0.id == id } } }
    return PHFetchResult(assets(found, options))
  }

  private static func fetch(
    _ options: PHFetchOptions?, _ fits: (PhotoStore.Asset) -> Bool
  ) -> PHFetchResult<PHAsset> {
    PHFetchResult(assets(PhotoStore.shared.read { $0.assets.filter(fits) }, options))
  }

  /// Nothing without permission to read. [docs]
  private static func assets(_ found: [PhotoStore.Asset], _ options: PHFetchOptions?) -> [PHAsset] {
    guard PHPhotoLibrary.authorizationStatus(for: .readWrite).isGranted else { return [] }
    let shown = found.filter { !$0.isHidden || options?.includeHiddenAssets == true }
    return (options ?? PHFetchOptions()).apply(to: shown.map { PHAsset($0) })
  }
}

public enum PHAssetCollectionType: Int, Sendable {
  case album = 1
  case smartAlbum = 2
}

public enum PHAssetCollectionSubtype: Int, Sendable {
  case albumRegular = 2
  case smartAlbumUserLibrary = 209
  case any = 0x7fff_ffff_ffff_ffff
}

/// An album.
public final class PHAssetCollection: PHObject, @unchecked Sendable {
  public let localizedTitle: String?
  public let assetCollectionType: PHAssetCollectionType

  init(_ id: String, title: String, type: PHAssetCollectionType = .album) {
    (localizedTitle, assetCollectionType) = (title, type)
    super.init(id)
  }

  /// Albums of the app, or the one with everything.
  public class func fetchAssetCollections(
    with type: PHAssetCollectionType, subtype: PHAssetCollectionSubtype, options: PHFetchOptions?
  ) -> PHFetchResult<PHAssetCollection> {
    let found: [PHAssetCollection]
    switch type {
    case .album:
      found = PhotoStore.shared.read { $0.albums.map { PHAssetCollection($0.id, title: $0.title) } }
    case .smartAlbum: found = [PHAssetCollection("library", title: "Recents", type: .smartAlbum)]
    }
    guard PHPhotoLibrary.authorizationStatus(for: .readWrite).isGranted else { return PHFetchResult([]) }
    return PHFetchResult((options ?? PHFetchOptions()).apply(to: found))
  }

  public class func fetchAssetCollections(
    withLocalIdentifiers identifiers: [String], options: PHFetchOptions?
  ) -> PHFetchResult<PHAssetCollection> {
    let all = fetchAssetCollections(with: .album, subtype: .any, options: options)
    return PHFetchResult(all.items.filter { identifiers.contains($0.localIdentifier) })
  }
}

/// Which of what is found is wanted, and in which order.
public final class PHFetchOptions: NSObject {
  public var predicate: NSPredicate?
  public var sortDescriptors: [NSSortDescriptor]?
  /// 0: as many as there are.
  public var fetchLimit = 0
  public var includeHiddenAssets = false

  func apply<T: PHObject>(to objects: [T]) -> [T] {
    var result = objects
    if let predicate { result = result.filter { predicate.evaluate(with: $0) } }
    for descriptor in (sortDescriptors ?? []).reversed() {
      // Equal ones stay in their order.
      result = result.enumerated().sorted { a, b in
        let order = descriptor.compare(a.element, to: b.element)
        return order == .orderedSame ? a.offset < b.offset : order == .orderedAscending
      }.map(\.element)
    }
    return fetchLimit > 0 ? Array(result.prefix(fetchLimit)) : result
  }
}

extension NSSortDescriptor {
  /// By a property's name, which Foundation on Linux does not have: for the dates of assets. Any other raises
  /// `NSInvalidArgumentException`, as the library does. [docs]
  public convenience init(key: String?, ascending: Bool) {
    guard key == "creationDate" || key == "modificationDate" else {
      raise(.invalidArgument, "Unsupported sort descriptor in fetch options: (\(key ?? "nil"))")
    }
    self.init(keyPath: \PHAsset.created, ascending: ascending)
  }
}

/// What was found, as it was then.
public final class PHFetchResult<ObjectType: AnyObject & Sendable>: NSObject, Sendable {
  let items: [ObjectType]

  init(_ items: [ObjectType]) { self.items = items }

  public var count: Int { items.count }
  public var firstObject: ObjectType? { items.first }
  public var lastObject: ObjectType? { items.last }
  public func object(at index: Int) -> ObjectType { self[index] }
  public subscript(idx: Int) -> ObjectType {
    guard items.indices.contains(idx) else {
      raise(
        .range, "*** -[PHFetchResult objectAtIndex:]: index \(idx) beyond bounds [0 .. \(items.count - 1)]")
    }
    return items[idx]
  }
  public func objects(at indexes: IndexSet) -> [ObjectType] { indexes.map { self[$0] } }
  public func contains(_ anObject: ObjectType) -> Bool { index(of: anObject) != NSNotFound }
  public func index(of anObject: ObjectType) -> Int {
    items.firstIndex { ($0 as? PHObject)?.isEqual(anObject) ?? ($0 === anObject) } ?? NSNotFound
  }
  public func enumerateObjects(_ block: (ObjectType, Int, UnsafeMutablePointer<Bool>) -> Void) {
    var stop = false
    for (index, item) in items.enumerated() where !stop { block(item, index, &stop) }
  }
}
