import AVFoundation
import UIKit

final class RightScreenScale {
    private let previewView: UIView

    init(previewView: UIView) { self.previewView = previewView }

    /// Pixels of the preview as it is now.
    var pixelSize: CGSize {
        let scale = previewView.window?.windowScene?.screen.scale ?? previewView.traitCollection.displayScale
        return CGSize(width: previewView.bounds.width * scale, height: previewView.bounds.height * scale)
    }

    func thumbnail(of photo: AVCapturePhoto) -> UIImage? {
        guard let data = photo.fileDataRepresentation(), let image = UIImage(data: data) else { return nil }
        return image.preparingThumbnail(of: pixelSize)
    }
}
