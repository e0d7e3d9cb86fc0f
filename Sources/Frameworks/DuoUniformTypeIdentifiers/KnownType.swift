/// What is declared of a kind of data. Identifiers, extensions and MIME types as Apple's systems declare them. [docs] [forum]
struct KnownType: Sendable {
  let identifier: String
  /// Identifiers of what it conforms to directly.
  let parents: [String]
  /// The preferred one first.
  let extensions, mimeTypes: [String]

  init(_ identifier: String, _ parents: [String], _ extensions: [String] = [], _ mimeTypes: [String] = []) {
    self.identifier = identifier
    self.parents = parents
    self.extensions = extensions
    self.mimeTypes = mimeTypes
  }

  static let byIdentifier = Dictionary(uniqueKeysWithValues: all.map { ($0.identifier, $0) })

  static let all = [
    KnownType("public.item", []), KnownType("public.content", []),
    KnownType("public.composite-content", ["public.content"]), KnownType("public.data", ["public.item"]),
    KnownType("public.directory", ["public.item"]), KnownType("public.folder", ["public.directory"]),
    KnownType("public.url", ["public.data"]), KnownType("public.file-url", ["public.url"]),
    KnownType("public.text", ["public.data", "public.content"]),
    KnownType("public.plain-text", ["public.text"], ["txt", "text"], ["text/plain"]),
    KnownType("public.json", ["public.text"], ["json"], ["application/json"]),
    KnownType("com.adobe.pdf", ["public.data", "public.composite-content"], ["pdf"], ["application/pdf"]),

    KnownType("public.image", ["public.data", "public.content"]),
    KnownType("public.jpeg", ["public.image"], ["jpeg", "jpg", "jpe"], ["image/jpeg", "image/jpg"]),
    KnownType("public.png", ["public.image"], ["png"], ["image/png"]),
    KnownType("public.heic", ["public.image"], ["heic"], ["image/heic"]),
    KnownType("public.heif", ["public.image"], ["heif"], ["image/heif"]),
    KnownType("public.tiff", ["public.image"], ["tiff", "tif"], ["image/tiff"]),
    KnownType("com.compuserve.gif", ["public.image"], ["gif"], ["image/gif"]),
    KnownType("com.microsoft.bmp", ["public.image"], ["bmp", "dib"], ["image/bmp"]),
    KnownType("org.webmproject.webp", ["public.image"], ["webp"], ["image/webp"]),
    KnownType("public.camera-raw-image", ["public.image"]),
    KnownType("com.adobe.raw-image", ["public.camera-raw-image"], ["dng"], ["image/x-adobe-dng"]),

    KnownType("public.audiovisual-content", ["public.data", "public.content"]),
    KnownType("public.movie", ["public.audiovisual-content"]), KnownType("public.video", ["public.movie"]),
    KnownType("com.apple.quicktime-movie", ["public.movie"], ["mov", "qt"], ["video/quicktime"]),
    KnownType("public.mpeg-4", ["public.movie"], ["mp4", "mpg4"], ["video/mp4", "video/mp4v"]),
    KnownType("com.apple.m4v-video", ["public.movie"], ["m4v"], ["video/x-m4v"]),
    KnownType("public.audio", ["public.audiovisual-content"]),
    KnownType("com.apple.m4a-audio", ["public.audio"], ["m4a"], ["audio/x-m4a"]),
    KnownType("public.mp3", ["public.audio"], ["mp3", "mpga"], ["audio/mpeg", "audio/mp3"]),
    KnownType(
      "com.microsoft.waveform-audio", ["public.audio"], ["wav", "wave"], ["audio/vnd.wave", "audio/wav"]),
    KnownType("public.aiff-audio", ["public.audio"], ["aiff", "aif"], ["audio/aiff", "audio/x-aiff"]),
  ]
}
