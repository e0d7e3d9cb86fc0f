import AVFoundation
import DuoTesting
import Testing
import UIKit

@Suite struct AppCodeTests {
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
