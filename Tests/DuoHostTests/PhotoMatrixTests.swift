import DuoAVFoundation
import DuoCoreMedia
import DuoImageIO
import Foundation
import PhoneModel
import Scenarios
import SimulatedPhone
import Testing

@testable import DuoHost
@testable import ReportCard

private final class PhotoKeeper: NSObject, AVCapturePhotoCaptureDelegate, @unchecked Sendable {
  // Unchecked: written on the output's queue, read when that is idle.
  var photos: [AVCapturePhoto] = []

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?
  ) { photos.append(photo) }
}

/// Photos of the simulated phone through the capture framework, read back by other software.
@Suite struct PhotoMatrixTests {
  private static func isHEIC(_ file: Data) -> Bool { file.dropFirst(4).prefix(4).elementsEqual("ftyp".utf8) }

  /// A picture that a program wrote: width, height, and its pixels as R, G, B.
  private static func ppm(_ file: Data) -> (width: Int, height: Int, pixels: [UInt8])? {
    let bytes = [UInt8](file)
    var words: [String] = []
    var at = 0
    while words.count < 4, at < bytes.count {
      let word = bytes[at...].prefix { $0 > 32 }
      words.append(String(decoding: word, as: UTF8.self))
      at += word.count + 1
    }
    guard words.count == 4, words[0] == "P6", let width = Int(words[1]), let height = Int(words[2]) else {
      return nil
    }
    return (width, height, Array(bytes[at...]))
  }

  /// Decodes a photo with a program of others: djpeg, which turns nothing, or heif-convert, which turns and is built on
  /// the library that wrote the file.
  private static func decode(_ file: Data, in folder: URL) throws -> PixelPicture? {
    let isHEIC = isHEIC(file)
    let (from, to) = (
      folder.appendingPathComponent(isHEIC ? "in.heic" : "in.jpg"),
      folder.appendingPathComponent(isHEIC ? "out.png" : "out.ppm")
    )
    try file.write(to: from)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      isHEIC ? ["heif-convert", from.path, to.path] : ["djpeg", "-pnm", "-outfile", to.path, from.path]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let data = try Data(contentsOf: to)
    if isHEIC {
      let shown = try PictureFile.decode(data).bitmap
      return PixelPicture(width: shown.width, height: shown.height, layout: .bgra, bytes: shown.bytes)
    }
    guard let (width, height, pixels) = ppm(data) else { return nil }
    var bytes = Data(count: width * height * 4)
    for pixel in 0..<(width * height) {
      for channel in 0..<3 { bytes[pixel * 4 + channel] = pixels[pixel * 3 + 2 - channel] }
      bytes[pixel * 4 + 3] = 255
    }
    return PixelPicture(width: width, height: height, layout: .bgra, bytes: bytes)
  }

