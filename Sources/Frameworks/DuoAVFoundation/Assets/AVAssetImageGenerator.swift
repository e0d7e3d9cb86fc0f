import DuoCoreGraphics
import DuoCoreMedia
import DuoFoundation
import Foundation
import MediaCoding

/// Makes images of moments of an asset. [docs]
open class AVAssetImageGenerator: NSObject {
  struct Wishes: Sendable {
    var turns = false
    var maximumSize = CGSize.zero
    var before = CMTime.positiveInfinity
    var after = CMTime.positiveInfinity
  }

  public let asset: AVAsset
  private let wishes = Guarded(Wishes())
  private let queue = DispatchQueue(label: "diptych.image-generator")
  private let generation = Guarded(0)

  public init(asset: AVAsset) { self.asset = asset }

  /// The image is turned as the track's transform says. False at first. [header]
  public var appliesPreferredTrackTransform: Bool {
    get { wishes.withLock { $0.turns } }
    set { wishes.withLock { $0.turns = newValue } }
  }

  /// The image fits into it, keeping its shape; a zero side does not count. Zero, at first: as large as the picture.
  /// [header]
  public var maximumSize: CGSize {
    get { wishes.withLock { $0.maximumSize } }
    set { wishes.withLock { $0.maximumSize = newValue } }
  }

  /// How much earlier the picture may be. With anything but zero the nearest key picture would do on Apple's systems;
  /// here it is always the picture that is shown at the moment. [header]
  public var requestedTimeToleranceBefore: CMTime {
    get { wishes.withLock { $0.before } }
    set { wishes.withLock { $0.before = newValue } }
  }

  /// How much later the picture may be.
  public var requestedTimeToleranceAfter: CMTime {
    get { wishes.withLock { $0.after } }
    set { wishes.withLock { $0.after = newValue } }
  }

  /// The picture that is shown at a moment. Throws when the asset cannot be read or has no picture then. [header]
  public func copyCGImage(
    at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?
  ) throws -> CGImage {
    let (image, time) = try ImageMaker(asset.content, wishes.withLock { $0 }).image(at: requestedTime)
    actualTime?.pointee = time
    return image
  }

  /// The same, with the time of the picture. [docs]
  public nonisolated(nonsending) func image(at time: CMTime) async throws -> (
    image: CGImage, actualTime: CMTime
  ) {
    try await withCheckedThrowingContinuation { continuation in
      generateCGImageAsynchronously(for: time) { image, actual, error in
        if let image {
          continuation.resume(returning: (image, actual))
        } else {
          continuation.resume(throwing: error ?? AVError(.unknown))
        }
      }
    }
  }

  /// The same, with a handler. [docs]
  @preconcurrency
  public func generateCGImageAsynchronously(
    for requestedTime: CMTime,
    completionHandler handler: @escaping @Sendable (CGImage?, CMTime, (any Error)?) -> Void
  ) {
    let maker = ImageMaker(asset.content, wishes.withLock { $0 })
    queue.async {
      do {
        let (image, time) = try maker.image(at: requestedTime)
        handler(image, time, nil)
      } catch { handler(nil, .invalid, error) }
    }
  }

  /// How an image went. [header]
  public enum Result: Int, Hashable, Sendable {
    case succeeded = 0
    case failed = 1
    case cancelled = 2
  }

  /// The same for several moments, each once and in their order, on a queue of the generator. [header]
  /// - Parameters:
  ///   - requestedTimes: Each made with `NSValue(time:)`.
  ///   - handler: Gets the moment as it was asked for, the image, the time of its picture, and how it went.
  @preconcurrency
  public func generateCGImagesAsynchronously(
    forTimes requestedTimes: [NSValue],
    completionHandler handler: @escaping AVAssetImageGeneratorCompletionHandler
  ) {
    let maker = ImageMaker(asset.content, wishes.withLock { $0 })
    let (mine, generation) = (generation.withLock { $0 }, generation)
    for time in requestedTimes.map(\.timeValue) {
      queue.async {
        guard generation.withLock({ $0 }) == mine else {
          return handler(time, nil, .invalid, .cancelled, AVError(.operationCancelled))
        }
        do {
          let (image, actual) = try maker.image(at: time)
          handler(time, image, actual, .succeeded, nil)
        } catch { handler(time, nil, .invalid, .failed, error) }
      }
    }
  }

  /// The same for several moments, in their order. [docs]
  public func images(for times: [CMTime]) -> Images {
    Images(
      times: times, maker: ImageMaker(asset.content, wishes.withLock { $0 }), generation: generation,
      mine: generation.withLock { $0 })
  }

  /// The rest of the moments is told as cancelled. [header]
  public func cancelAllCGImageGeneration() { generation.withLock { $0 += 1 } }
}

extension AVAssetImageGenerator {
  /// Images of several moments, made when they are asked for. [docs]
  public struct Images: AsyncSequence, Sendable {
    let times: [CMTime]
    let maker: ImageMaker
    let generation: Guarded<Int>
    let mine: Int

    /// How one of them went. [docs]
    public enum Element: Sendable {
      case success(requestedTime: CMTime, image: CGImage, actualTime: CMTime)
      case failure(requestedTime: CMTime, error: any Error)

