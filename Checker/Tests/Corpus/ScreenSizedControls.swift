import AVFoundation
import SwiftUI

struct ScreenSizedControls: View {
    let layer: AVCaptureVideoPreviewLayer
    @State private var isOn = false

    var body: some View {
        VStack {
            Spacer()
            HStack {
                Toggle("Grid", isOn: $isOn)
                Spacer()
            }
            .frame(width: UIScreen.main.bounds.width - 32, height: 80) // finds: screen-sized-preview
        }
    }
}
