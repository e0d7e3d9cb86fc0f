import AVKit
import SwiftUI

@available(iOS 27.1, *)
struct LostCoordinator: UIViewRepresentable {
    @Binding var name: String

    func makeUIView(context: Context) -> UIView {
        let view = UIView()
        let binding = $name
        _ = AVCaptureDeviceDirectionCoordinator( // finds: coordinator-not-kept
            view: view,
            deviceTypes: [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera]
        ) { map in
            binding.wrappedValue = map.forwardFacingDeviceDescriptors.first?.localizedName ?? ""
        }
        return view
    }

    func updateUIView(_ uiView: UIView, context: Context) {}
}
