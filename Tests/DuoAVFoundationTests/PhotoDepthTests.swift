import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoAVFoundation

@Suite(.serialized) struct PhotoDepthTests {
  @Test func depthFollowsTheFormat() throws {
    let bench = try PhotoBench(.rearDualWide, preset: .photo)
    let device = bench.bench.device(.rearDualWide)
    #expect(bench.output.isDepthDataDeliverySupported == (device.activeDepthDataFormat != nil))
    let with = try #require(device.formats.first { !$0.supportedDepthDataFormats.isEmpty })
    let without = try #require(device.formats.first { $0.supportedDepthDataFormats.isEmpty })
    try device.lockForConfiguration()
    device.activeFormat = with
    bench.output.isDepthDataDeliveryEnabled = true
    #expect(bench.output.isDepthDataDeliverySupported && bench.output.isDepthDataDeliveryEnabled)
    let notes = Notes()
    let watch = bench.output.observe(\.isDepthDataDeliverySupported, options: .new) { _, change in
      notes.add("\(change.newValue!)")
    }
    device.activeFormat = without
    #expect(!bench.output.isDepthDataDeliverySupported && !bench.output.isDepthDataDeliveryEnabled)
    device.activeFormat = with
    device.unlockForConfiguration()
    #expect(notes.all == ["false", "true"] && !bench.output.isDepthDataDeliveryEnabled)
    watch.invalidate()
  }

  @Test func aPhotoHasTheDepthOfItsMoment() throws {
    let (phone, clock) = try SimulatedPhone.manual(.duo, world: .room)
    let system = CaptureSystem(phone: phone)
    system.authorization.set(.authorized, for: .video)
    let device = try #require(system.device(.rearDualWide))
    let session = AVCaptureSession(on: phone)
    session.addInput(try AVCaptureDeviceInput(device: device))
    let output = AVCapturePhotoOutput()
    session.addOutput(output)
    try device.lockForConfiguration()
    device.activeFormat = try #require(device.formats.first { !$0.supportedDepthDataFormats.isEmpty })
    device.unlockForConfiguration()
    session.startRunning()
    output.isDepthDataDeliveryEnabled = true
    let settings = AVCapturePhotoSettings()
    settings.isDepthDataDeliveryEnabled = true
    let delegate = PhotoNotes()
    for settings in [settings, AVCapturePhotoSettings()] {
      output.capturePhoto(with: settings, delegate: delegate)
      for _ in 0..<160 {
        clock.advance(by: .milliseconds(5))
        output.settle()
      }
    }
    let photos = delegate.photos.withLock { $0 }
    #expect(photos.count == 2 && photos[1].depthData == nil)
    let depth = try #require(photos[0].depthData)
    #expect(depth.isDepthDataFiltered && depth.cameraCalibrationData != nil)
    #expect(!depth.depthDataMap.hasPixels)
    let map = depth.converting(toDepthDataType: kCVPixelFormatType_DepthFloat32).depthDataMap
    let middle = map.withPixels { planes in
      planes[0].base.load(
        fromByteOffset: map.height / 2 * planes[0].bytesPerRow + map.width / 2 * 4, as: Float.self)
    }
    #expect(middle > 0.2 && middle < 10)
    // As the photo's pixels lie.
    let size = photos[0].resolvedSettings.photoDimensions
    #expect((map.width > map.height) == (size.width > size.height))
  }

  @Test func depthThatIsOffRaises() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let bench = try PhotoBench(.rearWide)
      let device = bench.bench.device(.rearWide)
      try device.lockForConfiguration()
      device.activeFormat = device.formats.first { $0.supportedDepthDataFormats.isEmpty }!
      bench.output.isDepthDataDeliveryEnabled = true
    }
    let error = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(error.contains("-[AVCapturePhotoOutput setDepthDataDeliveryEnabled:] Not supported"))
  }
}
