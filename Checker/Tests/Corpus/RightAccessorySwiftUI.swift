import SwiftUI

@available(iOS 27.1, *)
struct RightAccessorySwiftUI: View {
  @State private var isShown = true
  @State private var isPossible = false

  var body: some View {
    Form {
      if isPossible {
        Toggle("Show the script outside", isOn: $isShown)
      }
    }
    .sceneAccessory {
      CameraCaptureAccessory(isEnabled: $isShown) {
        Text("Once upon a time").font(.title)
      }
      .onAvailabilityChange { isPossible = $0 }
    }
  }
}
