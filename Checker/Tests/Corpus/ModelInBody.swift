import AVFoundation
import SwiftUI

final class LiveModel: ObservableObject {
  @Published var count = 0
  let session = AVCaptureSession()  // finds: interruption-unobserved, runtime-error-unobserved
}

struct ModelInBody: View {
  var body: some View {
    NavigationStack {
      LivePicture(model: LiveModel())  // finds: session-work-per-view
        .navigationTitle("Live")
    }
  }
}

struct LivePicture: View {
  @ObservedObject var model: LiveModel
  var body: some View { Text("\(model.count)") }
}
