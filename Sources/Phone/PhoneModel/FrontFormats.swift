/// The format lists of front cameras. No dump of a square front sensor is known: sizes and rates come from
/// Apple's words where there are any (`size` in these lists), all else is assumed.
enum FrontFormats {
  /// Field of view of the whole square sensor: about 95 degrees on the iPhones of 2025.
  private static let square = 95.0

  static let outerFront =
    fixed(depth: true)
    + [
      row(1920, 1080, 120, .apple),
      row(3840, 2160, 30, .apple, presets: ["3840x2160"]), row(3840, 2160, 60, .apple),
      row(2160, 3840, 30, .apple), row(2160, 3840, 60, .apple),
    ].flatMap { $0 } + squares(depth: true) + photo

  static let innerFront = fixed(depth: true) + squares(depth: true) + photo

  /// What both can do, without depth.
  static let virtualFront = fixed(depth: false) + squares(depth: false) + photo

  static let singleSquare =
    fixed(depth: false) + row(3840, 2160, 30, .assumed, presets: ["3840x2160"])
    + row(3840, 2160, 60, .assumed)
    + squares(depth: false) + photo

  /// A landscape-mounted 4:3 sensor of 12 megapixels.
  static let classic = [
    (192, 144, 60.0, ["Low"]), (352, 288, 60, ["352x288"]), (480, 360, 60, ["Medium"]),
    (640, 480, 60, ["640x480"]), (960, 540, 60, ["iFrame960x540"]),
    (1280, 720, 60, ["1280x720", "iFrame1280x720"]), (1920, 1080, 30, ["High", "1920x1080"]),
    (1920, 1080, 60, []), (1920, 1080, 120, []), (3840, 2160, 30, ["3840x2160"]), (3840, 2160, 60, []),
    (4032, 3024, 30, ["Photo"]),
  ].flatMap { width, height, rate, presets -> [CameraFormat] in
    formats(
      width, height, rate, 73.1, photos: [[width, height], [4032, 3024]], presets: presets, size: .assumed)
  }

  /// The sizes that every iPhone camera has, cut from the square sensor; 1080p at 30 and 60 is Apple's word.
  private static func fixed(depth: Bool) -> [CameraFormat] {
    let small: [(Int, Int, String)] = [
      (192, 144, "Low"), (352, 288, "352x288"), (480, 360, "Medium"), (640, 480, "640x480"),
      (960, 540, "iFrame960x540"), (1280, 720, "1280x720"),
    ]
    return small.flatMap {
      row(
        $0.0, $0.1, 60, .assumed, depth: depth && $0.0 == 640,
        presets: $0.0 == 1280 ? ["1280x720", "iFrame1280x720"] : [$0.2])
    }
      + row(1920, 1080, 30, .apple, depth: depth, presets: ["High", "1920x1080"])
      + row(1920, 1080, 60, .apple, depth: depth)
  }

  private static func squares(depth: Bool) -> [CameraFormat] {
    [1280, 1920].flatMap { side in
      [30.0, 60].flatMap { rate in
        formats(
          side, side, rate, square, photos: [[side, side]], ratios: AspectRatio.all,
          depth: depth && rate == 30 ? [[320, 320]] : [], size: .assumed)
      }
    }
  }

  /// The photo format of the square sensor offers the upright and the lying 3:4 only.
  private static let photo = formats(
    4032, 4032, 30, square, photos: [[3024, 4032], [4032, 3024]], ratios: AspectRatio.photo,
    presets: ["Photo"], isPhoto: true, size: .assumed)

  private static func row(
    _ width: Int, _ height: Int, _ rate: Double, _ size: Origin, depth: Bool = false,
    presets: [String] = []
  ) -> [CameraFormat] {
    let part = Double(width) / Double(max(width, height))
    let view = Optics.fieldOfView(halfWidth: Optics.halfWidth(square) * part)
    let isWide = width * 9 == height * 16
    return formats(
      width, height, rate, view, photos: [[width, height]],
      depth: depth ? [isWide ? [320, 180] : [320, 240]] : [], presets: presets, size: size)
  }

  private static func formats(
    _ width: Int, _ height: Int, _ rate: Double, _ view: Double, photos: [[Int]], ratios: [String] = [],
    depth: [[Int]] = [], presets: [String] = [], isPhoto: Bool = false, size: Origin
  ) -> [CameraFormat] {
    ["420v", "420f"].map { pixelFormat in
      CameraFormat(
        width: width, height: height, pixelFormat: pixelFormat, minFrameRate: 1, maxFrameRate: rate,
        fieldOfView: view, isBinned: false, maxZoom: 16,
        upscaleZoom: max(1, 3840 / Double(max(width, height))),
        minISO: 34, maxISO: 3264, minExposure: 0.000_014, maxExposure: 1, photoSizes: unique(photos),
        aspectRatios: ratios, isMultiCam: rate <= 60 && width <= 1920,
        isStabilized: width >= 1280 && !isPhoto,
        isHighPhotoQuality: rate <= 30, isHighestPhotoQuality: isPhoto, depthSizes: depth,
        presets: pixelFormat == "420v" ? presets : [], origins: FormatOrigins(.assumed, except: [.size: size])
      )
    }
  }

  private static func unique(_ sizes: [[Int]]) -> [[Int]] {
    sizes.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
