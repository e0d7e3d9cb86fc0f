import DuoAVFoundation
import DuoCoreMedia
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
  /// What exiftool says of each file: orientation, width, height.
  private func exiftool(_ files: [Data]) throws -> [[Int]] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("photos-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
    let paths = files.indices.map { folder.appendingPathComponent("\(1000 + $0).jpg") }
    for (path, file) in zip(paths, files) { try file.write(to: path) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["exiftool", "-n", "-p", "$IFD0:Orientation $File:ImageWidth $File:ImageHeight"] + paths.map(\.path)
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } }
  }

  /// Every pose, every uncovered camera, mirrored or not, pixels turned by compensation or not.
  @Test func everyPhotoIsUprightAndTaggedRight() throws {
    let reader = PictureReader()
    var wrong: [String] = []
    var files: [Data] = []
    var wanted: [[Int]] = []
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
        for (isMirrored, isCompensated) in [(false, false), (true, false), (false, true), (true, true)] {
          let connection = output.connection(with: .video)!
          let angle = RotationAngles.capture(camera, phone.state, at: clock.now, in: .duo)
          connection.videoRotationAngle = angle.degrees
          connection.automaticallyAdjustsVideoMirroring = false
          connection.isVideoMirrored = isMirrored
          if camera != .rearWide { output.isCameraSensorOrientationCompensationEnabled = isCompensated }
          let count = keeper.photos.count
          output.capturePhoto(with: AVCapturePhotoSettings(), delegate: keeper)
          // Other threads catch up within each step of the clock.
          for _ in 0..<200 where keeper.photos.count == count {
            clock.advance(by: .milliseconds(5))
            output.settle()
          }
          let name = "\(pose) \(camera) \(isMirrored) \(isCompensated)"
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
          files.append(file)
          wanted.append([tag] + size)
        }
        session.stopRunning()
      }
    }
    #expect(wrong == [] && files.count >= 52)
    #expect(try exiftool(files) == wanted)
  }
}
