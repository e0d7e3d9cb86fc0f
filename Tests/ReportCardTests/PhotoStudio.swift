import DuoImageIO
import Foundation
import PhoneModel
import Scenarios
import WorldRenderer

@testable import ReportCard

/// Makes the photos that a host would report, with the renderer and without any framework.
struct PhotoStudio {
  var description = PhoneDescription.duo
  var state: PhoneState
  var camera: CameraID
  /// The connection's angle; nil takes the one that makes the photo upright by gravity.
  var angle: QuarterTurns?
  var mirrored = false
  /// Clockwise turn of the stored pixels.
  var stored: QuarterTurns = 0
  var time = PhoneTime(seconds: 7.25)

  init(_ pose: String, _ camera: CameraID, mirrored: Bool = false) {
    state = PhoneState.initial(.duo, pose: pose)!
    self.camera = camera
    self.mirrored = mirrored
  }

  var usedAngle: QuarterTurns { angle ?? RotationAngles.capture(camera, state, at: time, in: description) }

  /// Exif's number, from the reference's table.
  var tag: Int { [[1, 6, 3, 8], [2, 5, 4, 7]][mirrored ? 1 : 0][(usedAngle - stored).count] }

  var format: CameraFormat {
    let formats = description.camera(camera)!.formats
    return formats.first { $0.width == 1280 && $0.height == 720 } ?? formats[0]
  }

  func record(_ change: (inout PhotoRecord) -> Void = { _ in }) throws -> PhotoRecord {
    let format = format
    let isOdd = stored.count % 2 == 1
    let (width, height) = isOdd ? (format.height, format.width) : (format.width, format.height)
    let exposure = Exposure(
      world: try World.load(state.world), camera: camera, width: format.width, height: format.height,
      fieldOfView: format.fieldOfView, time: time, light: state.light,
      phone: PlacedPhone(state, at: time, in: description))!
    let bitmap = Bitmap(width: width, height: height, isOpaque: true) { pixels in
      exposure.draw(
        FrameWindow(rotation: stored),
        into: PixelTarget(
          layout: .bgra, width: width, height: height,
          planes: [PixelTarget.Plane(base: UnsafeMutableRawPointer(pixels), bytesPerRow: width * 4)]))
    }
    var exif = ExifFields(width: width, height: height)
    exif.orientation = CGImagePropertyOrientation(rawValue: UInt32(tag))!
    var record = PhotoRecord(
      time: time, state: state, file: try PictureFile.jpeg(of: bitmap, quality: 0.9, exif: exif),
      frameCamera: camera, deviceUniqueID: description.camera(camera)!.uniqueID,
      rotationAngle: usedAngle.degrees, isMirrored: mirrored, orientation: tag, width: width, height: height)
    change(&record)
    return record
  }

  func grade(
    _ intent: Intent = .any, wanted: PhotoExpectation? = nil,
    change: (inout PhotoRecord) -> Void = { _ in }
  ) throws -> PhotoReport {
    let grader = PhotoGrader(
      description: description, intent: intent, wanted: wanted, reader: PreviewStudio.reader)
    return try grader.grade(record(change)) { picture in "\(picture.width) x \(picture.height)" }
  }
}

extension PhotoReport {
  /// Verdicts of what did not pass, such as "photo fail".
  var found: [String] { findings.map { "\($0.rule) \($0.verdict.rawValue)" } }
}
