import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// What an app lets go of is gone: nothing here holds itself.
@Suite struct ReleaseTests {
  private struct Watched {
    var name: String
    weak var object: AnyObject?
  }

  @Test func everythingOfASessionGoesWithIt() throws {
    var watched: [Watched] = []
    func watch(_ objects: [AnyObject]) {
      for object in objects { watched.append(Watched(name: "\(type(of: object))", object: object)) }
    }
    let bench = try SoundBench()
    do {
      let session = AVCaptureSession(on: bench.phone)
      session.sessionPreset = .vga640x480
      let camera = try AVCaptureDeviceInput(device: bench.system.device(.outerFront)!)
      let microphone = try AVCaptureDeviceInput(device: bench.microphone)
      for input in [camera, microphone] { session.addInput(input) }
      let (video, depth, metadata) = (
        AVCaptureVideoDataOutput(), AVCaptureDepthDataOutput(), AVCaptureMetadataOutput()
      )
      let (sound, photo, movie) = (
        AVCaptureAudioDataOutput(), AVCapturePhotoOutput(), AVCaptureMovieFileOutput()
      )
      let outputs: [AVCaptureOutput] = [video, depth, metadata, sound, photo, movie]
      for output in outputs { session.addOutput(output) }
      let listener = Listener()
      video.setSampleBufferDelegate(listener, queue: bench.queue)
      sound.setSampleBufferDelegate(listener, queue: bench.queue)
      metadata.metadataObjectTypes = [.face]
      let layer = AVCaptureVideoPreviewLayer(session: session)
      let synchronizer = AVCaptureDataOutputSynchronizer(dataOutputs: [video, depth])
      let coordinator = AVCapturePhotoOutputReadinessCoordinator(photoOutput: photo)
      watch([session, camera, microphone, layer, synchronizer, listener, coordinator, session.engine])
      watch(outputs)
      watch(session.connections)
      watch(camera.ports)
      session.startRunning()
      bench.advance(300)
      try #require(session.isRunning)
      let folder = FileManager.default.temporaryDirectory
      let file = folder.appendingPathComponent("released-\(UUID().uuidString).mov")
      defer { try? FileManager.default.removeItem(at: file) }
      let (notes, photos) = (MovieNotes(), PhotoNotes())
      watch([notes, photos])
      movie.startRecording(to: file, recordingDelegate: notes)
      photo.capturePhoto(with: AVCapturePhotoSettings(), delegate: photos)
      bench.advance(500)
      movie.stopRecording()
      movie.settle()
      photo.settle()
      session.stopRunning()
      for _ in 0..<2 { session.engine.queue.sync {} }
      bench.advance(500)
      movie.settle()
      photo.settle()
      #expect(notes.notes.all.last?.hasSuffix("finish 0") == true, "\(notes.notes.all)")
      #expect(photos.notes.all.last == "0 finish", "\(photos.notes.all)")
    }
    bench.advance(100)
    #expect(watched.count > 25)
    #expect(watched.filter { $0.object != nil }.map(\.name) == [])
  }
}
