/// The format lists of rear cameras, as other iPhones report them: `420v` before `420f`, small before large.
enum RearFormats {
  /// One row of the measured list of a wide camera.
  struct Row {
    var width, height: Int
    var fps: Double
    /// Photo size beside the format's own; nil when there is none.
    var photo: [Int]?
    var fieldOfView, maxZoom, upscale: Double
    var maxISO: Double = 3264
    var flags: Flags = []
    var presets: [String] = []
  }

  struct Flags: OptionSet {
    let rawValue: Int
    static let binned = Flags(rawValue: 1)
    static let multiCam = Flags(rawValue: 2)
    static let stabilized = Flags(rawValue: 4)
    static let highPhoto = Flags(rawValue: 8)
    static let highestPhoto = Flags(rawValue: 16)
    static let tenBit = Flags(rawValue: 32)
  }

  private static let full = [4032, 3024]
  private static let wide16x9 = [4160, 2340]

  static let rows: [Row] = smallRows + hdRows + largeRows

  private static let smallRows: [Row] = [
    Row(
      width: 192, height: 144, fps: 60, photo: full, fieldOfView: 65.357, maxZoom: 189, upscale: 21,
      presets: ["Low"]),
    Row(
      width: 352, height: 288, fps: 60, photo: [3696, 3024], fieldOfView: 60.911, maxZoom: 189, upscale: 10.5,
      presets: ["352x288"]),
    Row(
      width: 480, height: 360, fps: 60, photo: full, fieldOfView: 65.357, maxZoom: 189, upscale: 8.4,
      presets: ["Medium"]),
    Row(
      width: 640, height: 480, fps: 60, photo: full, fieldOfView: 65.357, maxZoom: 189, upscale: 6.3,
      flags: .multiCam, presets: ["640x480"]),
    Row(
      width: 640, height: 480, fps: 60, photo: [1920, 1440], fieldOfView: 60.383, maxZoom: 90, upscale: 3,
      flags: [.binned, .multiCam]),
    Row(
      width: 960, height: 540, fps: 60, photo: wide16x9, fieldOfView: 69.47, maxZoom: 121.88, upscale: 3.94,
      flags: .stabilized, presets: ["iFrame960x540"]),
    Row(width: 1024, height: 768, fps: 60, photo: full, fieldOfView: 65.357, maxZoom: 171.88, upscale: 3.58),
  ]

  private static let hdRows: [Row] = [
    Row(
      width: 1280, height: 720, fps: 30, photo: wide16x9, fieldOfView: 69.47, maxZoom: 121.88, upscale: 2.95,
      flags: [.tenBit, .multiCam, .stabilized, .highPhoto], presets: ["1280x720", "iFrame1280x720"]),
    Row(
      width: 1280, height: 720, fps: 60, photo: wide16x9, fieldOfView: 69.47, maxZoom: 121.88, upscale: 2.95,
      flags: [.tenBit, .multiCam, .stabilized]),
    Row(
      width: 1280, height: 720, fps: 60, photo: [2080, 1170], fieldOfView: 69.47, maxZoom: 60.88,
      upscale: 1.48, flags: [.binned, .multiCam]),
    Row(
      width: 1280, height: 720, fps: 240, fieldOfView: 69.47, maxZoom: 66.5, upscale: 1.48, maxISO: 1360,
      flags: .binned),
    Row(
      width: 1440, height: 1080, fps: 60, photo: [1920, 1440], fieldOfView: 60.383, maxZoom: 90,
      upscale: 1.33, flags: [.binned, .multiCam]),
    Row(
      width: 1920, height: 1080, fps: 30, photo: wide16x9, fieldOfView: 69.47, maxZoom: 121.88, upscale: 1.97,
      flags: [.tenBit, .multiCam, .stabilized, .highPhoto], presets: ["High", "1920x1080"]),
    Row(
      width: 1920, height: 1080, fps: 60, photo: wide16x9, fieldOfView: 69.47, maxZoom: 121.88, upscale: 1.97,
      flags: [.tenBit, .multiCam, .stabilized]),
    Row(
      width: 1920, height: 1080, fps: 60, photo: [2080, 1170], fieldOfView: 69.47, maxZoom: 60.88, upscale: 1,
      flags: [.binned, .multiCam]),
    Row(width: 1920, height: 1080, fps: 120, fieldOfView: 38.239, maxZoom: 133, upscale: 1.97, maxISO: 1360),
    Row(
      width: 1920, height: 1080, fps: 240, fieldOfView: 69.47, maxZoom: 66.5, upscale: 1, maxISO: 1360,
      flags: .binned),
  ]

