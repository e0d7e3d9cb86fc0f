import DuoFoundation
public import DuoUIKit
public import Foundation

/// How a file is taken over.
public final class PHAssetResourceCreationOptions: NSObject {
  public var originalFilename: String?
  /// Accepted; what a file is, its bytes say.
  public var uniformTypeIdentifier: String?
  /// The file is not needed any more where it is. [docs]
  public var shouldMoveFile = false
}

/// Changes an asset. Only inside of a block of changes. [docs]
public class PHAssetChangeRequest: NSObject {
  let id: String
  private let isNew: Bool

  /// For an asset of the library.
  public init(for asset: PHAsset) {
    (id, isNew) = (asset.localIdentifier, false)
    super.init()
    PHPhotoLibrary.edit { _ in }
  }

  required init(new id: String) {
    (self.id, isNew) = (id, true)
    super.init()
    PHPhotoLibrary.edit { $0.creations.append(PhotoChanges.Creation(id: id)) }
  }

  static func create() -> Self { Self(new: UUID().uuidString + "/L0/001") }

  fileprivate func editCreation(_ body: (inout PhotoChanges.Creation) -> Void) {
    PHPhotoLibrary.edit { [id] changes in
      guard let index = changes.creations.firstIndex(where: { $0.id == id }) else { return }
      body(&changes.creations[index])
    }
  }

  @discardableResult
  public class func creationRequestForAsset(from image: UIImage) -> Self {
    let request = create()
    // A JPEG, as the system writes; a picture without pixels leaves nothing to save, which the changes then say.
    if let data = image.jpegData(compressionQuality: 0.9) {
      request.editCreation { $0.resources.append(PhotoChanges.Resource(type: .photo, source: .data(data))) }
    }
    return request
  }

  /// nil for a file that is not there. [docs]
  @discardableResult
  public class func creationRequestForAssetFromImage(atFileURL fileURL: URL) -> Self? {
    create(.photo, fileURL)
  }

  @discardableResult
  public class func creationRequestForAssetFromVideo(atFileURL fileURL: URL) -> Self? {
    create(.video, fileURL)
  }

  private static func create(_ type: PHAssetResourceType, _ fileURL: URL) -> Self? {
    guard FileManager.default.fileExists(atPath: fileURL.path) else { return nil }
    let request = create()
    request.editCreation {
      $0.resources.append(
        PhotoChanges.Resource(type: type, source: .file(fileURL), originalName: fileURL.lastPathComponent))
    }
    return request
  }

  public class func deleteAssets(_ assets: [PHAsset]) {
    PHPhotoLibrary.edit { $0.deletedAssets.formUnion(assets.map(\.localIdentifier)) }
  }

  /// Names the asset that will be there.
  public var placeholderForCreatedAsset: PHObjectPlaceholder? { isNew ? PHObjectPlaceholder(id) : nil }

  public var creationDate: Date? {
    get {
      PHPhotoLibrary.edit { [id] changes in changes.creations.first { $0.id == id }?.date ?? changes.dates[id]
      }
    }
    set {
      isNew ? editCreation { $0.date = newValue } : PHPhotoLibrary.edit { [id] in $0.dates[id] = newValue }
    }
  }

  public var isFavorite: Bool {
    get {
      PHPhotoLibrary.edit { [id] in
        $0.creations.first { $0.id == id }?.isFavorite ?? $0.favorites[id] ?? false
      }
    }
    set {
      isNew
        ? editCreation { $0.isFavorite = newValue }
        : PHPhotoLibrary.edit { [id] in $0.favorites[id] = newValue }
    }
  }

  public var isHidden: Bool {
    get {
      PHPhotoLibrary.edit { [id] in $0.creations.first { $0.id == id }?.isHidden ?? $0.hidden[id] ?? false }
    }
    set {
      isNew
        ? editCreation { $0.isHidden = newValue } : PHPhotoLibrary.edit { [id] in $0.hidden[id] = newValue }
    }
  }
}

/// Makes an asset of files.
public final class PHAssetCreationRequest: PHAssetChangeRequest {
  public class func forAsset() -> Self { create() }

  /// One photo or one movie, with what belongs to it. [docs]
  public class func supportsAssetResourceTypes(_ types: [NSNumber]) -> Bool {
    let known = types.compactMap { PHAssetResourceType(rawValue: $0.intValue) }
    guard known.count == types.count else { return false }
    return known.filter(\.isMain).count == 1 && !known.contains(.audio)
  }

  public func addResource(
    with type: PHAssetResourceType, data: Data, options: PHAssetResourceCreationOptions?
  ) {
    add(type, .data(data), options)
  }

  public func addResource(
    with type: PHAssetResourceType, fileURL: URL, options: PHAssetResourceCreationOptions?
  ) {
    add(type, .file(fileURL), options)
  }

  private func add(
    _ type: PHAssetResourceType, _ source: PhotoChanges.Resource.Source,
    _ options: PHAssetResourceCreationOptions?
  ) {
    let resource = PhotoChanges.Resource(
      type: type, source: source, originalName: options?.originalFilename,
      isMoved: options?.shouldMoveFile == true)
    editCreation { $0.resources.append(resource) }
  }
}

/// Changes an album. Only inside of a block of changes. [docs]
public final class PHAssetCollectionChangeRequest: NSObject {
  private let id: String
  private let isNew: Bool

  private init(_ id: String, isNew: Bool) {
    (self.id, self.isNew) = (id, isNew)
    super.init()
    PHPhotoLibrary.edit { _ in }
  }

  public convenience init?(for assetCollection: PHAssetCollection) {
    guard assetCollection.assetCollectionType == .album else { return nil }
    self.init(assetCollection.localIdentifier, isNew: false)
  }

  @discardableResult
  public class func creationRequestForAssetCollection(withTitle title: String)
    -> PHAssetCollectionChangeRequest
  {
    let id = UUID().uuidString + "/L0/040"
    PHPhotoLibrary.edit { $0.newAlbums.append(PhotoStore.Album(id: id, title: title)) }
    return PHAssetCollectionChangeRequest(id, isNew: true)
  }

  public class func deleteAssetCollections(_ assetCollections: [PHAssetCollection]) {
    PHPhotoLibrary.edit { $0.deletedAlbums.formUnion(assetCollections.map(\.localIdentifier)) }
  }

  public var placeholderForCreatedAssetCollection: PHObjectPlaceholder { PHObjectPlaceholder(id) }

  /// Assets, or placeholders of those of the same block.
  public func addAssets(_ assets: [PHObject]) {
    PHPhotoLibrary.edit { [id] in $0.added.append((album: id, assets: assets.map(\.localIdentifier))) }
  }

  public func addAssets(_ assets: NSArray) { addAssets(assets.compactMap { $0 as? PHObject }) }

  public func removeAssets(_ assets: [PHObject]) {
    PHPhotoLibrary.edit { [id] in $0.removed.append((album: id, assets: assets.map(\.localIdentifier))) }
  }
}
