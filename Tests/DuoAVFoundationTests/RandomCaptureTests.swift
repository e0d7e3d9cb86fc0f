import DuoCoreMedia
import DuoFoundation
import Foundation
import MediaCoding
import PhoneHardware
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// A session that records and takes photos while everything that can happen does, in any order.
@Suite(.serialized) struct RandomCaptureTests {
  private struct Random {
    var state: UInt64
    mutating func next(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
  }

  /// One run, and what was asked in it.
  private final class Story {
    let bench: MovieBench
    let photo = AVCapturePhotoOutput()
    let photos = PhotoNotes()
    let data = AVCaptureVideoDataOutput()
    let listener = NotingDelegate(keeps: false)
    var random: Random
    var files: [String] = []
    var requests = 0
    var log: [String] = []

    init(_ seed: Int) throws {
      bench = try MovieBench(withSound: true, others: [photo, data])
      data.setSampleBufferDelegate(listener, queue: bench.sound.queue)
      random = Random(state: UInt64(seed))
    }

    private func isUsable(_ output: AVCaptureOutput) -> Bool {
      output.connections.contains { $0.isEnabled && $0.isActive }
    }

    private func flip(_ output: AVCaptureOutput) {
      if bench.session.outputs.contains(output) {
        bench.session.removeOutput(output)
      } else {
        bench.session.addOutput(output)
      }
    }

    private func flipInput(_ camera: CameraID?) {
      let session = bench.session
      let found = session.inputs.compactMap { $0 as? AVCaptureDeviceInput }
        .first { $0.device.hasMediaType(.video) == (camera != nil) }
      session.beginConfiguration()
      if let found { session.removeInput(found) }
      if let camera, found == nil || found?.device.camera.id != camera,
        let device = bench.sound.system.device(camera), device.isConnected,
        let input = try? AVCaptureDeviceInput(device: device), session.canAddInput(input)
      {
        session.addInput(input)
      } else if camera == nil, found == nil {
        session.addInput(try! AVCaptureDeviceInput(device: bench.sound.microphone))
      }
      session.commitConfiguration()
    }

    /// As a person does who wants to go on.
    private func recover() {
      log.append("recover")
      let session = bench.session
      for event in [PhoneEvent.foreground, .plug(.outerFront, connected: true)] {
        bench.sound.send(event, session)
      }
      for output in [bench.output, photo] where !session.outputs.contains(output) {
        session.addOutput(output)
      }
      let cameras = session.inputs.compactMap { ($0 as? AVCaptureDeviceInput)?.device }
        .filter { $0.hasMediaType(.video) }
      if cameras.isEmpty || cameras.contains(where: { !$0.isConnected }) {
        for _ in cameras.indices { flipInput(cameras[0].camera.id) }
        flipInput(.outerFront)
      }
      bench.output.connection(with: .video)?.isEnabled = true
      session.startRunning()
    }

    func step() {
      let (session, output) = (bench.session, bench.output)
      func say(_ word: String) { log.append(word) }
      func send(_ event: PhoneEvent, _ word: String) {
        say(word)
        bench.sound.send(event, session)
      }
      switch random.next(below: 36) {
      case 0...3 where isUsable(output):
        say("record")
        files.append("\(files.count)")
        bench.start(files.last!)
      case 4, 5:
        say("end")
        output.stopRecording()
      case 6:
        say("pause")
        output.pauseRecording()
      case 7:
        say("resume")
        output.resumeRecording()
      case 8...10 where photo.connection(with: .video).map { $0.isEnabled && $0.isActive } == true:
        say("photo")
        requests += 1
        photo.capturePhoto(with: AVCapturePhotoSettings(), delegate: photos)
      case 11:
        say("stop")
        session.stopRunning()
      case 12, 13:
        say("start")
        session.startRunning()
      case 14: send(.background, "background")
      case 15: send(.foreground, "foreground")
      case 16: send(.plug(.outerFront, connected: false), "unplug")
      case 17: send(.plug(.outerFront, connected: true), "plug")
      case 18: send(.mediaServicesReset, "reset")
      case 19:
        say("microphone")
        flipInput(nil)
      case 20:
        say("camera")
        flipInput([.outerFront, .rearWide][random.next(below: 2)])
      case 21:
        say("movie output")
        flip(output)
      case 22:
        say("photo output")
        flip(photo)
      case 23:
        if let connection = output.connection(with: .video) {
          say("enabled")
          connection.isEnabled.toggle()
        }
      case 24:
        let preset: AVCaptureSession.Preset = session.sessionPreset == .low ? .vga640x480 : .low
        say("preset")
        if session.canSetSessionPreset(preset) { session.sessionPreset = preset }
      case 25:
        if let connection = output.connection(with: .video) {
          say("angle")
          connection.videoRotationAngle = connection.videoRotationAngle == 90 ? 0 : 90
        }
      case 26...: recover()
      default: break
      }
      if random.next(below: 3) > 0 { bench.run(Double(random.next(below: 20)) * 10) }
    }

    /// What is wrong after the end.
    func faults() -> [String] {
      bench.session.stopRunning()
      bench.output.stopRecording()
      bench.run(2_000)
      photo.settle()
      var faults: [String] = []
      if bench.output.isRecording || bench.output.outputFileURL != nil { faults.append("still recording") }
      let errors = bench.delegate.errors.withLock { $0 }
      let ends = bench.notes.filter { $0.contains(" finish ") }
      for name in files {
        let notes = bench.notes.filter { $0.hasPrefix("\(name).mov ") }.map {
          String($0.split(separator: " ")[1])
        }
        if notes.filter({ $0 == "finish" }).count != 1 || notes.last != "finish" {
          faults.append("\(name): \(notes)")
        }
        if notes.filter({ $0 == "start" }).count > 1 { faults.append("\(name): \(notes)") }
        guard let place = ends.firstIndex(where: { $0.hasPrefix("\(name).mov ") }) else { continue }
        let isUsable =
          errors[place].map { $0.userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool } ?? true
        if bench.exists(name) != isUsable {
          faults.append("\(name): a file that is not \(String(describing: isUsable))")
        }
        if isUsable == true, !notes.contains("start") { faults.append("\(name): usable and never begun") }
        if isUsable == true, (try? MovieReader(path: bench.url(name).path)) == nil {
          faults.append("\(name): cannot be read")
        }
      }
      let told = photos.notes.all
      for number in 0..<requests {
        let words = told.filter { $0.hasPrefix("\(number) ") }.map { String($0.split(separator: " ")[1]) }
        if words != ["begin", "will", "did", "photo", "finish"] {
          faults.append("photo \(number): \(words)")
        }
      }
      if bench.output.recordedDuration != .zero { faults.append("duration") }
      return faults
    }
  }

  @Test func everyRequestHasOneEnd() throws {
    var mismatches: [String] = []
    var (movies, photos) = (0, 0)
    for seed in 1...25 {
      let story = try Story(seed)
      for _ in 0..<40 { story.step() }
      let faults = story.faults()
      movies += story.files.filter { story.bench.exists($0) }.count
      photos += story.photos.notes.all.filter { $0.hasSuffix("finish") }.count
      if !faults.isEmpty { mismatches.append("\(seed): \(faults) in \(story.log.joined(separator: ", "))") }
    }
    #expect(mismatches == [])
    // What is to go wrong must go right often enough.
    #expect(movies > 25 && photos > 10, "\(movies) movies, \(photos) photos")
  }
}
