import AVFoundation
import Combine

/// Both angles, each where it belongs, made again for each camera.
@MainActor
final class RightRotation {
    private var coordinator: AVCaptureDevice.RotationCoordinator?
    private var bag: Set<AnyCancellable> = []
    private let layer: AVCaptureVideoPreviewLayer
    private let movieOutput: AVCaptureMovieFileOutput

    init(layer: AVCaptureVideoPreviewLayer, movieOutput: AVCaptureMovieFileOutput) {
        self.layer = layer
        self.movieOutput = movieOutput
    }

    func follow(_ device: AVCaptureDevice) {
        bag.removeAll()
        let coordinator = AVCaptureDevice.RotationCoordinator(device: device, previewLayer: layer)
        self.coordinator = coordinator
        coordinator.publisher(for: \.videoRotationAngleForHorizonLevelPreview)
            .sink { [layer] angle in
                guard let connection = layer.connection, connection.isVideoRotationAngleSupported(angle) else { return }
                connection.videoRotationAngle = angle
            }
            .store(in: &bag)
    }

    func willRecord() {
        guard let angle = coordinator?.videoRotationAngleForHorizonLevelCapture else { return }
        movieOutput.connection(with: .video)?.videoRotationAngle = angle
    }
}
