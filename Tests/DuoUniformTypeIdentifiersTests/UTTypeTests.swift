import Foundation
import Testing
import UniformTypeIdentifiers

@Suite struct UTTypeTests {
  /// UTCoreTypes.h, with what Finder shows of each.
  private static let rows: [(type: UTType, identifier: String, file: String?, mime: String?)] = [
    (.jpeg, "public.jpeg", "jpeg", "image/jpeg"), (.png, "public.png", "png", "image/png"),
    (.heic, "public.heic", "heic", "image/heic"), (.heif, "public.heif", "heif", "image/heif"),
    (.tiff, "public.tiff", "tiff", "image/tiff"), (.gif, "com.compuserve.gif", "gif", "image/gif"),
    (.bmp, "com.microsoft.bmp", "bmp", "image/bmp"), (.webP, "org.webmproject.webp", "webp", "image/webp"),
    (.quickTimeMovie, "com.apple.quicktime-movie", "mov", "video/quicktime"),
    (.mpeg4Movie, "public.mpeg-4", "mp4", "video/mp4"), (.mp3, "public.mp3", "mp3", "audio/mpeg"),
    (.wav, "com.microsoft.waveform-audio", "wav", "audio/vnd.wave"),
    (.aiff, "public.aiff-audio", "aiff", "audio/aiff"),
    (.plainText, "public.plain-text", "txt", "text/plain"),
    (.json, "public.json", "json", "application/json"), (.pdf, "com.adobe.pdf", "pdf", "application/pdf"),
    (.image, "public.image", nil, nil), (.rawImage, "public.camera-raw-image", nil, nil),
    (.movie, "public.movie", nil, nil), (.video, "public.video", nil, nil),
    (.audio, "public.audio", nil, nil),
    (.audiovisualContent, "public.audiovisual-content", nil, nil), (.text, "public.text", nil, nil),
    (.url, "public.url", nil, nil), (.fileURL, "public.file-url", nil, nil), (.data, "public.data", nil, nil),
    (.item, "public.item", nil, nil), (.content, "public.content", nil, nil),
    (.compositeContent, "public.composite-content", nil, nil), (.folder, "public.folder", nil, nil),
    (.directory, "public.directory", nil, nil),
  ]

  @Test func everyNameIsItsIdentifier() {
    var mismatches: [String] = []
    for (type, identifier, file, mime) in Self.rows {
      if type.identifier != identifier || "\(type)" != identifier { mismatches.append("\(type)") }
      if UTType(identifier) != type || UTType(identifier.uppercased()) != type {
        mismatches.append("by \(identifier)")
      }
      if type.preferredFilenameExtension != file {
        mismatches.append("\(identifier): \(type.preferredFilenameExtension ?? "-")")
      }
      if type.preferredMIMEType != mime {
        mismatches.append("\(identifier): \(type.preferredMIMEType ?? "-")")
      }
      // What is preferred leads back.
      if let file, UTType(filenameExtension: file) != type { mismatches.append("by .\(file)") }
      if let mime, UTType(mimeType: mime) != type { mismatches.append("by \(mime)") }
    }
    #expect(mismatches == [])
    #expect(Set(Self.rows.map(\.type)).count == Self.rows.count)
  }

