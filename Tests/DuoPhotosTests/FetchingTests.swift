import DuoFoundation
import DuoImageIO
import DuoUIKit
import PhoneModel
import Testing

@testable import DuoPhotos

/// Each test in a process of its own, since a person has one library.
@Suite struct FetchingTests {
  /// Three photos, the second the oldest.
  private static func three(_ library: Library) throws -> [PHAsset] {
    for (index, day) in [30.0, 10, 20].enumerated() {
      let data = try Library.jpeg(index + 2, 3)
      try library.change {
        let request = PHAssetCreationRequest.forAsset()
        request.addResource(with: .photo, data: data, options: nil)
        request.creationDate = Date(timeIntervalSinceReferenceDate: day)
        request.isFavorite = index == 2
        require(request.isFavorite == (index == 2) && !request.isHidden, "request")
        require(request.creationDate == Date(timeIntervalSinceReferenceDate: day), "date")
      }
    }
    return PHAsset.fetchAssets(with: nil).items
  }

  @Test func sortedFilteredAndLimited() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let library = try Library()
      require(try FetchingTests.three(library).map(\.pixelWidth) == [2, 3, 4], "as they were saved")
      let options = PHFetchOptions()
      options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
      func widths() -> [Int] { PHAsset.fetchAssets(with: .image, options: options).items.map(\.pixelWidth) }
      require(widths() == [3, 4, 2], "\(widths())")
      options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
      options.fetchLimit = 2
      require(widths() == [2, 4], "\(widths())")
      options.predicate = NSPredicate { object, _ in (object as? PHAsset)?.isFavorite == true }
      require(widths() == [4], "\(widths())")
      require(PHAsset.fetchAssets(with: .audio, options: nil).count == 0, "audio")
      library.remove()
    }
    expectNoComplaint(result)
  }

  @Test func resultsAreLists() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let library = try Library()
      let all = try FetchingTests.three(library)
      let found = PHAsset.fetchAssets(with: nil)
      require(found.count == 3 && found.firstObject == all[0] && found.lastObject == all[2], "ends")
      require(found.object(at: 1) == all[1] && found[2] == all[2], "places")
      require(found.index(of: all[1]) == 1 && found.contains(all[0]), "index")
      require(found.objects(at: IndexSet([0, 2])).count == 2, "some")
      var seen: [Int] = []
      found.enumerateObjects { asset, index, stop in
        seen.append(index)
        if index == 1 { stop.pointee = true }
      }
      require(seen == [0, 1], "\(seen)")
      let none = PHAsset.fetchAssets(withLocalIdentifiers: ["x"], options: nil)
      require(none.firstObject == nil && none.index(of: all[0]) == NSNotFound, "none")
      library.remove()
    }
    expectNoComplaint(result)
  }

  @Test func beyondTheEndRaises() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      _ = try Library()
      _ = PHAsset.fetchAssets(with: nil)[0]
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("NSRangeException"))
  }

  @Test func anUnknownKeyRaises() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      _ = NSSortDescriptor(key: "favourite", ascending: true)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Unsupported sort descriptor in fetch options: (favourite)"))
  }

  @Test func assetsChangeAndGo() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let library = try Library()
      let all = try FetchingTests.three(library)
      try library.change {
        let request = PHAssetChangeRequest(for: all[0])
        request.isFavorite = true
        request.creationDate = Date(timeIntervalSinceReferenceDate: 5)
        require(request.placeholderForCreatedAsset == nil && request.isFavorite, "request")
        PHAssetChangeRequest(for: all[1]).isHidden = true
        PHAssetChangeRequest.deleteAssets([all[2]])
      }
      let left = PHAsset.fetchAssets(with: nil).items
      require(left == [all[0]], "\(left)")
      require(
        left[0].isFavorite && left[0].creationDate == Date(timeIntervalSinceReferenceDate: 5), "changes")
      require(!all[0].isFavorite, "what was fetched before changed")
      let options = PHFetchOptions()
      options.includeHiddenAssets = true
      require(PHAsset.fetchAssets(with: options).count == 2, "hidden")
      require(library.files == ["IMG_0001.JPG", "IMG_0002.JPG"], "\(library.files)")
      library.remove()
    }
    expectNoComplaint(result)
  }

  @Test func albums() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let library = try Library()
      let all = try FetchingTests.three(library)
      let data = try Library.jpeg(9, 9)
      var id = ""
      try library.change {
        let album = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Trip")
        id = album.placeholderForCreatedAssetCollection.localIdentifier
        let new = PHAssetCreationRequest.forAsset()
        new.addResource(with: .photo, data: data, options: nil)
        album.addAssets([all[1]])
        album.addAssets([new.placeholderForCreatedAsset!] as NSArray)
        album.addAssets([all[1]])
      }
      let found = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil)
      require(
        found.count == 1 && found[0].localizedTitle == "Trip" && found[0].localIdentifier == id, "album")
      func widths() -> [Int] { PHAsset.fetchAssets(in: found[0], options: nil).items.map(\.pixelWidth) }
      require(widths() == [3, 9], "\(widths())")
      try library.change { PHAssetCollectionChangeRequest(for: found[0])?.removeAssets([all[1]]) }
      require(widths() == [9], "\(widths())")
      let recents = PHAssetCollection.fetchAssetCollections(
        with: .smartAlbum, subtype: .smartAlbumUserLibrary, options: nil)
      require(PHAsset.fetchAssets(in: recents[0], options: nil).count == 4, "recents")
      let byID = PHAssetCollection.fetchAssetCollections(withLocalIdentifiers: [id], options: nil)
      require(byID.count == 1, "by identifier")
      do {
        try library.change {
          PHAssetCollectionChangeRequest(for: found[0])?.addAssets([PHObjectPlaceholder("x")])
        }
        require(false, "nothing was thrown")
      } catch { require(code(error) == PHPhotosError.Code.identifierNotFound.rawValue, "\(error)") }
      try library.change { PHAssetCollectionChangeRequest.deleteAssetCollections([found[0]]) }
      let left = PHAssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: nil)
      require(left.count == 0, "still there")
      require(PHAsset.fetchAssets(with: nil).count == 4, "assets went with the album")
      library.remove()
    }
    expectNoComplaint(result)
  }

  @Test func picturesUprightAndNoLargerThanWanted() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let library = try Library()
      let asset = try library.save(try Library.jpeg(40, 20, orientation: .right))!
      let options = PHImageRequestOptions()
      options.isSynchronous = true
      let cases: [(CGSize, PHImageContentMode, CGSize)] = [
        (PHImageManagerMaximumSize, .aspectFit, CGSize(width: 20, height: 40)),
        (CGSize(width: 10, height: 10), .aspectFit, CGSize(width: 5, height: 10)),
        (CGSize(width: 10, height: 10), .aspectFill, CGSize(width: 10, height: 20)),
        (CGSize(width: 900, height: 900), .aspectFit, CGSize(width: 20, height: 40)),
      ]
      for (target, mode, expected) in cases {
        PHImageManager.default().requestImage(
          for: asset, targetSize: target, contentMode: mode, options: options
        ) {
          image, info in
          require(image?.size == expected, "\(target) \(mode): \(String(describing: image?.size))")
          require(info?[PHImageResultIsDegradedKey] as? Bool == false, "degraded")
        }
      }
      PHImageManager.default().requestImageDataAndOrientation(for: asset, options: options) {
        data, type, turn, _ in
        require(data?.isEmpty == false && type == "public.jpeg" && turn == .right, "\(type ?? "-") \(turn)")
      }
      library.remove()
    }
    expectNoComplaint(result)
  }

  @Test func requestsAnswerOnTheMainQueueUnlessTheyAreCancelled() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let library = try Library()
      let asset = try library.save(try Library.jpeg())!
      let noted = Noted()
      let manager = PHImageManager.default()
      let first = manager.requestImage(
        for: asset, targetSize: PHImageManagerMaximumSize, contentMode: .default, options: nil
      ) { image, info in
        dispatchPrecondition(condition: .onQueue(.main))
        noted.add("first \(image != nil) \(info?[PHImageResultRequestIDKey] as? PHImageRequestID ?? 0)")
      }
      let second = manager.requestImage(
        for: asset, targetSize: PHImageManagerMaximumSize, contentMode: .default, options: nil
      ) { _, _ in noted.add("second") }
      manager.cancelImageRequest(second)
      require(first != second && first != PHInvalidImageRequestID, "identifiers")
      await library.settle()
      require(noted.all == ["first true \(first)"], "\(noted.all)")
      library.remove()
      let options = PHImageRequestOptions()
      options.isSynchronous = true
      manager.requestImage(
        for: asset, targetSize: PHImageManagerMaximumSize, contentMode: .default, options: options
      ) { image, info in
        require(image == nil && code(info?[PHImageErrorKey] as? any Error) == 3303, "a file that is gone")
      }
    }
    expectNoComplaint(result)
  }

  @Test func errorsHaveApplesCodes() {
    let error = PHPhotosError(.accessUserDenied, userInfo: ["k": 1])
    #expect(error.errorCode == 3311 && PHPhotosError.errorDomain == "PHPhotosErrorDomain")
    #expect((error as NSError).domain == PHPhotosErrorDomain && (error as NSError).code == 3311)
    #expect(error == PHPhotosError(.accessUserDenied) && error.errorUserInfo["k"] as? Int == 1)
    #expect(error.hashValue == PHPhotosError(.accessUserDenied).hashValue)
  }
}
