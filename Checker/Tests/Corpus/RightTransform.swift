import AVFoundation
import CoreGraphics

/// An asset writer's transform and the orientation of a saved picture are not capture orientation.
final class RightTransform {
    private let writerInput: AVAssetWriterInput
    init(writerInput: AVAssetWriterInput) { self.writerInput = writerInput }

    func prepare(angle: CGFloat) {
        writerInput.transform = CGAffineTransform(rotationAngle: angle * .pi / 180)
        writerInput.expectsMediaDataInRealTime = true
    }
}
