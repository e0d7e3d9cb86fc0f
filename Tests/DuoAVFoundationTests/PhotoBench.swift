import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// Writes down every callback with the request's number, and keeps the photos.
final class PhotoNotes: NSObject, AVCapturePhotoCaptureDelegate, @unchecked Sendable {
  let notes = Notes()
  let photos = Guarded<[AVCapturePhoto]>([])
  let resolved = Guarded<[AVCaptureResolvedPhotoSettings]>([])
  /// Requests are counted in the order in which they begin.
  private let requests = Guarded<[Int64]>([])

  private func note(_ word: String, _ settings: AVCaptureResolvedPhotoSettings, _ error: (any Error)? = nil) {
    dispatchPrecondition(condition: .notOnQueue(.main))
    resolved.withLock { $0.append(settings) }
    let code = error.map { " \(($0 as? AVError)?.errorCode ?? 0)" } ?? ""
    let number = requests.withLock { requests in
      if !requests.contains(settings.uniqueID) { requests.append(settings.uniqueID) }
      return requests.firstIndex(of: settings.uniqueID)!
    }
    notes.add("\(number) \(word)\(code)")
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput, willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
  ) { note("begin", resolvedSettings) }

  func photoOutput(
    _ output: AVCapturePhotoOutput, willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
  ) { note("will", resolvedSettings) }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
  ) { note("did", resolvedSettings) }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishProcessingPhoto photo: AVCapturePhoto, error: (any Error)?
  ) {
    photos.withLock { $0.append(photo) }
    note("photo", photo.resolvedSettings, error)
  }

  func photoOutput(
    _ output: AVCapturePhotoOutput, didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
    error: (any Error)?
  ) { note("finish", resolvedSettings, error) }

  static func whole(_ number: Int, _ code: Int? = nil) -> [String] {
    let error = code.map { " \($0)" } ?? ""
    return [
      "\(number) begin", "\(number) will", "\(number) did", "\(number) photo\(error)",
      "\(number) finish\(error)",
    ]
  }
}

/// A running session with a photo output, whose queue catches up at every entry of the clock.
struct PhotoBench {
  let bench: CaptureBench
  let session: AVCaptureSession
  let output = AVCapturePhotoOutput()
  let settings = AVCapturePhotoSettings()
  let delegate: PhotoNotes

  init(
    _ camera: CameraID = .outerFront, _ description: PhoneDescription = .duo, pose: String = "closed",
    preset: AVCaptureSession.Preset = .high, runs: Bool = true
  ) throws {
    bench = CaptureBench(description, pose: pose)
    session = bench.session()
    session.sessionPreset = preset
    session.addInput(try bench.input(camera))
    session.addOutput(output)
    delegate = PhotoNotes()
    let (queue, engine) = (output.feed.queue, session.engine.queue)
    bench.phone.hands.settle.withLock {
      $0 = {
        engine.sync {}
        for _ in 0..<3 { queue.sync {} }
      }
    }
    if runs {
      session.startRunning()
      bench.run(milliseconds: 100)
    }
  }

  var connection: AVCaptureConnection { output.connection(with: .video)! }

  func capture(_ settings: AVCapturePhotoSettings? = nil) {
    output.capturePhoto(with: settings ?? self.settings, delegate: delegate)
  }

  func run(_ milliseconds: Double) {
    bench.run(milliseconds: milliseconds)
    session.engine.queue.sync {}
    output.settle()
  }

  /// With a number after this bench's own settings.
  func another() -> AVCapturePhotoSettings { AVCapturePhotoSettings(from: settings) }

  var notes: [String] { delegate.notes.all }
}