  /// What exiftool says of each file: orientation, width, height.
  private func exiftool(_ files: [Data]) throws -> [[Int]] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("photos-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
    let paths = files.indices.map {
      folder.appendingPathComponent("\(1000 + $0).\(Self.isHEIC(files[$0]) ? "heic" : "jpg")")
    }
    for (path, file) in zip(paths, files) { try file.write(to: path) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["exiftool", "-n", "-p", "$IFD0:Orientation $ExifIFD:ExifImageWidth $ExifIFD:ExifImageHeight"]
      + paths.map(\.path)
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } }
  }

  /// Every pose, every uncovered camera, mirrored or not, pixels turned by compensation or not, JPEG and HEIC: graded from the
  /// file, its tags read by exiftool, its pixels by djpeg and heif-convert.
  @Test func everyPhotoIsUprightAndTaggedRight() throws {
    let reader = PictureReader()
    var wrong: [String] = []
    var files: [Data] = []
    var wanted: [[Int]] = []
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("decoded-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
    for pose in ["closed", "open-landscape", "open-portrait", "book", "tabletop-cover-flat", "flipped"] {
      for camera in [CameraID.outerFront, .innerFront, .rearWide] {
        let (phone, clock) = try SimulatedPhone.manual(.duo, pose: pose, world: .room)
        let placed = PlacedPhone(phone.state, at: clock.now, in: .duo)
        if placed.isCovered(camera) || PlacedCameras.isNearVertical(placed.camera(camera)!.axis) { continue }
        let system = CaptureSystem(phone: phone)
        system.authorization.set(.authorized, for: .video)
        let session = AVCaptureSession(on: phone)
        session.sessionPreset = .vga640x480
        let device = try #require(system.device(camera))
        session.addInput(try AVCaptureDeviceInput(device: device))
        let output = AVCapturePhotoOutput()
        session.addOutput(output)
        session.startRunning()
        let keeper = PhotoKeeper()
        for number in 0..<8 {
          let (isMirrored, isCompensated, isHEIC) = (number & 1 == 1, number & 2 == 2, number & 4 == 4)
          let connection = output.connection(with: .video)!
          let angle = RotationAngles.capture(camera, phone.state, at: clock.now, in: .duo)
          connection.videoRotationAngle = angle.degrees
          connection.automaticallyAdjustsVideoMirroring = false
          connection.isVideoMirrored = isMirrored
          if camera != .rearWide { output.isCameraSensorOrientationCompensationEnabled = isCompensated }
          let count = keeper.photos.count
          let codec = isHEIC ? AVVideoCodecType.hevc : .jpeg
          output.capturePhoto(
            with: AVCapturePhotoSettings(format: [AVVideoCodecKey: codec]), delegate: keeper)
          // Other threads catch up within each step of the clock.
          for _ in 0..<200 where keeper.photos.count == count {
            clock.advance(by: .milliseconds(5))
            output.settle()
          }
          let name = "\(pose) \(camera) \(isMirrored) \(isCompensated) \(codec.rawValue)"
          guard let photo = keeper.photos.last, let file = photo.fileDataRepresentation() else {
            wrong.append("\(name): no photo")
            continue
          }
          let turns = isCompensated && camera != .rearWide ? 3 : 0
          let tag = [[1, 6, 3, 8], [2, 5, 4, 7]][isMirrored ? 1 : 0][(angle - QuarterTurns(turns)).count]
          let size = turns == 3 ? [480, 640] : [640, 480]
          let record = PhotoRecord(
            time: PhoneTime(nanoseconds: photo.timestamp.value), state: phone.state, file: file,
            frameCamera: camera, deviceUniqueID: device.uniqueID, rotationAngle: angle.degrees,
            isMirrored: isMirrored, orientation: tag, width: size[0], height: size[1])
          let report = try PhotoGrader(
            description: .duo, intent: .any, wanted: PhotoExpectation(upright: true, mirrored: isMirrored),
            reader: reader
          ).grade(record) { _ in "" }
          if report.verdict != .pass || Set(report.passed) != [.camera, .upright, .expectation] {
            wrong.append("\(name): \(report)")
          }
          // Pixels of the other program, turned as Exif says where the program does not.
          let shown = try Self.decode(file, in: folder).map { isHEIC ? $0 : $0.shown(tag) }
          let ours = try PhotoPicture(file).shown
          let difference = shown.map { other in
            other.bytes.count == ours.bytes.count
              ? stride(from: 0, to: ours.bytes.count, by: 97).map {
                abs(Int(ours.bytes[$0]) - Int(other.bytes[$0]))
              }.reduce(0, +)
                / (ours.bytes.count / 97)
              : 255
          }
          if difference.map({ $0 > 3 }) ?? true { wrong.append("\(name): other pixels, \(difference ?? -1)") }
          files.append(file)
          wanted.append([tag] + size)
        }
        session.stopRunning()
      }
    }
    #expect(wrong == [] && files.count >= 104)
    #expect(try exiftool(files) == wanted)
  }
}
