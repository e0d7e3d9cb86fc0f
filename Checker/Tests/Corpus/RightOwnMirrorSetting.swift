import SwiftUI

/// Settings of one's own that happen to have Apple's names.
struct RenderOptions: Codable, Equatable {
    var isVideoMirrored = false
    var videoOrientation = 1
    var sessionPreset = "4K"
    var videoZoomFactor = 2.0
}

@MainActor @Observable
final class RightOwnMirrorSetting {
    var options = RenderOptions()

    func apply(front: Bool) {
        options.isVideoMirrored = front
        options.videoOrientation = 3
        options.videoZoomFactor = 3.5
    }
}
