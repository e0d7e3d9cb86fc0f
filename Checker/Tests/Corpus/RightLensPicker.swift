import AVFoundation
import SwiftUI

struct RightLensPicker: View {
  let device: AVCaptureDevice
  @State private var factor: CGFloat = 1

  private var factors: [CGFloat] {
    [1] + device.virtualDeviceSwitchOverVideoZoomFactors.map { CGFloat($0.doubleValue) }
  }

  var body: some View {
    Picker("Lens", selection: $factor) {
      ForEach(factors, id: \.self) { Text($0.formatted()) }
    }
    .pickerStyle(.segmented)
    .onChange(of: factor) { _, new in select(new) }
  }

  private func select(_ factor: CGFloat) {
    do {
      try device.lockForConfiguration()
      defer { device.unlockForConfiguration() }
      device.ramp(toVideoZoomFactor: factor, withRate: 8)
    } catch {
      print(error)
    }
  }
}
