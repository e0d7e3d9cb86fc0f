import DuoFoundation
import Testing

@testable import DuoPhotos

/// The rules of changes, as values.
@Suite struct StoreTests {
  private static func asset(_ id: String, created: Double = 0) -> PhotoStore.Asset {
    PhotoStore.Asset(
      id: id, mediaType: .image, file: URL(fileURLWithPath: "/\(id).JPG"), originalName: "\(id).JPG",
      created: created)
  }

  private static func contents(_ assets: [String], _ albums: [(String, [String])] = []) -> PhotoStore.Contents
  {
    PhotoStore.Contents(
      assets: assets.map { asset($0) },
      albums: albums.map { PhotoStore.Album(id: $0.0, title: $0.0, members: $0.1) })
  }

  /// What a change makes of a library of three assets and two albums.
  private static func changed(_ edit: (inout PhotoChanges) -> Void) -> String {
    var contents = contents(["a", "b", "c"], [("x", ["a", "b"]), ("y", [])])
    var changes = PhotoChanges()
    edit(&changes)
    do { try changes.apply(to: &contents) } catch { return "\((error as? PHPhotosError)?.errorCode ?? 0)" }
    let assets = contents.assets.map(\.id).joined()
    let albums = contents.albums.map { "\($0.title):\($0.members.joined())" }.joined(separator: " ")
    return "\(assets) \(albums)"
  }

  @Test func whatChangesDo() {
    let cases: [(name: String, edit: (inout PhotoChanges) -> Void, expected: String)] = [
      ("nothing", { _ in }, "abc x:ab y:"),
      ("add", { $0.added.append((album: "y", assets: ["c", "a"])) }, "abc x:ab y:ca"),
      ("add again", { $0.added.append((album: "x", assets: ["a", "c"])) }, "abc x:abc y:"),
      ("add what is not there", { $0.added.append((album: "x", assets: ["z"])) }, "3201"),
      ("remove", { $0.removed.append((album: "x", assets: ["a"])) }, "abc x:b y:"),
      ("remove what is not in it", { $0.removed.append((album: "y", assets: ["a"])) }, "abc x:ab y:"),
      ("title", { $0.titles["x"] = "Trip" }, "abc Trip:ab y:"),
      ("new album", { $0.newAlbums.append(PhotoStore.Album(id: "n", title: "New")) }, "abc x:ab y: New:"),
      ("delete an album", { $0.deletedAlbums.insert("x") }, "abc y:"),
      ("delete an asset", { $0.deletedAssets.insert("a") }, "bc x:b y:"),
      ("delete all", { $0.deletedAssets = ["a", "b", "c"] }, " x: y:"),
      ("delete what is not there", { $0.deletedAssets.insert("z") }, "abc x:ab y:"),
      (
        "fill a new album",
        {
          $0.newAlbums.append(PhotoStore.Album(id: "n", title: "New"))
          $0.added.append((album: "n", assets: ["b"]))
        }, "abc x:ab y: New:b"
      ),
      (
        "add and remove",
        {
          $0.added.append((album: "y", assets: ["a", "b"]))
          $0.removed.append((album: "y", assets: ["a"]))
        }, "abc x:ab y:b"
      ),
    ]
    var mismatches: [String] = []
    for item in cases {
      let found = Self.changed(item.edit)
      if found != item.expected { mismatches.append("\(item.name): \(found)") }
    }
    #expect(mismatches == [])
  }

  @Test func marksAndDates() throws {
    var contents = Self.contents(["a", "b"])
    var changes = PhotoChanges()
    changes.favorites = ["a": true]
    changes.hidden = ["b": true]
    changes.dates = ["b": Date(timeIntervalSinceReferenceDate: 9)]
    try changes.apply(to: &contents)
    #expect(contents.assets.map(\.isFavorite) == [true, false])
    #expect(contents.assets.map(\.isHidden) == [false, true])
    #expect(contents.assets.map(\.created) == [0, 9])
    changes = PhotoChanges()
    changes.favorites = ["a": false]
    try changes.apply(to: &contents)
    #expect(contents.assets.map(\.isFavorite) == [false, false])
    #expect(contents.assets[1].isHidden)
  }

