import DuoCoreGraphics
import DuoFoundation
import DuoImageIO
import DuoUIKit
import PhoneHardware
import PhoneModel
import SimulatedPhone
import Synchronization
import Testing

@testable import DuoPhotos

/// A library in a folder of its own, and a phone whose time a test moves. One for a process.
struct Library {
  let folder: URL
  let phone: SimulatedPhone
  let clock: ManualClock

  init(_ status: PHAuthorizationStatus? = .authorized) throws {
    (phone, clock) = try SimulatedPhone.manual(.duo, pose: "closed")
    phone.makeCurrent()
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("library-\(UUID())")
    PhotoStore.shared.setFolder(folder)
    PhotoAuthorization.shared.setUsageTexts([.addOnly: "to save", .readWrite: "to show"])
    if let status { PhotoAuthorization.shared.set(status, for: .readWrite) }
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Names of all files, hidden ones too.
  var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  static func jpeg(_ width: Int = 8, _ height: Int = 6, orientation: CGImagePropertyOrientation = .up) throws
    -> Data
  {
    let bitmap = Bitmap(width: width, height: height, isOpaque: true) { pixels in
      for index in 0..<width * height * 4 { pixels[index] = UInt8(index % 4 == 3 ? 255 : index / 4 % 200) }
    }
    var exif = ExifFields(width: width, height: height)
    exif.orientation = orientation
    return try PictureFile.jpeg(of: bitmap, quality: 0.9, exif: exif)
  }

  static var movie: Data { Data([0, 0, 0, 20]) + Data("ftypqt  ".utf8) + Data(count: 30) }

  func file(_ name: String, _ data: Data) throws -> URL {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())-\(name)")
    try data.write(to: url)
    return url
  }

  func change(_ block: () -> Void) throws { try PHPhotoLibrary.shared().performChangesAndWait(block) }

  @discardableResult
  func save(_ data: Data) throws -> PHAsset? {
    var id: String?
    try change {
      let request = PHAssetCreationRequest.forAsset()
      request.addResource(with: .photo, data: data, options: nil)
      id = request.placeholderForCreatedAsset?.localIdentifier
    }
    return PHAsset.fetchAssets(withLocalIdentifiers: [id].compactMap { $0 }, options: nil).firstObject
  }

  /// Lets the library's queues run dry.
  func settle() async {
    let queues = [
      PhotoAuthorization.shared.queue, PHPhotoLibrary.shared().queue, PHImageManager.default().queue,
    ]
    for _ in 0..<6 {
      await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
      for queue in queues { await withCheckedContinuation { done in queue.async { done.resume() } } }
    }
  }
}

/// Ends an exit test's process with a message if something is not as it should be.
func require(_ condition: Bool, _ text: @autoclosure () -> String, line: UInt = #line) {
  if condition { return }
  FileHandle.standardError.write(Data("line \(line): \(text())\n".utf8))
}

/// What a process complained of.
func expectNoComplaint(_ result: ExitTest.Result?, sourceLocation: SourceLocation = #_sourceLocation) {
  let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  #expect(text == "", sourceLocation: sourceLocation)
}

/// What happened, from any thread.
final class Noted: Sendable {
  private let lines = Mutex<[String]>([])
  func add(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
}

func code(_ error: (any Error)?) -> Int { (error as? PHPhotosError)?.errorCode ?? 0 }

enum UIImageFile {
  static var png: Data {
    let bitmap = Bitmap(width: 2, height: 2, isOpaque: true) { pixels in
      for index in 0..<16 { pixels[index] = 255 }
    }
    do { return try PictureFile.png(of: bitmap) } catch { fatalError("\(error)") }
  }
}
