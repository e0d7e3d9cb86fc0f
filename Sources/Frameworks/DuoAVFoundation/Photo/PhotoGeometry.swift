import DuoImageIO
import PhoneModel

/// How a photo's pixels lie in its file, and what a viewer does with them.
struct PhotoOrientation: Equatable, Sendable {
  /// Clockwise turn of the stored pixels against the sensor's native picture.
  var stored: QuarterTurns
  /// What a viewer applies to the stored pixels.
  var tag: CGImagePropertyOrientation

  /// - Parameters:
  ///   - angle: The connection's, clockwise from the native picture.
  ///   - isMirrored: Flipped left-right after the turn. [inferred]
  ///   - compensation: Clockwise turn that sensor orientation compensation makes first.
  init(angle: QuarterTurns, isMirrored: Bool, compensation: QuarterTurns) {
    stored = compensation
    tag = Self.tag(turned: angle - compensation, isMirrored: isMirrored)
  }

  /// Exif's number for a clockwise turn, followed by a left-right flip. [inferred] from the Exif definition
  static func tag(turned: QuarterTurns, isMirrored: Bool) -> CGImagePropertyOrientation {
    switch turned.count {
    case 0: isMirrored ? .upMirrored : .up
    case 1: isMirrored ? .leftMirrored : .right
    case 2: isMirrored ? .downMirrored : .down
    default: isMirrored ? .rightMirrored : .left
    }
  }

  /// The clockwise turn that makes a front camera's picture lie as an older, landscape-mounted sensor's does: upright
  /// for a phone held portrait after another 90. Zero for rear cameras and where the sensor lies so already. [docs]
  static func compensation(for camera: CameraID, in phone: PhoneDescription) -> QuarterTurns {
    guard phone.camera(camera)?.position == .front else { return 0 }
    return SensorOrientation(of: camera, in: phone).portrait - 1
  }
}

/// Sizes of photos, in pixels with the sensor's native top up.
enum PhotoSize {
  typealias Size = VideoBufferSettings.Size

  /// The size of a photo whose camera delivers `picture` and that may be as large as `most`: the picture's shape, lying
  /// or standing within those dimensions. [inferred]
  static func resolved(picture: Size, most: Size) -> Size {
    func scale(_ most: Size) -> (Int, Int) {
      // As a fraction, so that equal shapes come out exactly.
      most.width * picture.height <= most.height * picture.width
        ? (most.width, picture.width) : (most.height, picture.height)
    }
    let (lying, standing) = (scale(most), scale(most.turned(1)))
    let (over, under) = lying.0 * standing.1 >= standing.0 * lying.1 ? lying : standing
    return Size(
      width: max(1, picture.width * over / under), height: max(1, picture.height * over / under))
  }

  /// What a photo may really be: 24 million pixels come only with deferred delivery, else the next smaller size. [header]
  static func allowed(_ most: Size, of sizes: [Size], isDeferred: Bool) -> Size {
    guard most == Size(width: 5712, height: 4284), !isDeferred else { return most }
    return sizes.filter { $0.width < most.width && $0.height < most.height }
      .max { $0.width * $0.height < $1.width * $1.height } ?? most
  }

  /// The shape of a picture, as large as fits; never larger than the picture. [header]
  static func within(_ box: Size, shape: Size) -> Size {
    if box.width >= shape.width, box.height >= shape.height { return shape }
    return resolved(picture: shape, most: box)
  }

  /// As cameras write thumbnails into Exif.
  static let usualThumbnail = Size(width: 160, height: 160)
}
