import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoAVFoundation

/// Writes down what a recording tells: the file, the callback, the error.
final class MovieNotes: NSObject, AVCaptureFileOutputRecordingDelegate, @unchecked Sendable {
  let notes = Notes()
  let errors = Guarded<[NSError?]>([])
  let starts = Guarded<[CMTime]>([])
  let connections = Guarded<[[AVCaptureConnection]]>([])

  func fileOutput(
    _ output: AVCaptureFileOutput, didStartRecordingTo fileURL: URL, startPTS: CMTime,
    from connections: [AVCaptureConnection]
  ) {
    starts.withLock { $0.append(startPTS) }
    self.connections.withLock { $0.append(connections) }
    notes.add("\(fileURL.lastPathComponent) start")
  }

  func fileOutput(
    _ output: AVCaptureFileOutput, didPauseRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
  ) { notes.add("\(fileURL.lastPathComponent) pause") }

  func fileOutput(
    _ output: AVCaptureFileOutput, didResumeRecordingTo fileURL: URL, from connections: [AVCaptureConnection]
  ) { notes.add("\(fileURL.lastPathComponent) resume") }

  func fileOutput(
    _ output: AVCaptureFileOutput, didFinishRecordingTo outputFileURL: URL,
    from connections: [AVCaptureConnection], error: (any Error)?
  ) {
    let error = error.map { $0 as NSError }
    errors.withLock { $0.append(error) }
    notes.add("\(outputFileURL.lastPathComponent) finish \(error?.code ?? 0)")
  }

  /// Whether the last file is usable, as its error says; nil without an error.
  var isUsable: Bool? {
    errors.withLock { $0.last ?? nil }?.userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool
  }
}

/// A running session with a movie output, and a folder for its files.
final class MovieBench {
  let sound: SoundBench
  let session: AVCaptureSession
  let output = AVCaptureMovieFileOutput()
  let delegate = MovieNotes()
  let folder: URL

  init(
    _ camera: CameraID? = .outerFront, preset: AVCaptureSession.Preset = .vga640x480, withSound: Bool = false,
    codec: AVVideoCodecType = .h264, runs: Bool = true, others: [AVCaptureOutput] = [],
    pose: String = "closed", world: WorldDescription = .colour(red: 128, green: 128, blue: 128),
    phone: PhoneDescription = .duo
  ) throws {
    sound = try SoundBench(phone, pose: pose, world: world)
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("movies-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    session = AVCaptureSession(on: sound.phone)
    session.sessionPreset = preset
    if let camera { session.addInput(try AVCaptureDeviceInput(device: sound.system.device(camera)!)) }
    if withSound { session.addInput(try AVCaptureDeviceInput(device: sound.microphone)) }
    session.addOutput(output)
    for other in others { session.addOutput(other) }
    if let connection = output.connection(with: .video) {
      output.setOutputSettings([AVVideoCodecKey: codec], for: connection)
    }
    if runs {
      session.startRunning()
      run(500)
    }
  }

  deinit {
    session.stopRunning()
    output.settle()
    try? FileManager.default.removeItem(at: folder)
  }

  var connection: AVCaptureConnection { output.connection(with: .video)! }
  var device: AVCaptureDevice { connection.device! }
  func url(_ name: String) -> URL { folder.appendingPathComponent(name + ".mov") }

  func start(_ name: String) { output.startRecording(to: url(name), recordingDelegate: delegate) }

  func stop() {
    output.stopRecording()
    output.settle()
  }

  func run(_ milliseconds: Double) {
    for _ in 0..<Int(milliseconds / 10) {
      sound.clock.advance(by: .milliseconds(10))
      session.engine.queue.sync {}
      output.settle()
      // Where delegates of other outputs are called: a busy one would lose the next frame.
      sound.queue.sync {}
    }
  }

  /// Records one file of this length.
  @discardableResult
  func record(_ name: String, _ milliseconds: Double) throws -> Probe.Answer {
    start(name)
    run(milliseconds)
    stop()
    return try Probe.look(url(name))
  }

  func size(_ name: String) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: url(name).path)[.size] as? Int)
  }

  var notes: [String] { delegate.notes.all }
  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: url(name).path) }
}