      public var requestedTime: CMTime {
        switch self {
        case .success(let time, _, _), .failure(let time, _): time
        }
      }

      /// Throws where there is none.
      public var image: CGImage {
        get throws {
          switch self {
          case .success(_, let image, _): return image
          case .failure(_, let error): throw error
          }
        }
      }

      /// Throws where there is none.
      public var actualTime: CMTime {
        get throws {
          switch self {
          case .success(_, _, let time): return time
          case .failure(_, let error): throw error
          }
        }
      }
    }

    public func makeAsyncIterator() -> Iterator { Iterator(images: self) }

    public struct Iterator: AsyncIteratorProtocol {
      let images: Images
      private var index = 0

      init(images: Images) { self.images = images }

      public mutating func next() async -> Element? {
        guard index < images.times.count else { return nil }
        let time = images.times[index]
        index += 1
        // What was called off before it was made.
        guard images.generation.withLock({ $0 }) == images.mine else {
          return .failure(requestedTime: time, error: AVError(.operationCancelled))
        }
        do {
          let (image, actual) = try images.maker.image(at: time)
          return .success(requestedTime: time, image: image, actualTime: actual)
        } catch {
          return .failure(requestedTime: time, error: error)
        }
      }
    }
  }
}

/// Gets the moment as it was asked for, the image, the time of its picture, how it went, and why not. [header]
public typealias AVAssetImageGeneratorCompletionHandler =
  @Sendable (CMTime, CGImage?, CMTime, AVAssetImageGenerator.Result, (any Error)?) -> Void

/// Reads one picture and makes an image of it.
struct ImageMaker: Sendable {
  let content: AssetContent
  let wishes: AVAssetImageGenerator.Wishes

  init(_ content: AssetContent, _ wishes: AVAssetImageGenerator.Wishes) {
    self.content = content
    self.wishes = wishes
  }

  func image(at time: CMTime) throws -> (CGImage, CMTime) {
    let movie = try content.result.get()
    guard let track = movie.tracks.first(where: \.isVideo), time.isNumeric else {
      throw AVError(.noImageAtTime)
    }
    do {
      let reader = try PictureReader(path: content.url.path, track: track.index, as: .bgra)
      if time > .zero { try reader.seek(to: MediaTime(time)) }
      guard let picture = try reader.next() else { throw AVError(.noImageAtTime) }
      // A little after the end counts for the last picture.
      let isOver = CMTime(track.start + track.duration) + CMTime(value: 1, timescale: 1) < time
      guard !isOver, let image = image(picture, track.matrix) else { throw AVError(.noImageAtTime) }
      return (image, CMTime(picture.time))
    } catch let error as MovieError { throw AVError(reading: error, content.url) }
  }

  private func image(_ picture: MediaCoding.DecodedPicture, _ matrix: TrackMatrix) -> CGImage? {
    var bytes = picture.bytes
    let (turns, isMirrored) = wishes.turns ? matrix.quarterTurns ?? (0, false) : (0, false)
    let shown = turns % 2 == 0 ? (picture.width, picture.height) : (picture.height, picture.width)
    let size = Self.fitting(shown, wishes.maximumSize)
    let stored = turns % 2 == 0 ? size : (size.1, size.0)
    var scaler: PictureScaler?
    if stored != (picture.width, picture.height) {
      let made = PictureScaler(layout: .bgra, width: stored.0, height: stored.1)
      bytes = made.scale(bytes)
      scaler = made
    }
    return withExtendedLifetime((scaler, picture)) {
      CGImage(width: size.0, height: size.1, isOpaque: true) { memory, bytesPerRow in
        Self.turn(bytes, turns, isMirrored, into: memory, bytesPerRow, size)
      }
    }
  }

  /// The largest size of this shape that fits; sides of zero do not limit.
  static func fitting(_ size: (Int, Int), _ most: CGSize) -> (Int, Int) {
    let horizontal = most.width > 0 ? most.width / CGFloat(size.0) : .infinity
    let vertical = most.height > 0 ? most.height / CGFloat(size.1) : .infinity
    let scale = min(horizontal, vertical, 1)
    return (
      max(1, Int((CGFloat(size.0) * scale).rounded())), max(1, Int((CGFloat(size.1) * scale).rounded()))
    )
  }

  /// Clockwise turns, then the left-right flip.
  static func turn(
    _ source: PictureBytes, _ turns: Int, _ isMirrored: Bool, into memory: UnsafeMutableRawPointer,
    _ bytesPerRow: Int, _ size: (Int, Int)
  ) {
    let plane = source.planes[0]
    for y in 0..<size.1 {
      let row = (memory + y * bytesPerRow).assumingMemoryBound(to: UInt32.self)
      for x in 0..<size.0 {
        let across = isMirrored ? size.0 - 1 - x : x
        let (fromX, fromY) =
          switch turns {
          case 1: (y, source.height - 1 - across)
          case 2: (source.width - 1 - across, source.height - 1 - y)
          case 3: (source.width - 1 - y, across)
          default: (across, y)
          }
        row[x] = (plane.base + fromY * plane.bytesPerRow + fromX * 4).loadUnaligned(as: UInt32.self)
      }
    }
  }
}
