import SwiftUI

struct ZoomDial: View {
  let box: DeviceBox
  @State private var start: CGFloat = 1

  var body: some View {
    Circle()
      .gesture(
        MagnifyGesture()
          .onChanged { value in
            let wanted = start * value.magnification
            box.change { device in
              device.videoZoomFactor = max(device.minAvailableVideoZoomFactor, min(wanted, device.maxAvailableVideoZoomFactor))
            }
          }
          .onEnded { _ in start = box.videoZoomFactor })
  }
}
