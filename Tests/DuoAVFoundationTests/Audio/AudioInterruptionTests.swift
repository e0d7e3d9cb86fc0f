import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneModel
import Synchronization
import Testing

@testable import DuoAVFoundation

/// Calls and alarms, and what they do to sessions with a microphone and to others.
@Suite struct AudioInterruptionTests {
  static let takers: [(on: PhoneEvent, off: PhoneEvent)] = [
    (.call(true), .call(false)), (.audio(.alarm(true)), .audio(.alarm(false))),
  ]

  @Test(arguments: [0, 1])
  func theWholeSessionIsInterruptedForReasonTwo(_ which: Int) throws {
    let (on, off) = Self.takers[which]
    let bench = try SoundBench()
    let listener = Listener()
    let (video, audio) = (AVCaptureVideoDataOutput(), AVCaptureAudioDataOutput())
    video.setSampleBufferDelegate(listener, queue: bench.queue)
    audio.setSampleBufferDelegate(listener, queue: bench.queue)
    let session = try bench.session(camera: .outerFront, video, audio)
    let witness = SessionRunningTests.Witness(session)
    session.startRunning()
    bench.advance(500)
    witness.notes.clear()
    bench.send(on, session)
    #expect(
      witness.notes.all == ["interrupted true", "running false", "wasInterrupted 2", "didStop"])
    bench.advance(200)
    let (frames, sounds) = (listener.frameTimes.count, listener.buffers.count)
    bench.advance(1000)
    #expect(listener.frameTimes.count == frames && listener.buffers.count == sounds)
    witness.notes.clear()
    bench.send(off, session)
    #expect(
      witness.notes.all == ["interrupted false", "interruptionEnded", "running true", "didStart +"])
    bench.advance(1000)
    #expect(listener.frameTimes.count > frames + 10 && listener.buffers.count > sounds + 30)
  }

  /// What a field report asks for: the app takes its audio input out during a call and puts it back afterwards.
  @Test func picturesGoOnWhenTheAudioInputIsTakenOut() throws {
    let bench = try SoundBench()
    let listener = Listener()
    let (video, audio) = (AVCaptureVideoDataOutput(), AVCaptureAudioDataOutput())
    video.setSampleBufferDelegate(listener, queue: bench.queue)
    audio.setSampleBufferDelegate(listener, queue: bench.queue)
    let session = try bench.session(camera: .outerFront, video, audio)
    session.startRunning()
    bench.advance(500)
    bench.send(.call(true), session)
    let input = session.inputs[1]
    session.removeInput(input)
    session.engine.queue.sync {}
    #expect(session.isRunning && !session.isInterrupted)
    let (frames, sounds) = (listener.frameTimes.count, listener.buffers.count)
    bench.advance(1000)
    #expect(listener.frameTimes.count > frames + 10 && listener.buffers.count == sounds)
    bench.send(.call(false), session)
    session.addInput(input)
    bench.advance(1000)
    #expect(session.isRunning && listener.buffers.count > sounds + 30)
    // Put back too early, it interrupts the session again.
    bench.send(.call(true), session)
    session.removeInput(input)
    session.addInput(input)
    session.engine.queue.sync {}
    #expect(session.isInterrupted && !session.isRunning)
  }

  /// The other cure: sound in a session of its own.
  @Test func picturesOfAnotherSessionGoOn() throws {
    let bench = try SoundBench()
    let (video, listener) = (AVCaptureVideoDataOutput(), Listener())
    video.setSampleBufferDelegate(listener, queue: bench.queue)
    let pictures = AVCaptureSession(on: bench.phone)
    pictures.addInput(try AVCaptureDeviceInput(device: bench.system.device(.outerFront)!))
    pictures.addOutput(video)
    let sound = try bench.session(AVCaptureAudioDataOutput())
    pictures.startRunning()
    sound.startRunning()
    bench.send(.call(true), sound)
    pictures.engine.queue.sync {}
    #expect(pictures.isRunning && !sound.isRunning && sound.isInterrupted)
    let frames = listener.frameTimes.count
    bench.advance(1000)
    #expect(listener.frameTimes.count > frames + 10)
    bench.send(.call(false), sound)
    #expect(sound.isRunning)
  }

  @Test func theLengthOfACallMakesNoDifference() throws {
    var ends: [String] = []
    for seconds in [1.0, 5, 60] {
      let bench = try SoundBench()
      let session = try bench.session(camera: .outerFront, AVCaptureAudioDataOutput())
      session.startRunning()
      bench.send(.call(true), session)
      bench.advance(seconds * 1000)
      bench.send(.call(false), session)
      let category = bench.audio.current.category.rawValue
      ends.append("\(session.isRunning) \(session.isInterrupted) \(category) \(bench.audio.current.isActive)")
    }
    #expect(ends == Array(repeating: "true false AVAudioSessionCategoryPlayAndRecord true", count: 3))
  }

  @Test func aSessionThatStartsDuringACallWaits() throws {
    let bench = try SoundBench()
    let session = try bench.session(camera: .outerFront, AVCaptureAudioDataOutput())
    bench.send(.call(true), session)
    session.startRunning()
    #expect(!session.isRunning && session.isInterrupted && !bench.audio.current.isActive)
    bench.send(.call(false), session)
    #expect(session.isRunning && bench.audio.current.isActive)
  }

  // MARK: The app's audio session

  /// Notes what the audio session tells: interruptions with type and option, and the thread.
  final class Witness {
    let notes = Notes()
    private var tokens: [NSObjectProtocol] = []

    init(_ session: AVAudioSession) {
      let notes = notes
      let center = NotificationCenter.default
      tokens.append(
        center.addObserver(forName: AVAudioSession.interruptionNotification, object: session, queue: nil) {
          let type = $0.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
          let option = $0.userInfo?[AVAudioSessionInterruptionOptionKey] as? UInt
          notes.add("\(type!) \(option.map { "\($0)" } ?? "-") \(Thread.isMainThread)")
        })
      tokens.append(
        center.addObserver(forName: AVAudioSession.routeChangeNotification, object: session, queue: nil) {
          let reason = $0.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt
          let old = $0.userInfo?[AVAudioSessionRouteChangePreviousRouteKey] as? AVAudioSessionRouteDescription
          let now = ($0.object as? AVAudioSession)?.currentRoute
          func names(_ route: AVAudioSessionRouteDescription?) -> String {
            ((route?.inputs ?? []) + (route?.outputs ?? [])).map(\.portType.rawValue).joined(separator: "+")
          }
          notes.add("route \(reason!): \(names(old)) > \(names(now)) \(Thread.isMainThread)")
        })
    }

    deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
  }

  @Test @MainActor func anActiveSessionIsInterruptedOnTheMainThread() async throws {
    let bench = try SoundBench()
    let session = bench.audio.session
    let witness = Witness(session)
    bench.phone.send(.call(true))
    bench.phone.send(.call(false))
    await Self.mainQueue()
    #expect(witness.notes.all == [])
    try session.setCategory(.playback)
    try session.setActive(true)
    bench.phone.send(.audio(.alarm(true)))
    bench.phone.send(.call(true))
    bench.phone.send(.audio(.alarm(false)))
    await Self.mainQueue()
    #expect(witness.notes.all.filter { !$0.hasPrefix("route") } == ["1 - true"])
    bench.phone.send(.call(false))
    await Self.mainQueue()
    #expect(witness.notes.all.filter { !$0.hasPrefix("route") } == ["1 - true", "0 1 true"])
    // It stays inactive until the app activates it.
    #expect(!bench.audio.current.isActive)
    try session.setActive(true)
    #expect(bench.audio.current.isActive)
  }

  @MainActor static func mainQueue() async {
    await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
  }

  @Test func whatChangesTheRouteIsTold() throws {
    let bench = try SoundBench()
    let session = bench.audio.session
    let witness = Witness(session)
    try session.setCategory(.playAndRecord)
    bench.audio.settle()
    try session.setActive(true)
    bench.audio.settle()
    try session.setCategory(.playback)
    bench.audio.settle()
    try session.setCategory(.playAndRecord, options: .defaultToSpeaker)
    bench.audio.settle()
    bench.phone.send(.audio(.headset(.wired)))
    bench.audio.settle()
    try session.overrideOutputAudioPort(.speaker)
    bench.audio.settle()
    bench.phone.send(.audio(.headset(nil)))
    bench.audio.settle()
    #expect(
      witness.notes.all == [
        "route 3: MicrophoneBuiltIn+Receiver > Speaker false",
        "route 3: Speaker > MicrophoneBuiltIn+Speaker false",
        "route 1: MicrophoneBuiltIn+Speaker > MicrophoneWired+Headphones false",
        "route 4: MicrophoneWired+Headphones > MicrophoneWired+Speaker false",
        "route 2: MicrophoneWired+Speaker > MicrophoneBuiltIn+Speaker false",
      ])
  }

  @Test @MainActor func theVolumeIsObservable() async throws {
    let bench = try SoundBench()
    let session = bench.audio.session
    let notes = Notes()
    let observation = session.observe(\.outputVolume, options: [.old, .new]) { session, change in
      notes.add("\(change.oldValue!) \(change.newValue!) \(session.outputVolume) \(Thread.isMainThread)")
    }
    #expect(bench.phone.send(.audio(.volume(2))) == "volume 2.0 is not between 0 and 1")
    bench.phone.send(.audio(.volume(0.75)))
    bench.phone.send(.audio(.volume(0.75)))
    await Self.mainQueue()
    observation.invalidate()
    bench.phone.send(.audio(.volume(0.25)))
    await Self.mainQueue()
    #expect(notes.all == ["0.5 0.75 0.75 true"] && session.outputVolume == 0.25)
  }

  @Test func aResetTakesEverythingThatWasSet() throws {
    let bench = try SoundBench()
    let session = bench.audio.session
    try session.setCategory(.playAndRecord, mode: .videoChat)
    try session.setActive(true)
    bench.audio.settle()
    let notes = Notes()
    let names = [
      AVAudioSession.mediaServicesWereLostNotification, AVAudioSession.mediaServicesWereResetNotification,
    ]
    let tokens = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: session, queue: nil) {
        notes.add($0.name.rawValue)
      }
    }
    bench.phone.send(.mediaServicesReset)
    bench.audio.settle()
    for token in tokens { NotificationCenter.default.removeObserver(token) }
    #expect(
      notes.all == [
        "AVAudioSessionMediaServicesWereLostNotification", "AVAudioSessionMediaServicesWereResetNotification",
      ])
    #expect(bench.audio.current == AudioSessionState() && session.category == .soloAmbient)
  }

  // MARK: Capture and the audio session

  @Test func recordingMakesTheAudioSessionFit() throws {
    let bench = try SoundBench()
    let session = try bench.session(AVCaptureAudioDataOutput())
    #expect(session.usesApplicationAudioSession && session.automaticallyConfiguresApplicationAudioSession)
    #expect(!session.configuresApplicationAudioSessionToMixWithOthers)
    #expect(bench.audio.session.category == .soloAmbient && bench.audio.session.mode == .default)
    session.startRunning()
    #expect(bench.audio.session.category == .playAndRecord && bench.audio.session.mode == .videoRecording)
    #expect(bench.audio.current.isActive && bench.audio.session.categoryOptions == [])
    // Nothing is put back.
    session.stopRunning()
    #expect(bench.audio.session.category == .playAndRecord)
  }

  @Test func wishesAboutTheAudioSessionAreFollowed() throws {
    let mixing = try SoundBench()
    let mixed = try mixing.session(AVCaptureAudioDataOutput())
    mixed.configuresApplicationAudioSessionToMixWithOthers = true
    mixed.startRunning()
    #expect(mixing.audio.session.categoryOptions == .mixWithOthers)

    let apart = try SoundBench()
    let (output, listener) = (AVCaptureAudioDataOutput(), Listener())
    output.setSampleBufferDelegate(listener, queue: apart.queue)
    let own = try apart.session(output)
    own.usesApplicationAudioSession = false
    own.startRunning()
    apart.advance(500)
    #expect(apart.audio.session.category == .soloAmbient && !apart.audio.current.isActive)
    #expect(listener.buffers.count > 20)
  }

  /// Without automatic configuration a category without input gives no sound, until the app chooses another one.
  @Test func aCategoryWithoutInputIsSilent() throws {
    let bench = try SoundBench()
    let (output, listener) = (AVCaptureAudioDataOutput(), Listener())
    output.setSampleBufferDelegate(listener, queue: bench.queue)
    let session = try bench.session(output)
    session.automaticallyConfiguresApplicationAudioSession = false
    session.startRunning()
    bench.advance(500)
    #expect(session.isRunning && listener.buffers.isEmpty)
    try bench.audio.session.setCategory(.record)
    session.engine.queue.sync {}
    bench.advance(500)
    let count = listener.buffers.count
    #expect(count > 10)
    try bench.audio.session.setCategory(.playback)
    session.engine.queue.sync {}
    bench.advance(500)
    #expect(listener.buffers.count == count)
  }

  @Test func aSessionInUseCannotBeSwitchedOff() throws {
    let bench = try SoundBench()
    let session = try bench.session(AVCaptureAudioDataOutput())
    session.startRunning()
    let error = #expect(throws: NSError.self) { try bench.audio.session.setActive(false) }
    #expect(error?.domain == "NSOSStatusErrorDomain" && error?.code == 560_030_580)
    session.stopRunning()
    try bench.audio.session.setActive(false)
    #expect(!bench.audio.current.isActive)
  }
}
