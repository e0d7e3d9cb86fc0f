import AVFoundation
import Combine

final class CombineCamera {
    let errors = PassthroughSubject<Error, Never>()
    let session = AVCaptureSession() // finds: interruption-unobserved
    private var bag = Set<AnyCancellable>()

    init() {
        NotificationCenter.default.publisher(for: .AVCaptureSessionRuntimeError, object: session)
            .compactMap { $0.userInfo?[AVCaptureSessionErrorKey] as? NSError }
            .sink { [errors] in errors.send($0) }
            .store(in: &bag)
    }

    func run() {
        Just(session)
            .receive(on: DispatchQueue.global(qos: .userInitiated))
            .sink { $0.startRunning() }
            .store(in: &bag)
    }
}
