import DuoFoundation
import DuoUIKit
import PhoneModel
import Testing

@testable import DuoPhotos

/// Saving as camera apps write it. Each test in a process of its own.
@Suite struct AppPatternTests {
  /// Apple's sample: ask, then save the photo's bytes with a completion handler.
  @Test func askThenSave() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let library = try Library(nil)
      let data = try Library.jpeg()
      let noted = Noted()
      PHPhotoLibrary.requestAuthorization { status in
        guard status == .authorized else { return noted.add("refused") }
        PHPhotoLibrary.shared().performChanges(
          {
            let options = PHAssetResourceCreationOptions()
            options.uniformTypeIdentifier = "public.jpeg"
            let creationRequest = PHAssetCreationRequest.forAsset()
            creationRequest.addResource(with: .photo, data: data, options: options)
          },
          completionHandler: { _, error in
            noted.add(error == nil ? "saved" : "\(error!)")
          })
      }
      library.clock.advance(by: .seconds(1))
      await library.settle()
      require(noted.all == ["saved"], "\(noted.all)")
      require(library.files == ["IMG_0001.JPG"], "\(library.files)")
      library.remove()
    }
    expectNoComplaint(result)
  }

  /// A media library of an actor: permission, then the file of a recording, moved.
  @Test func anActorsLibrary() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      actor MediaLibrary {
        enum Failure: Error { case unauthorized }
        private var isAuthorized: Bool {
          get async {
            let status = PHPhotoLibrary.authorizationStatus(for: .readWrite)
            if status == .notDetermined {
              return await PHPhotoLibrary.requestAuthorization(for: .readWrite) == .authorized
            }
            return status == .authorized
          }
        }

        func save(movie url: URL) async throws {
          guard await isAuthorized else { throw Failure.unauthorized }
          try await PHPhotoLibrary.shared().performChanges {
            let options = PHAssetResourceCreationOptions()
            options.shouldMoveFile = true
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .video, fileURL: url, options: options)
          }
        }
      }
      let library = try Library()
      let movie = try library.file("a.mov", Library.movie)
      try await MediaLibrary().save(movie: movie)
      require(library.files == ["IMG_0001.MOV"], "\(library.files)")
      require(!FileManager.default.fileExists(atPath: movie.path), "not moved")
      PhotoAuthorization.shared.set(.denied, for: .readWrite)
      do {
        try await MediaLibrary().save(movie: movie)
        require(false, "nothing was thrown")
      } catch { require(error is MediaLibrary.Failure, "\(error)") }
      library.remove()
    }
    expectNoComplaint(result)
  }

  /// The thumbnail beside the shutter: the latest photo, small.
  @Test func theLatestThumbnail() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let library = try Library()
      try library.save(try Library.jpeg(64, 32))
      try library.save(try Library.jpeg(32, 64))
      let options = PHFetchOptions()
      options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
      options.fetchLimit = 1
      guard let latest = PHAsset.fetchAssets(with: .image, options: options).firstObject else {
        return require(false, "no photo")
      }
      let request = PHImageRequestOptions()
      request.isSynchronous = true
      request.deliveryMode = .highQualityFormat
      request.isNetworkAccessAllowed = true
      PHImageManager.default().requestImage(
        for: latest, targetSize: CGSize(width: 16, height: 16), contentMode: .aspectFill, options: request
      ) { image, _ in
        require(
          image.map { $0.size.width == 16 || $0.size.height == 16 } == true,
          "\(String(describing: image?.size))")
      }
      library.remove()
    }
    expectNoComplaint(result)
  }
}
