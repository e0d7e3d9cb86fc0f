import AVFoundation
import DuoTesting
import Testing
import UIKit

@Suite struct AppCodeTests {
  @Test func whatFoundationBringsAlong() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { phone in
        let rate = FrameRate()
        var told: [Double] = []
        let watch = rate.$framesPerSecond.dropFirst().sink { told.append($0.rounded()) }
        rate.frame()
        await phone.run(for: .milliseconds(20))
        rate.frame()
        watch.cancel()
        #expect(told == [50] && rate.count == 2 && rate.isAtOrigin, "in phone time: \(told)")
        let app = UIApplication.shared
        #expect(app.supportedInterfaceOrientations(for: nil) == .allButUpsideDown)
      }
    }
  }

  @Test func whatPhotosBringsAlong() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { _ in
        #expect(PhotosHabits.microphone == .undetermined || PhotosHabits.microphone == .granted)
        let typed: [AVVideoCodecType] = [.jpeg, .h264, .hevc]
        #expect(PhotosHabits.codecs.map(AVVideoCodecType.init(rawValue:)) == typed)
        #expect(PhotosHabits.settings(AVVideoCodecJPEG).format?[AVVideoCodecKey] as? String == "jpeg")
      }
    }
  }

  @Test func picturesOfFilesAsOldCodeReadsThem() async {
    await #expect(processExitsWith: .success) { await PhoneTest.run { _ in readPicturesOfFiles() } }
  }

  @Test func ownInitialisersOfSubclassesRun() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { _ in
        let session = AVCaptureSession()
        let controller = OwnInitController()
        let navigation = RootedNavigation(camera: controller)
        #expect(controller.name == "own" && navigation.viewControllers == [controller])
        #expect(OwnNavigation().viewControllers == [] && ThumbnailView().image == nil)
        #expect(!ThumbnailView().isUserInteractionEnabled)
        #expect(SessionLayer(of: session).session === session)
        #expect(SessionLayer(unconnected: session).session === session)
        controller.isEditing = true
        #expect(controller.isEditing && controller.changes == 100)
      }
    }
  }
}

@MainActor private func readPicturesOfFiles() {
  let red = UIGraphicsImageRenderer(size: CGSize(width: 3, height: 2)).image { context in
    UIColor.red.setFill()
    context.fill(CGRect(x: 0, y: 0, width: 3, height: 2))
  }
  func image(_ data: Data?, jpeg: Bool) -> CGImage? {
    guard let provider = CGDataProvider(data: (data ?? Data()) as CFData) else { return nil }
    return jpeg
      ? CGImage(
        jpegDataProviderSource: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
      : CGImage(
        pngDataProviderSource: provider, decode: nil, shouldInterpolate: false, intent: .defaultIntent)
  }
  let (jpeg, png) = (red.jpegData(compressionQuality: 1), red.pngData())
  let width = red.cgImage?.width
  #expect(width != nil && image(jpeg, jpeg: true)?.width == width && image(png, jpeg: false)?.width == width)
  #expect(image(png, jpeg: true) == nil && image(jpeg, jpeg: false) == nil && image(nil, jpeg: true) == nil)
  #expect(image(jpeg?.prefix(20), jpeg: true) == nil)
}
