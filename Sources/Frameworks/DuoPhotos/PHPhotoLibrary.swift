import DuoFoundation
public import Foundation
import Synchronization

/// The photo library, which is a folder of the run. Safe on any thread.
public final class PHPhotoLibrary: NSObject, Sendable {
  private static let only = PHPhotoLibrary()
  let queue = DispatchQueue(label: "PHPhotoLibrary.changes")

  private override init() {}

  public class func shared() -> PHPhotoLibrary { only }

  // MARK: Permission

  public class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus {
    PhotoAuthorization.shared.status(for: accessLevel)
  }

  /// The older call, for the whole library. `.limited` is told as `.authorized`. [docs]
  public class func authorizationStatus() -> PHAuthorizationStatus {
    let status = authorizationStatus(for: .readWrite)
    return status == .limited ? .authorized : status
  }

  /// Asks the person, once. The handler runs on a queue of the library. [docs]
  public class func requestAuthorization(
    for accessLevel: PHAccessLevel, handler: @escaping @Sendable (PHAuthorizationStatus) -> Void
  ) {
    PhotoAuthorization.shared.request(accessLevel, handler)
  }

  public class func requestAuthorization(_ handler: @escaping @Sendable (PHAuthorizationStatus) -> Void) {
    requestAuthorization(for: .readWrite) { handler($0 == .limited ? .authorized : $0) }
  }

  public class func requestAuthorization(for accessLevel: PHAccessLevel) async -> PHAuthorizationStatus {
    await withCheckedContinuation { continuation in
      requestAuthorization(for: accessLevel) { continuation.resume(returning: $0) }
    }
  }

  // MARK: Changes

  /// Runs `changeBlock` on a queue of the library, then makes what it asked for: all of it or nothing. An undecided person is
  /// asked first. [docs]
  @preconcurrency
  public func performChanges(
    _ changeBlock: @escaping @Sendable () -> Void,
    completionHandler: (@Sendable (Bool, (any Error)?) -> Void)? = nil
  ) {
    let level = PHAccessLevel.addOnly
    let work: @Sendable (PHAuthorizationStatus) -> Void = { [queue] status in
      queue.async {
        do {
          try Self.check(status)
          try Self.change(changeBlock)
          completionHandler?(true, nil)
        } catch { completionHandler?(false, error) }
      }
    }
    let status = Self.authorizationStatus(for: level)
    if status == .notDetermined { Self.requestAuthorization(for: level, handler: work) } else { work(status) }
  }

  public func performChanges(_ changeBlock: @escaping @Sendable () -> Void) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      performChanges(changeBlock) { _, error in
        if let error { continuation.resume(throwing: error) } else { continuation.resume() }
      }
    }
  }

  /// As `performChanges`, on the calling thread. An undecided person is not asked, and counts as one who says no. [inferred]
  public func performChangesAndWait(_ changeBlock: () -> Void) throws {
    try Self.check(Self.authorizationStatus(for: .addOnly))
    try Self.change(changeBlock)
  }

  private static func check(_ status: PHAuthorizationStatus) throws {
    switch status {
    case .authorized, .limited: return
    case .restricted: throw PHPhotosError(.accessRestricted)
    case .denied, .notDetermined: throw PHPhotosError(.accessUserDenied)
    }
  }

  // MARK: The block that runs

  private static let key = "PHPhotoLibrary.changes"

  /// Changes of the block that runs on this thread.
  private final class Open {
    var changes = PhotoChanges()
  }

  private static func change(_ block: () -> Void) throws {
    let open = Open()
    let thread = Thread.current.threadDictionary
    let outer = thread[key]
    thread[key] = open
    block()
    thread[key] = outer
    try PhotoStore.shared.commit(open.changes)
  }

  /// Adds to the block that runs; outside of one raises `NSInternalInconsistencyException`. [docs]
  static func edit<R>(_ body: (inout PhotoChanges) -> R) -> R {
    guard let open = Thread.current.threadDictionary[key] as? Open else {
      raise(
        .internalInconsistency,
        "This method can only be called from inside of -[PHPhotoLibrary performChanges:completionHandler:] or "
          + "-[PHPhotoLibrary performChangesAndWait:error:]")
    }
    return body(&open.changes)
  }
}
