import DuoFoundation
import DuoImageIO
import DuoUIKit
import PhoneModel
import Testing

@testable import DuoPhotos

/// Each test in a process of its own, since a person has one library.
@Suite struct SavingTests {
  @Test func aPhotoIsAFileOfTheFolder() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let library = try Library()
      let data = try Library.jpeg()
      let asset = try library.save(data)
      require(library.files == ["IMG_0001.JPG"], "\(library.files)")
      let file = library.folder.appendingPathComponent("IMG_0001.JPG")
      require(try Data(contentsOf: file) == data, "other bytes")
      require(
        asset?.mediaType == .image && asset?.pixelWidth == 8 && asset?.pixelHeight == 6,
        "\(String(describing: asset))")
      try library.save(try Library.jpeg(4, 4))
      require(library.files == ["IMG_0001.JPG", "IMG_0002.JPG"], "\(library.files)")
      library.remove()
    }
    expectNoComplaint(result)
  }

  /// What a deferred capture gives is saved as it comes, as AVCam does.
  @Test func aProxyIsAPhoto() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let library = try Library()
      require(PHAssetResourceType.photoProxy.rawValue == 19, "another number")
      require(PHAssetCreationRequest.supportsAssetResourceTypes([19]), "not supported")
      require(!PHAssetCreationRequest.supportsAssetResourceTypes([1, 19]), "twice a picture")
      let data = try Library.jpeg()
      try library.change {
        PHAssetCreationRequest.forAsset().addResource(with: .photoProxy, data: data, options: nil)
      }
      require(library.files == ["IMG_0001.JPG"], "\(library.files)")
      let assets = PHAsset.fetchAssets(with: .image, options: nil)
      require(assets.count == 1 && assets[0].pixelWidth == 8, "\(assets.count)")
      library.remove()
    }
    expectNoComplaint(result)
  }

  @Test func filesAreCopiedOrMoved() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let library = try Library()
      let copied = try library.file("a.jpg", try Library.jpeg())
      let moved = try library.file("b.mov", Library.movie)
      try library.change {
        PHAssetCreationRequest.forAsset().addResource(with: .photo, fileURL: copied, options: nil)
        let options = PHAssetResourceCreationOptions()
        options.shouldMoveFile = true
        options.originalFilename = "clip.mov"
        PHAssetCreationRequest.forAsset().addResource(with: .video, fileURL: moved, options: options)
      }
      require(library.files == ["IMG_0001.JPG", "IMG_0002.MOV"], "\(library.files)")
      require(FileManager.default.fileExists(atPath: copied.path), "the copied file is gone")
      require(!FileManager.default.fileExists(atPath: moved.path), "the moved file is still there")
      let videos = PHAsset.fetchAssets(with: .video, options: nil)
      require(videos.count == 1 && videos[0].asset.originalName == "clip.mov", "\(videos.count)")
      try FileManager.default.removeItem(at: copied)
      library.remove()
    }
    expectNoComplaint(result)
  }

  @Test func shortWaysToSave() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let library = try Library()
      let photo = try library.file("a.jpg", try Library.jpeg())
      let movie = try library.file("b.mp4", Data([0, 0, 0, 20]) + Data("ftypmp42".utf8))
      let image = UIImage(data: try Library.jpeg(10, 5))!
      try library.change {
        PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: photo)
        PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: movie)
        PHAssetChangeRequest.creationRequestForAsset(from: image)
        let nothing = URL(fileURLWithPath: "/nowhere/at/all")
        require(
          PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: nothing) == nil, "made of nothing")
        require(
          PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: nothing) == nil, "made of nothing")
      }
      require(library.files == ["IMG_0001.JPG", "IMG_0002.MP4", "IMG_0003.JPG"], "\(library.files)")
      require(
        PHAsset.fetchAssets(with: .image, options: nil).lastObject?.pixelWidth == 10, "the image's size")
      for url in [photo, movie] { try FileManager.default.removeItem(at: url) }
      library.remove()
    }
    expectNoComplaint(result)
  }

  @Test func allOrNothing() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let library = try Library()
      let good = try Library.jpeg()
      let cases: [(String, PHAssetResourceType, Data?)] = [
        ("no picture", .photo, Data([1, 2, 3])),
        ("a movie's bytes as a photo", .photo, Library.movie),
        ("a photo's bytes as a movie", .video, good),
        ("no file", .photo, nil),
        ("nothing that can stand alone", .adjustmentData, good),
      ]
      for (name, type, data) in cases {
        do {
          try library.change {
            PHAssetCreationRequest.forAsset().addResource(with: .photo, data: good, options: nil)
            let bad = PHAssetCreationRequest.forAsset()
            if let data {
              bad.addResource(with: type, data: data, options: nil)
            } else {
              bad.addResource(with: type, fileURL: URL(fileURLWithPath: "/nowhere"), options: nil)
            }
          }
          require(false, "\(name): nothing was thrown")
        } catch {
          require(code(error) == PHPhotosError.Code.invalidResource.rawValue, "\(name): \(error)")
        }
        require(library.files == [], "\(name): \(library.files)")
        require(PHAsset.fetchAssets(with: nil).count == 0, name)
      }
      library.remove()
    }
    expectNoComplaint(result)
  }

  @Test func withoutPermissionNothingIsSaved() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let library = try Library(nil)
      let data = try Library.jpeg()
      let expected: [(PHAuthorizationStatus, Int)] = [(.denied, 3311), (.restricted, 3310)]
      for (status, number) in expected {
        PhotoAuthorization.shared.set(status, for: .addOnly)
        do {
          try library.change {
            require(false, "the block ran")
            PHAssetCreationRequest.forAsset().addResource(with: .photo, data: data, options: nil)
          }
        } catch { require(code(error) == number, "\(error)") }
        do {
          try await PHPhotoLibrary.shared().performChanges {}
          require(false, "nothing was thrown")
        } catch { require(code(error) == number, "\(error)") }
      }
      require(library.files == [], "\(library.files)")
    }
    expectNoComplaint(result)
  }

  @Test func anUndecidedPersonIsAskedByTheChange() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let library = try Library(nil)
      let data = try Library.jpeg()
      let noted = Noted()
      do {
        try library.change {}
        require(false, "nothing was thrown")
      } catch { require(code(error) == 3311, "\(error)") }
      PHPhotoLibrary.shared().performChanges {
        PHAssetCreationRequest.forAsset().addResource(with: .photo, data: data, options: nil)
      } completionHandler: { success, error in
        noted.add("\(success) \(code(error))")
      }
      require(noted.all == [] && library.files == [], "did not wait")
      library.clock.advance(by: .seconds(1))
      await library.settle()
      require(noted.all == ["true 0"], "\(noted.all)")
      require(library.files == ["IMG_0001.JPG"], "\(library.files)")
      // Who may only add sees nothing.
      require(PHAsset.fetchAssets(with: nil).count == 0, "assets are seen")
      library.remove()
    }
    expectNoComplaint(result)
  }

  @Test func requestsOutsideOfABlockRaise() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      _ = try Library()
      _ = PHAssetCreationRequest.forAsset()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("NSInternalInconsistencyException"))
    #expect(text.contains("This method can only be called from inside of -[PHPhotoLibrary performChanges:"))
  }

  @Test func whatBelongsTogether() {
    func supports(_ types: [PHAssetResourceType]) -> Bool {
      PHAssetCreationRequest.supportsAssetResourceTypes(types.map { NSNumber(value: $0.rawValue) })
    }
    #expect(supports([.photo]) && supports([.video]) && supports([.photo, .pairedVideo]))
    #expect(!supports([.photo, .video]) && !supports([.audio]) && !supports([.adjustmentData]))
    #expect(!PHAssetCreationRequest.supportsAssetResourceTypes([99]))
  }

  @MainActor
  private final class Controller: NSObject {
    var errors: [Int] = []
    var selector: Selector {
      Selector("image:didFinishSavingWithError:contextInfo:") { [unowned self] _, error, _ in
        errors.append(code(error as? any Error))
      }
    }
  }

  @Test func functionsOfUIKit() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let library = try Library()
      let movie = try library.file("a.mov", Library.movie)
      let controller = await Controller()
      let image = UIImage(data: try Library.jpeg())!
      await MainActor.run {
        UIImageWriteToSavedPhotosAlbum(image, controller, controller.selector, nil)
        UIImageWriteToSavedPhotosAlbum(image, nil, nil, nil)
        UISaveVideoAtPathToSavedPhotosAlbum(movie.path, controller, controller.selector, nil)
        UIImageWriteToSavedPhotosAlbum(UIImage(), controller, controller.selector, nil)
      }
      await library.settle()
      let errors = await controller.errors
      require(errors == [0, 0, 3302], "\(errors)")
      require(library.files == ["IMG_0001.JPG", "IMG_0002.JPG", "IMG_0003.MOV"], "\(library.files)")
      require(UIVideoAtPathIsCompatibleWithSavedPhotosAlbum(movie.path), "compatible")
      require(!UIVideoAtPathIsCompatibleWithSavedPhotosAlbum("/nowhere.mov"), "compatible")
      try FileManager.default.removeItem(at: movie)
      library.remove()
    }
    expectNoComplaint(result)
  }

  @Test func identifiersLookAsTheyDoOnAPhone() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let library = try Library()
      let asset = try library.save(try Library.jpeg())
      require(asset?.localIdentifier.hasSuffix("/L0/001") == true, "\(asset?.localIdentifier ?? "-")")
      library.remove()
    }
    expectNoComplaint(result)
  }
}
