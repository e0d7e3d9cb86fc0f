import AVFoundation
import AVFoundation.AVMakeRect
import Combine
import CoreImage
import CoreImage.CIFilterBuiltins
import CoreVideo.CVBuffer
import OSLog
import Photos
import Testing
import UIKit
import UIKit.UIApplication
import UIKit.UIDevice
import UIKit.UIFont
import UIKit.UIGestureRecognizerSubclass
import UIKit.UIImage
import UIKit.UIScreen
import os.lock
import os.log
import os.signpost

/// Modules and submodules as real projects import them, in Swift 5 mode.
@Suite struct SubmoduleTests {
  private final class Model: ObservableObject {
    @Published var title = "a"
    private var set = Set<AnyCancellable>()
    private let lock = OSAllocatedUnfairLock(initialState: 0)
    private let logger = Logger(subsystem: "com.example", category: "model")

    init() { $title.sink { [logger] in logger.debug("title \($0, privacy: .public)") }.store(in: &set) }

    func count() -> Int {
      lock.withLock { state in
        state += 1
        return state
      }
    }
  }

  @Test func everythingIsThere() {
    let model = Model()
    model.title = "b"
    #expect(model.count() == 1)
    #expect(
      AVMakeRect(
        aspectRatio: CGSize(width: 2, height: 1), insideRect: CGRect(x: 0, y: 0, width: 4, height: 4)
      ).height == 2)
    let filter = CIFilter.sepiaTone()
    filter.inputImage = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 2, height: 2))
    #expect(filter.outputImage?.extent.width == 2)
    #expect(UIImage(ciImage: filter.outputImage!).size.width == 2)
    #expect(PHPhotoLibrary.authorizationStatus(for: .addOnly) == .notDetermined)
    #expect(!UIVideoAtPathIsCompatibleWithSavedPhotosAlbum("/nowhere.mov"))
  }
}
