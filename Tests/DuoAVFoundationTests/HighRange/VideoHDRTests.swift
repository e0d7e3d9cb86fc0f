import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// A wider range with video HDR, and what displays and photos show of HLG.
@Suite struct VideoHDRTests {
  /// How many pixels of a picture are plain white, and how many colours there are where `places` says.
  private static func look(_ buffer: CVPixelBuffer, at places: Set<Int>? = nil) -> (
    white: Set<Int>, colours: Int
  ) {
    var (white, colours) = (Set<Int>(), Set<UInt32>())
    let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    for y in 0..<height {
      let row = CVPixelBufferGetBaseAddress(buffer)! + y * CVPixelBufferGetBytesPerRow(buffer)
      for x in 0..<width {
        let pixel = row.load(fromByteOffset: 4 * x, as: UInt32.self)
        if pixel == .max { white.insert(y * width + x) }
        if places?.contains(y * width + x) ?? true { colours.insert(pixel) }
      }
    }
    return (white, colours.count)
  }

  @Test func videoHDRKeepsWhatIsCutOffWithout() throws {
    let wide = try WideBench(.room)
    try wide.use("420v", .sRGB, rate: 30)
    wide.wish(kCVPixelFormatType_32BGRA)
    let device = wide.device
    #expect(device.activeFormat.isVideoHDRSupported)
    try device.lockForConfiguration()
    device.setExposureTargetBias(2.5) { _ in }
    wide.bench.run(1000)
    let without = Self.look(try wide.buffer())
    #expect(without.white.count > 200)
    device.automaticallyAdjustsVideoHDREnabled = false
    device.isVideoHDREnabled = true
    let with = Self.look(try wide.buffer(), at: without.white)
    #expect(
      with.white.count * 10 < without.white.count && with.colours > 20, "\(with.white.count), \(with.colours)"
    )
    device.isVideoHDREnabled = false
    // The clocks on the walls have gone on meanwhile.
    let again = Self.look(try wide.buffer()).white
    #expect(again.symmetricDifference(without.white).count * 20 < without.white.count)
  }

  /// With a bias of nothing a picture without highlights is as before but for its brightest parts.
  @Test func theDescriptionSaysHowMuch() throws {
    var phone = PhoneDescription.duo
    let camera = phone.cameras.firstIndex { $0.id == .rearWide }!
    (phone.cameras[camera].traits.videoHDRKnee.value, phone.cameras[camera].traits.videoHDRStops.value) = (
      0.25, 2
    )
    let wide = try WideBench(.colour(red: 255, green: 128, blue: 64), phone: phone)
    try wide.use("420v", .sRGB, rate: 30)
    wide.wish(kCVPixelFormatType_32BGRA)
    let device = wide.device
    try device.lockForConfiguration()
    device.automaticallyAdjustsVideoHDREnabled = false
    device.isVideoHDREnabled = true
    let got = WideReference.read(try wide.buffer())
    func pressed(_ byte: Int) -> Double {
      let v = WideReference.light(byte)
      let (t, top) = ((v - 0.25) / 0.75, 3.75 / 0.75)
      let out = v <= 0.25 ? v : 0.25 + 0.75 * t * (1 + t / (top * top)) / (1 + t)
      return (1.055 * pow(out, 1 / 2.4) - 0.055) * 255
    }
    let expected = [255, 128, 64].map(pressed)
    #expect(WideReference.agrees(got, expected), "\(got), not \(expected)")
  }

  /// Previews and photos of an HLG camera are sRGB's, with the highlights of video HDR.
  @Test func displaysAndPhotosGetSRGBOfAnHLGCamera() throws {
    let wide = try WideBench(.colour(red: 90, green: 60, blue: 30))
    let (layer, photos, notes) = (
      AVCaptureVideoPreviewLayer(session: wide.bench.session), AVCapturePhotoOutput(), PhotoNotes()
    )
    wide.bench.session.addOutput(photos)
    try wide.use("x420")
    #expect(wide.device.activeColorSpace == .HLG_BT2020)
    let bounds = CGRect(x: 0, y: 0, width: 90, height: 160)
    let shown = try #require(layer.shown(in: bounds))
    var pixel = [UInt8](repeating: 0, count: 4)
    pixel.withUnsafeMutableBytes { raw in
      shown.frame.imager.draw(
        shown.window,
        into: PixelTarget(
          layout: .bgra, width: 1, height: 1, planes: [.init(base: raw.baseAddress!, bytesPerRow: 4)]))
    }
    #expect(zip(pixel, [30, 60, 90, 255]).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(pixel)")
    photos.capturePhoto(
      with: AVCapturePhotoSettings(format: [
        kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
      ]),
      delegate: notes)
    for _ in 0..<100 where notes.photos.withLock({ $0.isEmpty }) {
      wide.bench.run(10)
      photos.settle()
    }
    let buffer = try #require(notes.photos.withLock { $0.first }?.pixelBuffer)
    #expect(WideReference.agrees(WideReference.read(buffer), [90, 60, 30]))
    #expect(saidColours(buffer)[0] == "ITU_R_709_2")
  }
}
