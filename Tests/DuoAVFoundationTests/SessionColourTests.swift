import DuoCoreMedia
import DuoFoundation
import DuoImageIO
import Foundation
import PhoneHardware
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoAVFoundation

/// Who chooses a camera's colours, and what buffers and files say of them.
@Suite struct SessionColourTests {
  @Test func aSessionWithAPhotoOutputPrefersWideColours() throws {
    let bench = CaptureBench()
    let device = bench.device(.rearWide)
    let session = try bench.session(.rearWide, AVCaptureVideoDataOutput())
    #expect(session.automaticallyConfiguresCaptureDeviceForWideColor && device.activeColorSpace == .sRGB)
    let photos = AVCapturePhotoOutput()
    session.beginConfiguration()
    session.addOutput(photos)
    #expect(device.activeColorSpace == .sRGB)
    session.commitConfiguration()
    #expect(device.activeColorSpace == .P3_D65)
    // What the app sets, the next change undoes.
    try device.lockForConfiguration()
    device.activeColorSpace = .sRGB
    #expect(device.activeColorSpace == .sRGB)
    session.sessionPreset = .hd1280x720
    #expect(device.activeColorSpace == .P3_D65)
    // Also after the app chose a format, and never what the format has not.
    device.activeFormat = device.formats.first { $0.supportedColorSpaces == [.sRGB, .P3_D65] }!
    #expect(session.sessionPreset == .inputPriority && device.activeColorSpace == .P3_D65)
    device.activeFormat = device.formats.first { $0.supportedColorSpaces == [.HLG_BT2020] }!
    #expect(device.activeColorSpace == .HLG_BT2020)
    session.sessionPreset = .high
    session.removeOutput(photos)
    #expect(device.activeColorSpace == .sRGB)
  }

  @Test func anAppThatTurnsItOffIsLeftAlone() throws {
    let bench = CaptureBench()
    let device = bench.device(.rearWide)
    let session = try bench.session(.rearWide)
    session.automaticallyConfiguresCaptureDeviceForWideColor = false
    session.addOutput(AVCapturePhotoOutput())
    #expect(device.activeColorSpace == .sRGB)
    try device.lockForConfiguration()
    device.activeColorSpace = .P3_D65
    session.addOutput(AVCaptureVideoDataOutput())
    #expect(device.activeColorSpace == .P3_D65)
    device.activeColorSpace = .sRGB
    session.automaticallyConfiguresCaptureDeviceForWideColor = true
    #expect(device.activeColorSpace == .P3_D65)
  }

