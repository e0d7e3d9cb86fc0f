import DuoFoundation
import DuoImageIO
import Foundation
import PhoneHardware
import PhoneModel
import Synchronization

/// The library's contents: files in a folder of the run, and what is known of them. Safe on any thread.
package final class PhotoStore: Sendable {
  package static let shared = PhotoStore()

  struct Asset: Sendable, Hashable {
    var id: String
    var mediaType: PHAssetMediaType
    var file: URL
    var originalName: String
    var width = 0
    var height = 0
    /// Seconds since 2001.
    var created: Double
    var isFavorite = false
    var isHidden = false
  }

  struct Album: Sendable, Hashable {
    var id: String
    var title: String
    var members: [String] = []
  }

  struct Contents: Sendable {
    var assets: [Asset] = []
    var albums: [Album] = []
    /// Of the next file.
    var number = 1
  }

  private let contents = Mutex(Contents())
  private let chosen = Mutex<URL?>(nil)
  /// One change after the other.
  private let turn = NSLock()

  /// Where files go. To be called before the first is saved; without it they go into a temporary folder of the process.
  package func setFolder(_ folder: URL) { chosen.withLock { $0 = folder } }

  package var folder: URL {
    chosen.withLock { chosen in
      if let chosen { return chosen }
      let made = FileManager.default.temporaryDirectory
        .appendingPathComponent("Photos-\(ProcessInfo.processInfo.processIdentifier)")
      chosen = made
      return made
    }
  }

  func read<R>(_ body: (Contents) -> R) -> R { contents.withLock { body($0) } }

  /// Makes all changes or none: files are written under other names first.
  func commit(_ changes: PhotoChanges) throws {
    turn.lock()
    defer { turn.unlock() }
    var finished: [(aside: URL, final: URL)] = []
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      var next = read { $0 }
      for creation in changes.creations {
        let prepared = try PreparedAsset(creation, number: next.number, in: folder)
        finished.append((prepared.aside, prepared.asset.file))
        next.assets.append(prepared.asset)
        next.number += 1
      }
      try changes.apply(to: &next)
      for file in finished { try FileManager.default.moveItem(at: file.aside, to: file.final) }
      let gone = read { $0.assets.map(\.file) }.filter { file in !next.assets.contains { $0.file == file } }
      for file in gone { try FileManager.default.removeItem(at: file) }
      for source in changes.creations.flatMap(\.movedSources) {
        try FileManager.default.removeItem(at: source)
      }
      contents.withLock { $0 = next }
    } catch {
      for file in finished {
        for url in [file.aside, file.final] where FileManager.default.fileExists(atPath: url.path) {
          try FileManager.default.removeItem(at: url)
        }
      }
      throw error
    }
    guard CurrentPhone.isRunning else { return }
    for (creation, file) in zip(changes.creations, finished) {
      CurrentPhone.phone.trace.record(
        "photo-library-saved", ["asset": .text(creation.id), "file": .text(file.final.lastPathComponent)])
    }
  }
}

/// A file that lies ready under another name.
private struct PreparedAsset {
  let asset: PhotoStore.Asset
  let aside: URL

  init(_ creation: PhotoChanges.Creation, number: Int, in folder: URL) throws {
    guard let resource = creation.resources.first(where: { $0.type.isMain }) else {
      throw PHPhotosError(.invalidResource)
    }
    let data: Data
    switch resource.source {
    case .data(let given): data = given
    case .file(let url):
      do { data = try Data(contentsOf: url) } catch {
        throw PHPhotosError(.invalidResource, userInfo: [NSUnderlyingErrorKey: error, NSURLErrorKey: url])
      }
    }
    var (width, height) = (0, 0)
    let name: String
    if resource.type.isPicture {
      do {
        let metadata = try PictureFile.metadata(of: data).properties
        width = (metadata["PixelWidth"] as? NSNumber)?.intValue ?? 0
        height = (metadata["PixelHeight"] as? NSNumber)?.intValue ?? 0
      } catch {
        throw PHPhotosError(.invalidResource, userInfo: [NSUnderlyingErrorKey: error])
      }
      name =
        switch PictureFile.kind(of: data) {
        case .heic: "HEIC"
        case .png: "PNG"
        case .jpeg, nil: "JPG"
        }
    } else {
      // The type of the first box of a QuickTime or MPEG-4 file.
      guard data.count > 8,
        ["ftyp", "wide", "moov", "mdat"].contains(String(decoding: data[4..<8], as: UTF8.self))
      else { throw PHPhotosError(.invalidResource) }
      name = String(decoding: data[8..<min(12, data.count)], as: UTF8.self).hasPrefix("qt") ? "MOV" : "MP4"
    }
    let digits = String(number)
    let stem = "IMG_" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    aside = folder.appendingPathComponent(".\(stem).\(name).part")
    try data.write(to: aside)
    asset = PhotoStore.Asset(
      id: creation.id, mediaType: resource.type.isPicture ? .image : .video,
      file: folder.appendingPathComponent("\(stem).\(name)"),
      originalName: resource.originalName ?? "\(stem).\(name)", width: width, height: height,
      created: (creation.date ?? Date()).timeIntervalSinceReferenceDate, isFavorite: creation.isFavorite,
      isHidden: creation.isHidden)
  }
}

/// What a block of changes asks for.
struct PhotoChanges: Sendable {
  struct Resource: Sendable {
    enum Source: Sendable {
      case data(Data)
      case file(URL)
    }
    let type: PHAssetResourceType
    let source: Source
    var originalName: String?
    var isMoved = false
  }

  struct Creation: Sendable {
    let id: String
    var resources: [Resource] = []
    var date: Date?
    var isFavorite = false
    var isHidden = false

    /// Files that are no longer wanted where they were.
    var movedSources: [URL] {
      resources.compactMap { if case .file(let url) = $0.source, $0.isMoved { url } else { nil } }
    }
  }

  var creations: [Creation] = []
  var newAlbums: [PhotoStore.Album] = []
  var added: [(album: String, assets: [String])] = []
  var removed: [(album: String, assets: [String])] = []
  var titles: [String: String] = [:]
  var favorites: [String: Bool] = [:]
  var hidden: [String: Bool] = [:]
  var dates: [String: Date] = [:]
  var deletedAssets: Set<String> = []
  var deletedAlbums: Set<String> = []

  func apply(to contents: inout PhotoStore.Contents) throws {
    contents.albums += newAlbums
    for index in contents.albums.indices {
      let id = contents.albums[index].id
      contents.albums[index].title = titles[id] ?? contents.albums[index].title
      for change in added where change.album == id {
        guard change.assets.allSatisfy({ asset in contents.assets.contains { $0.id == asset } }) else {
          throw PHPhotosError(.identifierNotFound)
        }
        contents.albums[index].members += change.assets.filter {
          !contents.albums[index].members.contains($0)
        }
      }
      for change in removed where change.album == id {
        contents.albums[index].members.removeAll { change.assets.contains($0) }
      }
      contents.albums[index].members.removeAll { deletedAssets.contains($0) }
    }
    contents.albums.removeAll { deletedAlbums.contains($0.id) }
    contents.assets.removeAll { deletedAssets.contains($0.id) }
    for index in contents.assets.indices {
      let id = contents.assets[index].id
      contents.assets[index].isFavorite = favorites[id] ?? contents.assets[index].isFavorite
      contents.assets[index].isHidden = hidden[id] ?? contents.assets[index].isHidden
      contents.assets[index].created =
        dates[id]?.timeIntervalSinceReferenceDate ?? contents.assets[index].created
    }
  }
}
