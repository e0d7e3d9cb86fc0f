import DuoCoreMedia
import DuoFoundation
import Foundation

/// A property of an asset or a track that `load` reads. [docs]
public class AVPartialAsyncProperty<Root>: @unchecked Sendable {
  // `@unchecked`: closures over nothing.
  init() {}
}

/// A property whose value has a type. [docs]
public final class AVAsyncProperty<Root, Value>: AVPartialAsyncProperty<Root>, @unchecked Sendable {
  let value: (Root) -> Value
  init(_ value: @escaping (Root) -> Value) { self.value = value }

  /// What has become of a property.
  public enum Status {
    case notYetLoaded
    case loading
    case loaded(Value)
    case failed(NSError)
  }
}

/// What has properties to be loaded: assets and tracks. [docs]
public protocol AVAsynchronousKeyValueLoading {}

extension AVAsset: AVAsynchronousKeyValueLoading {}
extension AVAssetTrack: AVAsynchronousKeyValueLoading {}

extension AVAsynchronousKeyValueLoading {
  /// Reads a property. Throws when the file cannot be read. [docs]
  public func load<A>(_ property: AVAsyncProperty<Self, A>) async throws -> A {
    try await ready()
    return property.value(self)
  }

  public func load<A, B>(
    _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>
  ) async throws -> (A, B) {
    try await ready()
    return (propertyA.value(self), propertyB.value(self))
  }

  public func load<A, B, C>(
    _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
    _ propertyC: AVAsyncProperty<Self, C>
  ) async throws -> (A, B, C) {
    try await ready()
    return (propertyA.value(self), propertyB.value(self), propertyC.value(self))
  }

  public func load<A, B, C, D>(
    _ propertyA: AVAsyncProperty<Self, A>, _ propertyB: AVAsyncProperty<Self, B>,
    _ propertyC: AVAsyncProperty<Self, C>, _ propertyD: AVAsyncProperty<Self, D>
  ) async throws -> (A, B, C, D) {
    try await ready()
    return (propertyA.value(self), propertyB.value(self), propertyC.value(self), propertyD.value(self))
  }

  private func ready() async throws {
    // A track exists only where its file was read.
    if let asset = self as? AVAsset { _ = try await asset.content.loaded() }
  }

  /// What has become of it, without waiting. [docs]
  public func status<A>(of property: AVAsyncProperty<Self, A>) -> AVAsyncProperty<Self, A>.Status {
    guard let asset = self as? AVAsset else { return .loaded(property.value(self)) }
    return switch asset.content.state {
    case nil: .notYetLoaded
    case .success: .loaded(property.value(self))
    case .failure(let error): .failed(error._nsError)
    }
  }
}

extension AVPartialAsyncProperty where Root: AVAsset {
  public static var duration: AVAsyncProperty<Root, CMTime> { .init { $0.duration } }
  public static var tracks: AVAsyncProperty<Root, [AVAssetTrack]> { .init { $0.tracks } }
  public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { .init { $0.metadata } }
  public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> { .init { $0.commonMetadata } }
  public static var isPlayable: AVAsyncProperty<Root, Bool> { .init { $0.isPlayable } }
  public static var isReadable: AVAsyncProperty<Root, Bool> { .init { $0.isReadable } }
  public static var isExportable: AVAsyncProperty<Root, Bool> { .init { $0.isExportable } }
  public static var isComposable: AVAsyncProperty<Root, Bool> { .init { $0.isComposable } }
  public static var hasProtectedContent: AVAsyncProperty<Root, Bool> { .init { $0.hasProtectedContent } }
  public static var preferredRate: AVAsyncProperty<Root, Float> { .init { $0.preferredRate } }
  public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
    .init { $0.preferredTransform }
  }
  public static var providesPreciseDurationAndTiming: AVAsyncProperty<Root, Bool> {
    .init { $0.providesPreciseDurationAndTiming }
  }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
  public static var naturalSize: AVAsyncProperty<Root, CGSize> { .init { $0.naturalSize } }
  public static var preferredTransform: AVAsyncProperty<Root, CGAffineTransform> {
    .init { $0.preferredTransform }
  }
  public static var nominalFrameRate: AVAsyncProperty<Root, Float> { .init { $0.nominalFrameRate } }
  public static var minFrameDuration: AVAsyncProperty<Root, CMTime> { .init { $0.minFrameDuration } }
  public static var timeRange: AVAsyncProperty<Root, CMTimeRange> { .init { $0.timeRange } }
  public static var naturalTimeScale: AVAsyncProperty<Root, CMTimeScale> { .init { $0.naturalTimeScale } }
  public static var estimatedDataRate: AVAsyncProperty<Root, Float> { .init { $0.estimatedDataRate } }
  public static var formatDescriptions: AVAsyncProperty<Root, [CMFormatDescription]> {
    .init { $0.formatDescriptions.compactMap { $0 as? CMFormatDescription } }
  }
  public static var isPlayable: AVAsyncProperty<Root, Bool> { .init { $0.isPlayable } }
  public static var isDecodable: AVAsyncProperty<Root, Bool> { .init { $0.isDecodable } }
  public static var isEnabled: AVAsyncProperty<Root, Bool> { .init { $0.isEnabled } }
  public static var languageCode: AVAsyncProperty<Root, String?> { .init { $0.languageCode } }
}