  /// sRGB's numbers in Display P3, by the primaries of the two standards.
  private static func p3(_ colour: [Double]) -> [Double] {
    func linear(_ v: Double) -> Double { v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4) }
    func shown(_ v: Double) -> Double { v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055 }
    let c = colour.map { linear($0 / 255) }
    return [
      0.8225 * c[0] + 0.1775 * c[1], 0.0332 * c[0] + 0.9668 * c[1],
      0.0171 * c[0] + 0.0724 * c[1] + 0.9105 * c[2],
    ].map { shown($0) * 255 }
  }

  private static let world = WorldDescription.colour(red: 210, green: 60, blue: 40)

  /// Both kinds of files, as exiftool and djpeg or we read them: with photos alone they are wide, else as the app says.
  @Test func photosSayAndHaveTheirColours() throws {
    let bench = try MovieBench(.rearWide, runs: false, world: Self.world)
    let (photos, delegate) = (AVCapturePhotoOutput(), PhotoNotes())
    bench.session.addOutput(photos)
    bench.session.startRunning()
    bench.run(500)
    var wrong: [String] = []
    for isWide in [true, false] {
      bench.session.automaticallyConfiguresCaptureDeviceForWideColor = isWide
      if !isWide {
        try bench.device.lockForConfiguration()
        bench.device.activeColorSpace = .sRGB
        bench.device.unlockForConfiguration()
      }
      for codec in [AVVideoCodecType.jpeg, .hevc] {
        let count = delegate.photos.withLock { $0.count }
        photos.capturePhoto(
          with: AVCapturePhotoSettings(format: [AVVideoCodecKey: codec]), delegate: delegate)
        for _ in 0..<100 where delegate.photos.withLock({ $0.count }) == count {
          bench.run(10)
          photos.settle()
        }
        let file = try #require(delegate.photos.withLock { $0.last }?.fileDataRepresentation())
        let name = "\(codec.rawValue), \(isWide)"
        let url = bench.folder.appendingPathComponent("photo-\(count).\(codec == .hevc ? "heic" : "jpg")")
        try file.write(to: url)
        let said = String(
          decoding: try Probe.run(
            "exiftool", ["-s3", "-n", "-ICC_Profile:ProfileDescription", "-ExifIFD:ColorSpace", url.path]),
          as: UTF8.self)
        if said != (isWide ? "Display P3\n65535\n" : "1\n") { wrong.append("\(name): exiftool says \(said)") }
        let seen = try PictureFile.decode(file).bitmap.bytes.prefix(3).reversed().map { Double($0) }
        if zip(seen, [210, 60, 40]).contains(where: { abs($0 - $1) > 5 }) {
          wrong.append("\(name): seen \(seen)")
        }
        guard codec == .jpeg else { continue }
        let stored = try Probe.run("djpeg", ["-pnm", url.path]).suffix(3).map { Double($0) }
        let wanted = isWide ? Self.p3([210, 60, 40]) : [210, 60, 40]
        if zip(stored, wanted).contains(where: { abs($0 - $1) > 5 }) {
          wrong.append("\(name): stored \(stored), not \(wanted)")
        }
      }
    }
    #expect(wrong == [])
  }

  @Test func moviesSayTheirColours() throws {
    let bench = try MovieBench(.rearWide, runs: false, world: Self.world)
    let (photos, data, notes) = (AVCapturePhotoOutput(), AVCaptureVideoDataOutput(), Notes())
    let delegate = NotingDelegate(keeps: true)
    data.setSampleBufferDelegate(delegate, queue: bench.sound.queue)
    bench.session.addOutput(data)
    bench.session.startRunning()
    bench.run(500)
    func colours(_ name: String) throws -> String {
      delegate.kept.withLock { $0 = [] }
      try bench.record(name, 100)
      bench.sound.queue.sync {}
      let file = String(
        decoding: try Probe.run(
          "ffprobe",
          [
            "-v", "error", "-of", "csv=p=0", "-select_streams", "v", "-show_entries",
            "stream=color_primaries,color_transfer,color_space", bench.url(name).path,
          ]), as: UTF8.self)
      let buffer = try #require(delegate.kept.withLock { $0.last?.imageBuffer })
      let attached = CVBufferGetAttachment(buffer, kCVImageBufferColorPrimariesKey, nil)
      return
        "\(file.split { $0 == "\n" }.first.map { $0.hasSuffix(",") ? $0.dropLast() : $0 } ?? "") \(attached.map { "\($0.takeUnretainedValue())" } ?? "nothing")"
    }
    notes.add(try colours("plain"))
    bench.session.addOutput(photos)
    bench.run(200)
    notes.add(try colours("wide"))
    #expect(notes.all == ["bt709,bt709,bt709 ITU_R_709_2", "bt709,bt709,smpte432 P3_D65"])
  }

  @Test func anotherColourSpaceEndsARecording() throws {
    let bench = try MovieBench(.rearWide, world: Self.world)
    bench.start("a")
    bench.run(200)
    try bench.device.lockForConfiguration()
    bench.device.activeColorSpace = .P3_D65
    bench.run(100)
    #expect(
      bench.notes == ["a.mov start", "a.mov finish \(AVError.Code.mediaChanged.rawValue)"])
  }

  @Test func photosAreNotForAppleLog() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      var phone = PhoneDescription.duo
      let camera = phone.cameras.firstIndex { $0.id == .rearWide }!
      phone.cameras[camera].formats[0].pixelFormat = "x422"
      let bench = try PhotoBench(.rearWide, phone)
      let device = bench.bench.device(.rearWide)
      bench.session.automaticallyConfiguresCaptureDeviceForWideColor = false
      try device.lockForConfiguration()
      device.activeFormat = device.formats[0]
      guard device.activeFormat.supportedColorSpaces == [.sRGB, .P3_D65, .HLG_BT2020, .appleLog, .appleLog2]
      else {
        return
      }
      device.activeColorSpace = .appleLog
      bench.run(100)
      bench.capture()
    }
    let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(text.contains("No active and enabled video connection"))
  }

  /// Their connections rest under either version of it, and only theirs.
  @Test func connectionsOfPhotosRestUnderAppleLog() throws {
    let wide = try WideBench(phone: WideReference.withLog)
    let (photos, record) = (AVCapturePhotoOutput(), Notes())
    wide.bench.session.addOutput(photos)
    try wide.use("x422", .sRGB)
    let connection = try #require(photos.connection(with: .video))
    let observation = connection.observe(\.isActive, options: [.new]) { record.add("\($1.newValue!)") }
    for space in [AVCaptureColorSpace.appleLog, .HLG_BT2020, .appleLog2, .P3_D65] {
      try wide.use("x422", space)
      #expect(connection.isActive == !space.isLog)
      #expect(wide.bench.connection.isActive && wide.data.connection(with: .video)?.isActive == true)
    }
    try wide.use("x422", .appleLog)
    // Another format has no such curve.
    try wide.use("420v")
    #expect(connection.isActive && record.all == ["false", "true", "false", "true", "false", "true"])
    observation.invalidate()
  }
}