  private static let largeRows: [Row] = [
    Row(
      width: 1920, height: 1440, fps: 60, photo: full, fieldOfView: 67.802, maxZoom: 157.5, upscale: 1.91,
      flags: [.tenBit, .multiCam, .highPhoto]),
    Row(
      width: 1920, height: 1440, fps: 60, fieldOfView: 65.238, maxZoom: 90, upscale: 1,
      flags: [.binned, .multiCam]),
    Row(width: 2592, height: 1944, fps: 30, photo: full, fieldOfView: 67.802, maxZoom: 189, upscale: 1.56),
    Row(width: 3264, height: 2448, fps: 30, photo: full, fieldOfView: 67.802, maxZoom: 189, upscale: 1.24),
    Row(
      width: 3840, height: 2160, fps: 30, photo: wide16x9, fieldOfView: 69.47, maxZoom: 127.12, upscale: 1,
      flags: [.tenBit, .multiCam], presets: ["3840x2160"]),
    Row(width: 3840, height: 2160, fps: 60, fieldOfView: 69.47, maxZoom: 127.12, upscale: 1, flags: .tenBit),
    Row(
      width: 4032, height: 3024, fps: 30, photo: full, fieldOfView: 67.802, maxZoom: 189, upscale: 1,
      maxISO: 7616, flags: .highestPhoto, presets: ["Photo"]),
  ]

  static func wide(_ origin: Origin) -> [CameraFormat] {
    rows.flatMap { formats($0, FormatOrigins(origin), depth: false) }
  }

  static func ultraWide(_ origin: Origin) -> [CameraFormat] {
    rows.flatMap { formats(ultraWide($0), ultraWideOrigins($0, origin), depth: false) }
  }

  /// Zoom 1 is the full view of the ultra wide camera; depth comes from the pair.
  static func dualWide(_ origin: Origin) -> [CameraFormat] {
    rows.flatMap { formats(ultraWide($0), ultraWideOrigins($0, origin), depth: true) }
  }

  /// Where `origin` is measured: of the ultra wide camera only the view and the photos of its largest sizes
  /// are. That it has the wide camera's list is assumed, and the views of that list's cuts are computed.
  private static func ultraWideOrigins(_ row: Row, _ origin: Origin) -> FormatOrigins {
    guard origin == .measured else { return FormatOrigins(origin) }
    let isMeasured = [[3840, 2160], [3264, 2448], [4032, 3024]].contains([row.width, row.height])
    guard isMeasured else { return FormatOrigins(.assumed, except: [.optics: .derived]) }
    return FormatOrigins(
      .assumed, except: row.photo == nil ? [.optics: .measured] : [.optics: .measured, .photo: .measured])
  }

  /// The wide list with the ultra wide's measured field of view and photo sizes. Its cropped rows are taken to
  /// be cropped by the same part of the view.
  private static func ultraWide(_ row: Row) -> Row {
    var row = row
    let isWide = row.width * 9 == row.height * 16
    let (wideView, ultraView) = isWide ? (69.47, 107.803) : (67.802, 102.903)
    let crop = Optics.halfWidth(row.fieldOfView) / Optics.halfWidth(wideView)
    row.fieldOfView = Optics.fieldOfView(halfWidth: Optics.halfWidth(ultraView) * crop)
    if row.photo == wide16x9 { row.photo = [4224, 2376] }
    if row.maxZoom == 127.12 { row.maxZoom = 129.125 }
    return row
  }

  private static func formats(_ row: Row, _ origins: FormatOrigins, depth: Bool) -> [CameraFormat] {
    let pixelFormats = ["420v", "420f"] + (row.flags.contains(.tenBit) ? ["x420"] : [])
    let isNarrow = row.width * 9 == row.height * 16
    let hasDepth = depth && row.fps <= 60 && !row.flags.contains(.binned)
    let own = [row.width, row.height]
    let photos = [own] + (row.photo.map { $0 == own ? [] : [$0] } ?? [])
    return pixelFormats.map { pixelFormat in
      CameraFormat(
        width: row.width, height: row.height, pixelFormat: pixelFormat, minFrameRate: 1,
        maxFrameRate: row.fps, fieldOfView: row.fieldOfView, isBinned: row.flags.contains(.binned),
        maxZoom: row.maxZoom, upscaleZoom: row.upscale, minISO: 34, maxISO: row.maxISO,
        minExposure: row.flags.contains(.binned) ? 0.000_025 : 0.000_014, maxExposure: 1,
        photoSizes: photos, aspectRatios: [], isMultiCam: row.flags.contains(.multiCam),
        isStabilized: row.flags.contains(.stabilized), isHighPhotoQuality: row.flags.contains(.highPhoto),
        isHighestPhotoQuality: row.flags.contains(.highestPhoto),
        depthSizes: hasDepth ? [isNarrow ? [320, 180] : [320, 240]] : [],
        presets: pixelFormat == "420v" ? row.presets : [], origins: origins)
    }
  }
}
