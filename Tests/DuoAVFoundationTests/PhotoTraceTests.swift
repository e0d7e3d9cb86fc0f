import DuoFoundation
import DuoImageIO
import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoAVFoundation

/// Photos of the simulated phone itself.
@Suite struct PhotoTraceTests {
  let phone: SimulatedPhone
  let clock: ManualClock
  let session: AVCaptureSession
  let output = AVCapturePhotoOutput()

  init() throws {
    (phone, clock) = try SimulatedPhone.manual(.duo, world: .colour(red: 250, green: 10, blue: 20))
    let system = CaptureSystem(phone: phone)
    system.authorization.set(.authorized, for: .video)
    session = AVCaptureSession(on: phone)
    session.sessionPreset = .vga640x480
    session.addInput(try AVCaptureDeviceInput(device: system.device(.outerFront)!))
    session.addOutput(output)
    session.startRunning()
    run(milliseconds: 400)
  }

  func run(milliseconds: Int) {
    for _ in 0..<(milliseconds / 5) {
      clock.advance(by: .milliseconds(5))
      session.engine.queue.sync {}
      output.feed.queue.sync {}
    }
  }

  @Test func photosAreTracedAndShowTheWorld() throws {
    let settings = AVCapturePhotoSettings()
    let delegate = PhotoNotes()
    output.capturePhoto(with: settings, delegate: delegate)
    run(milliseconds: 400)
    output.capturePhoto(with: AVCapturePhotoSettings(from: settings), delegate: delegate)
    session.stopRunning()
    run(milliseconds: 100)
    #expect(delegate.notes.all == PhotoNotes.whole(0) + PhotoNotes.whole(1, -11803))
    let file = try #require(delegate.photos.withLock { $0[0].fileDataRepresentation() })
    let picture = try PictureFile.decode(file)
    #expect(picture.width == 480 && picture.height == 640 && picture.orientation == .right)
    let middle = picture.bitmap.bytesPerRow * 320 + 240 * 4
    let pixel = picture.bitmap.bytes[middle..<(middle + 3)].map { Int($0) }
    #expect(zip(pixel, [20, 10, 250]).allSatisfy { abs($0 - $1) < 12 })

    // Pixels of the image: as stored, one object each time.
    let photo = delegate.photos.withLock { $0[0] }
    let (image, again) = (try #require(photo.cgImageRepresentation()), photo.cgImageRepresentation())
    #expect(image.width == 480 && image.height == 640 && image !== again)
    let bytes = try #require(image.dataProvider?.data as Data?)
    #expect(bytes[middle..<(middle + 3)].map { Int($0) } == pixel)
    #expect(delegate.photos.withLock { $0[1].cgImageRepresentation() } == nil)

    let lines = try phone.log.lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }.filter { ($0["kind"] as? String)?.hasPrefix("photo-") == true }
    #expect(lines.map { $0["kind"] as? String } == ["photo-taken", "photo-failed"])
    let taken = lines[0]
    #expect(taken["camera"] as? String == "outer-front" && taken["device"] as? String == "outer-front")
    #expect(taken["width"] as? Int == 480 && taken["height"] as? Int == 640)
    #expect(taken["orientation"] as? Int == 6 && taken["mirrored"] as? Bool == false)
    #expect(taken["bytes"] as? Int == file.count && taken["session"] as? Int == session.engine.number)
    #expect(taken["request"] as? Int == Int(settings.uniqueID) && lines[1]["code"] as? Int == -11803)
  }

  /// Whose delegate, or output, is gone before the photo comes; and one that fails for nobody.
  @Test func aPhotoThatNobodyGetsIsTraced() throws {
    var delegate: PhotoNotes? = PhotoNotes()
    output.capturePhoto(with: AVCapturePhotoSettings(), delegate: try #require(delegate))
    // After the exposure, before the photo.
    run(milliseconds: 60)
    delegate = nil
    run(milliseconds: 400)
    delegate = PhotoNotes()
    output.capturePhoto(with: AVCapturePhotoSettings(), delegate: try #require(delegate))
    run(milliseconds: 400)
    #expect(delegate?.notes.all == PhotoNotes.whole(0))
    output.capturePhoto(with: AVCapturePhotoSettings(), delegate: PhotoNotes())
    session.stopRunning()
    run(milliseconds: 100)
    let lines = try phone.log.lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }.filter { ($0["kind"] as? String)?.hasPrefix("photo-") == true }
    #expect(
      lines.map { "\($0["kind"] ?? "") \($0["missing"] ?? "")" } == [
        "photo-taken ", "photo-undelivered delegate", "photo-taken ", "photo-failed ",
        "photo-undelivered delegate",
      ])
    #expect(lines[0]["request"] as? Int == lines[1]["request"] as? Int)
    #expect(lines[1]["session"] as? Int == session.engine.number)
  }

  /// 12 megapixels: memory comes and goes with the photo.
  @Test func theLargestPhotoOfTheRearCamera() throws {
    let system = CaptureSystem(phone: phone)
    system.authorization.set(.authorized, for: .video)
    session.beginConfiguration()
    session.removeInput(session.inputs[0])
    session.sessionPreset = .photo
    session.addInput(try AVCaptureDeviceInput(device: system.device(.rearWide)!))
    session.commitConfiguration()
    run(milliseconds: 500)
    let most = try #require(system.device(.rearWide)?.activeFormat.supportedMaxPhotoDimensions.last)
    output.maxPhotoDimensions = most
    let settings = AVCapturePhotoSettings(format: [
      AVVideoCodecKey: AVVideoCodecType.jpeg,
      AVVideoCompressionPropertiesKey: [AVVideoQualityKey: 0.2],
    ])
    settings.maxPhotoDimensions = most
    let delegate = PhotoNotes()
    output.capturePhoto(with: settings, delegate: delegate)
    run(milliseconds: 400)
    #expect(delegate.notes.all == PhotoNotes.whole(0))
    let file = try #require(delegate.photos.withLock { $0[0].fileDataRepresentation() })
    let picture = try PictureFile.decode(file)
    #expect(picture.width == Int(most.width) && picture.height == Int(most.height))
    #expect(picture.orientation == .right && most.width == 4032)
  }
}