  @Test func whichFilesAreMoved() {
    var creation = PhotoChanges.Creation(id: "a")
    let (first, second) = (URL(fileURLWithPath: "/1"), URL(fileURLWithPath: "/2"))
    creation.resources = [
      PhotoChanges.Resource(type: .photo, source: .file(first), isMoved: true),
      PhotoChanges.Resource(type: .adjustmentData, source: .file(second)),
      PhotoChanges.Resource(type: .adjustmentData, source: .data(Data()), isMoved: true),
    ]
    #expect(creation.movedSources == [first])
  }

  /// A folder that cannot be written is an error, and nothing is said to be there.
  @Test func aFolderThatCannotBeWritten() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let library = try Library()
      let blocked = try library.file("blocked", Data("a file where the folder should be".utf8))
      PhotoStore.shared.setFolder(blocked)
      let data = try Library.jpeg()
      do {
        try library.change {
          PHAssetCreationRequest.forAsset().addResource(with: .photo, data: data, options: nil)
        }
        require(false, "nothing was thrown")
      } catch {}
      require(PHAsset.fetchAssets(with: nil).count == 0, "an asset")
      try FileManager.default.removeItem(at: blocked)
    }
    expectNoComplaint(result)
  }

  /// Without a host, files go into a temporary folder of the process.
  @Test func aFolderOfTheProcess() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let folder = PhotoStore.shared.folder
      require(folder == PhotoStore.shared.folder, "another folder")
      let number = "\(ProcessInfo.processInfo.processIdentifier)"
      require(folder.lastPathComponent == "Photos-\(number)", folder.path)
      require(!FileManager.default.fileExists(atPath: folder.path), "made before it is needed")
    }
    expectNoComplaint(result)
  }

  /// A moved file stays where it is when the changes fail.
  @Test func nothingIsMovedByAChangeThatFails() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let library = try Library()
      let movie = try library.file("a.mov", Library.movie)
      do {
        try library.change {
          let options = PHAssetResourceCreationOptions()
          options.shouldMoveFile = true
          PHAssetCreationRequest.forAsset().addResource(with: .video, fileURL: movie, options: options)
          PHAssetCreationRequest.forAsset().addResource(with: .photo, data: Data([0]), options: nil)
        }
        require(false, "nothing was thrown")
      } catch { require(code(error) == 3302, "\(error)") }
      require(FileManager.default.fileExists(atPath: movie.path), "the movie is gone")
      require(library.files == [], "\(library.files)")
      try FileManager.default.removeItem(at: movie)
      library.remove()
    }
    expectNoComplaint(result)
  }

  /// Names of files count on, whatever is deleted between.
  @Test func namesAreNeverUsedTwice() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let library = try Library()
      let first = try library.save(try Library.jpeg())!
      try library.change { PHAssetChangeRequest.deleteAssets([first]) }
      require(library.files == [], "\(library.files)")
      try library.save(try Library.jpeg())
      require(library.files == ["IMG_0002.JPG"], "\(library.files)")
      library.remove()
    }
    expectNoComplaint(result)
  }

  /// What a file is, its bytes say, not its name.
  @Test func kindsOfFiles() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let library = try Library()
      let png = UIImageFile.png
      let quickTime = Library.movie
      let mpeg4 = Data([0, 0, 0, 24]) + Data("ftypisom".utf8) + Data(count: 8)
      let cases: [(PHAssetResourceType, Data, String)] = [
        (.photo, try Library.jpeg(), "IMG_0001.JPG"),
        (.photo, png, "IMG_0002.PNG"),
        (.video, quickTime, "IMG_0003.MOV"),
        (.video, mpeg4, "IMG_0004.MP4"),
      ]
      for (type, data, name) in cases {
        try library.change {
          PHAssetCreationRequest.forAsset().addResource(with: type, data: data, options: nil)
        }
        require(library.files.last == name, "\(library.files), expected \(name)")
        require(PHAsset.fetchAssets(with: nil).lastObject?.asset.originalName == name, name)
      }
      library.remove()
    }
    expectNoComplaint(result)
  }

  /// Blocks of several threads do not mix.
  @Test func changesFromManyThreads() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let library = try Library()
      let data = try Library.jpeg()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            try await PHPhotoLibrary.shared().performChanges {
              PHAssetCreationRequest.forAsset().addResource(with: .photo, data: data, options: nil)
            }
          }
        }
        try await group.waitForAll()
      }
      require(library.files.count == 8, "\(library.files)")
      require(Set(PHAsset.fetchAssets(with: nil).items.map(\.localIdentifier)).count == 8, "identifiers")
      library.remove()
    }
    expectNoComplaint(result)
  }
}
