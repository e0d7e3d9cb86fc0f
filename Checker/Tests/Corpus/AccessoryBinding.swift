import SwiftUI

@available(iOS 27.1, *)
struct AccessoryBinding: View {
  @AppStorage("showsHint") private var showsHint = true

  var body: some View {
    VStack {
      Toggle("Hint for the person in front", isOn: $showsHint)
    }
    .sceneAccessory {
      CameraCaptureAccessory(isEnabled: $showsHint) {  // finds: accessory-availability-ignored
        Text("Look here").font(.largeTitle)
      }
    }
  }
}
