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