  @Test func otherSpellingsAndWhatNobodyKnows() {
    #expect(UTType(filenameExtension: "JPG") == .jpeg && UTType(filenameExtension: "tif") == .tiff)
    #expect(
      UTType(mimeType: "audio/wav") == .wav
        && UTType(filenameExtension: "dng")?.conforms(to: .rawImage) == true)
    #expect(UTType("com.example.unheard") == nil && UTType(filenameExtension: "unheard") == nil)
    #expect(UTType(mimeType: "image/unheard") == nil)
    // A kind that has to be another's.
    #expect(UTType(filenameExtension: "mov", conformingTo: .movie) == .quickTimeMovie)
    #expect(UTType(filenameExtension: "mov", conformingTo: .image) == nil)
  }

  /// Written down as chains, from the kind to what everything is.
  @Test func kindsConformAsDeclared() {
    let chains: [[UTType]] = [
      [.jpeg, .image, .data, .item], [.heic, .image, .content],
      [.quickTimeMovie, .movie, .audiovisualContent, .data],
      [.video, .movie, .audiovisualContent, .content], [.wav, .audio, .audiovisualContent, .item],
      [.pdf, .compositeContent, .content], [.pdf, .data, .item], [.fileURL, .url, .data],
      [.folder, .directory, .item], [.json, .text, .content], [.plainText, .text, .data],
    ]
    var mismatches: [String] = []
    for chain in chains {
      for (index, type) in chain.enumerated() {
        for (place, other) in chain.enumerated() {
          let isBelow = index < place
          if type.conforms(to: other) != (index <= place) { mismatches.append("\(type) to \(other)") }
          if type.isSubtype(of: other) != isBelow || other.isSupertype(of: type) != isBelow {
            mismatches.append("\(type) below \(other)")
          }
          if type.supertypes.contains(other) != isBelow {
            mismatches.append("\(other) among those of \(type)")
          }
        }
      }
    }
    #expect(mismatches == [])
    #expect(
      !UTType.jpeg.conforms(to: .movie) && !UTType.audio.conforms(to: .movie)
        && !UTType.folder.conforms(to: .data))
  }

  /// Conforming is an order: every kind conforms to itself, two kinds never to each other, and what conforms to a kind
  /// conforms to all that it conforms to.
  @Test func conformingIsAnOrder() {
    let kinds = Self.rows.map(\.type)
    var mismatches: [String] = []
    for a in kinds {
      if !a.conforms(to: a) || a.isSubtype(of: a) || a.isSupertype(of: a) {
        mismatches.append("\(a) and itself")
      }
      for b in kinds where a != b {
        if a.conforms(to: b) && b.conforms(to: a) { mismatches.append("\(a) and \(b)") }
        for c in kinds where a.conforms(to: b) && b.conforms(to: c) && !a.conforms(to: c) {
          mismatches.append("\(a), \(b), \(c)")
        }
      }
    }
    #expect(mismatches == [])
  }

  /// Everything with an extension is data; pictures, movies and sounds are what people look at and hear.
  @Test func whatCamerasWriteIsContent() {
    let pictures: [UTType] = [.jpeg, .png, .heic, .heif, .tiff, .gif, .bmp, .webP, .rawImage]
    let movies: [UTType] = [.quickTimeMovie, .mpeg4Movie, .video]
    let sounds: [UTType] = [.mp3, .wav, .aiff]
    #expect(pictures.filter { !$0.conforms(to: .image) || $0.conforms(to: .audiovisualContent) } == [])
    #expect(movies.filter { !$0.conforms(to: .movie) || $0.conforms(to: .image) } == [])
    #expect(sounds.filter { !$0.conforms(to: .audio) || $0.conforms(to: .movie) } == [])
    #expect(
      (pictures + movies + sounds).filter { !$0.conforms(to: .content) || !$0.conforms(to: .data) } == [])
    let files = Self.rows.filter { $0.file != nil }.map(\.type)
    #expect(files.filter { !$0.conforms(to: .data) } == [])
  }

  /// What apps do with a kind: name a file, look at one, keep kinds in a set.
  @Test func asAppsUseIt() {
    let format = UTType.heic
    #expect("photo.\(format.preferredFilenameExtension ?? "jpg")" == "photo.heic")
    let dropped = ["a.MOV", "b.jpeg", "c.wav", "d.unheard"].map { name in
      UTType(filenameExtension: String(name.split(separator: ".").last!))
    }
    #expect(dropped == [.quickTimeMovie, .jpeg, .wav, nil])
    #expect(
      dropped.compactMap { $0 }.filter { $0.conforms(to: .audiovisualContent) } == [.quickTimeMovie, .wav])
    #expect(Set([UTType.jpeg, UTType("public.jpeg")!, .png]).count == 2)
  }

  /// AVCam names its movies so.
  @Test func filesAreNamedByTheirKind() {
    let folder = URL(fileURLWithPath: "/tmp", isDirectory: true)
    let names = [
      folder.appendingPathComponent("a").appendingPathExtension(for: .quickTimeMovie),
      folder.appendingPathComponent("a.MOV").appendingPathExtension(for: .quickTimeMovie),
      folder.appendingPathComponent("a.jpg").appendingPathExtension(for: .heic),
      folder.appendingPathComponent("a").appendingPathExtension(for: .image),
      folder.appendingPathComponent("b", conformingTo: .jpeg),
      folder.appendingPathComponent("b.jpg", conformingTo: .jpeg),
      folder.appendingPathComponent("b", conformingTo: .folder),
    ].map(\.path)
    #expect(
      names == [
        "/tmp/a.mov", "/tmp/a.MOV", "/tmp/a.jpg.heic", "/tmp/a", "/tmp/b.jpeg", "/tmp/b.jpg", "/tmp/b",
      ])
    var (file, other) = (folder.appendingPathComponent("c"), folder)
    file.appendPathExtension(for: .png)
    other.appendPathComponent("d", conformingTo: .mpeg4Movie)
    #expect([file.path, other.path] == ["/tmp/c.png", "/tmp/d.mp4"])
  }
}
