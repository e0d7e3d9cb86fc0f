import AVFoundation
import SwiftUI

struct CameraScreen: View {
  let engine: CameraEngine

  var body: some View {
    Color.black
      .onAppear { engine.go() }
      .onTapGesture {
        engine.configure { device in
          device.focusMode = .autoFocus
          device.videoZoomFactor = 2.5  // finds: zoom-assumes-camera
        }
      }
  }
}
