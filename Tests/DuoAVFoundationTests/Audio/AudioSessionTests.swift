import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite struct AudioSessionTests {
  typealias Session = AVAudioSession

  /// The table of Apple's programming guide, and its rules about options, written out.
  @Test func modesAndOptionsFitCategories() throws {
    let both: Set<String> = ["PlayAndRecord"]
    let all: Set<String> = ["Ambient", "SoloAmbient", "Playback", "Record", "PlayAndRecord", "MultiRoute"]
    let modes: [(Session.Mode, Set<String>)] = [
      (.default, all), (.moviePlayback, ["Playback"]), (.videoRecording, ["PlayAndRecord", "Record"]),
      (.voiceChat, both), (.gameChat, both), (.videoChat, both),
      (.measurement, ["PlayAndRecord", "Record", "Playback"]), (.spokenAudio, all), (.voicePrompt, all),
    ]
    let mixing: Set<String> = ["PlayAndRecord", "Playback", "MultiRoute"]
    let options: [(Session.CategoryOptions, Set<String>)] = [
      ([], all), (.mixWithOthers, mixing), (.duckOthers, mixing),
      (.interruptSpokenAudioAndMixWithOthers, mixing), (.allowBluetoothHFP, ["PlayAndRecord", "Record"]),
      (.defaultToSpeaker, both), (.allowBluetoothA2DP, both), (.allowAirPlay, both),
    ]
    let bench = try SoundBench()
    let session = bench.audio.session
    var mismatches: [String] = []
    for name in all.sorted() {
      let category = Session.Category(rawValue: "AVAudioSessionCategory" + name)
      for (mode, categories) in modes {
        for (option, others) in options {
          let fits = categories.contains(name) && others.contains(name)
          let before = bench.audio.current
          do {
            try session.setCategory(category, mode: mode, options: option)
            if !fits { mismatches.append("\(name) \(mode.rawValue) \(option.rawValue) was accepted") }
            if session.category != category || session.mode != mode || session.categoryOptions != option {
              mismatches.append("\(name) \(mode.rawValue): not set")
            }
          } catch let error as NSError {
            if fits { mismatches.append("\(name) \(mode.rawValue) \(option.rawValue) was refused") }
            if error.code != -50 || error.domain != "NSOSStatusErrorDomain" { mismatches.append("\(error)") }
            if bench.audio.current != before { mismatches.append("\(name): changed by a refusal") }
          }
        }
      }
    }
    #expect(mismatches == [])
    #expect(throws: NSError.self) { try session.setCategory(Session.Category(rawValue: "nothing")) }
  }

  @Test func rawValuesAreApples() {
    let texts = [
      Session.Category.playAndRecord.rawValue, Session.Category.soloAmbient.rawValue,
      Session.Mode.videoRecording.rawValue, Session.Mode.default.rawValue, Session.Port.builtInMic.rawValue,
      Session.Port.builtInSpeaker.rawValue, Session.Port.bluetoothHFP.rawValue,
      Session.interruptionNotification.rawValue, Session.routeChangeNotification.rawValue,
      AVAudioSessionInterruptionTypeKey, AVAudioSessionInterruptionOptionKey,
      AVAudioSessionRouteChangeReasonKey, AVAudioSessionRouteChangePreviousRouteKey,
    ]
    #expect(
      texts == [
        "AVAudioSessionCategoryPlayAndRecord", "AVAudioSessionCategorySoloAmbient",
        "AVAudioSessionModeVideoRecording", "AVAudioSessionModeDefault", "MicrophoneBuiltIn", "Speaker",
        "BluetoothHFP", "AVAudioSessionInterruptionNotification", "AVAudioSessionRouteChangeNotification",
        "AVAudioSessionInterruptionTypeKey", "AVAudioSessionInterruptionOptionKey",
        "AVAudioSessionRouteChangeReasonKey", "AVAudioSessionRouteChangePreviousRouteKey",
      ])
    func code(_ text: String) -> UInt { text.utf8.reduce(0) { $0 << 8 | UInt($1) } }
    #expect(Session.RecordPermission.undetermined.rawValue == code("undt"))
    #expect(Session.RecordPermission.denied.rawValue == code("deny"))
    #expect(Session.RecordPermission.granted.rawValue == code("grnt"))
    #expect(AVAudioApplication.recordPermission.granted.rawValue == code("grnt"))
    #expect(Session.PortOverride.speaker.rawValue == code("spkr"))
    let codes: [(Session.ErrorCode, String)] = [
      (.mediaServicesFailed, "msrv"), (.isBusy, "!act"), (.incompatibleCategory, "!cat"),
      (.cannotInterruptOthers, "!int"), (.missingEntitlement, "ent?"), (.siriIsRecording, "siri"),
      (.cannotStartPlaying, "!pla"), (.cannotStartRecording, "!rec"), (.insufficientPriority, "!pri"),
      (.resourceNotAvailable, "!res"), (.unspecified, "what"), (.expiredSession, "!ses"),
      (.sessionNotActive, "inac"),
    ]
    #expect(codes.filter { $0.0.rawValue != Int(code($0.1)) }.map(\.1) == [])
  }

  @Test func activationHasItsErrors() throws {
    func outcome(_ events: [PhoneEvent], _ category: Session.Category, mixing: Bool = false) throws -> Int {
      let bench = try SoundBench()
      try bench.audio.session.setCategory(category, options: mixing ? .mixWithOthers : [])
      for event in events { bench.phone.send(event) }
      do {
        try bench.audio.session.setActive(true)
        return bench.audio.current.isActive ? 0 : 1
      } catch let error as NSError {
        return bench.audio.current.isActive ? 1 : error.code
      }
    }
    #expect(try outcome([], .playback) == 0)
    #expect(try outcome([.call(true)], .playback) == 561_017_449)
    #expect(try outcome([.audio(.alarm(true))], .playback, mixing: true) == 561_017_449)
    #expect(try outcome([.call(true), .call(false)], .playback) == 0)
    #expect(try outcome([.background], .playback) == 560_557_684)
    #expect(try outcome([.background], .playback, mixing: true) == 0)
    #expect(try outcome([.background], .ambient) == 0)
  }

  /// Every category beside every headset, against a table.
  @Test func soundGoesWhereItShould() throws {
    let rows: [(Session.Category, Session.CategoryOptions, Headset?, String)] = [
      (.soloAmbient, [], nil, "> Speaker"), (.ambient, [], .wired, "> Headphones"),
      (.playback, [], .bluetooth, "> BluetoothA2DPOutput"),
      (.record, [], nil, "MicrophoneBuiltIn >"), (.record, [], .wired, "MicrophoneWired >"),
      (.record, [], .bluetooth, "MicrophoneBuiltIn >"),
      (.record, .allowBluetoothHFP, .bluetooth, "BluetoothHFP >"),
      (.playAndRecord, [], nil, "MicrophoneBuiltIn > Receiver"),
      (.playAndRecord, .defaultToSpeaker, nil, "MicrophoneBuiltIn > Speaker"),
      (.playAndRecord, .defaultToSpeaker, .wired, "MicrophoneWired > Headphones"),
      (.playAndRecord, [], .bluetooth, "MicrophoneBuiltIn > Receiver"),
      (.playAndRecord, .allowBluetoothHFP, .bluetooth, "BluetoothHFP > BluetoothHFP"),
      (.playAndRecord, .allowBluetoothA2DP, .bluetooth, "MicrophoneBuiltIn > BluetoothA2DPOutput"),
      (.multiRoute, [], nil, "MicrophoneBuiltIn > Speaker"),
    ]
    var mismatches: [String] = []
    for (category, options, headset, wanted) in rows {
      let bench = try SoundBench()
      let session = bench.audio.session
      try session.setCategory(category, options: options)
      bench.phone.send(.audio(.headset(headset)))
      let route = session.currentRoute
      func names(_ ports: [AVAudioSessionPortDescription]) -> String {
        ports.map(\.portType.rawValue).joined(separator: "+")
      }
      let got = "\(names(route.inputs)) > \(names(route.outputs))".trimmingCharacters(in: .whitespaces)
      if got != wanted {
        mismatches.append("\(category.rawValue) \(options.rawValue): \(got), not \(wanted)")
      }
      if session.inputNumberOfChannels != (route.inputs.first?.channels?.count ?? 0) {
        mismatches.append("\(category.rawValue): \(session.inputNumberOfChannels) channels")
      }
    }
    #expect(mismatches == [])
  }

  @Test func thePreferredInputIsUsedWhereItCanBe() throws {
    let bench = try SoundBench()
    let session = bench.audio.session
    #expect(session.availableInputs == nil && session.preferredInput == nil)
    try session.setCategory(.playAndRecord)
    bench.phone.send(.audio(.headset(.wired)))
    let inputs = try #require(session.availableInputs)
    #expect(inputs.map(\.portType) == [.headsetMic, .builtInMic])
    #expect(inputs.map(\.portName) == ["Headset Microphone", "iPhone Microphone"])
    try session.setPreferredInput(inputs[1])
    #expect(session.preferredInput?.portType == .builtInMic)
    #expect(session.currentRoute.inputs.map(\.portType) == [.builtInMic])
    try session.setPreferredInput(inputs[0])
    bench.phone.send(.audio(.headset(nil)))
    #expect(session.currentRoute.inputs.map(\.portType) == [.builtInMic])
    #expect(throws: NSError.self) { try session.setPreferredInput(inputs[0]) }
    try session.setPreferredInput(nil)
    #expect(session.preferredInput == nil)
    #expect(inputs[1].isEqual(session.availableInputs?[0]) && !inputs[0].isEqual(inputs[1]))
  }

  @Test func theLoudspeakerCanBeForced() throws {
    let bench = try SoundBench()
    let session = bench.audio.session
    #expect(throws: NSError.self) { try session.overrideOutputAudioPort(.speaker) }
    try session.setCategory(.playAndRecord)
    try session.overrideOutputAudioPort(.speaker)
    #expect(session.currentRoute.outputs.map(\.portType) == [.builtInSpeaker])
    try session.overrideOutputAudioPort(.none)
    #expect(session.currentRoute.outputs.map(\.portType) == [.builtInReceiver])
    try session.overrideOutputAudioPort(.speaker)
    try session.setCategory(.playAndRecord)
    #expect(session.currentRoute.outputs.map(\.portType) == [.builtInReceiver])
  }

  @Test func hardwareSaysWhatItIs() throws {
    let bench = try SoundBench()
    let session = bench.audio.session
    #expect(session.sampleRate == 48_000 && session.preferredSampleRate == 0 && session.isInputAvailable)
    try session.setPreferredSampleRate(44_100)
    #expect(session.sampleRate == 48_000 && session.preferredSampleRate == 44_100)
    try session.setPreferredIOBufferDuration(0.005)
    #expect(
      session.preferredIOBufferDuration == 0.005 && abs(session.ioBufferDuration - 1024.0 / 48_000) < 1e-6)
    #expect(throws: NSError.self) { try session.setPreferredSampleRate(-.infinity) }
    #expect(session.outputVolume == 0.5 && session.inputLatency == 0.01 && session.outputLatency == 0.01)
    #expect(session.inputNumberOfChannels == 0 && session.outputNumberOfChannels == 2)
    #expect(session.availableModes.contains(.videoRecording) && session.availableCategories.count == 6)
  }

  @Test func aModeThatDoesNotFitAnotherCategoryGoes() throws {
    let bench = try SoundBench()
    let session = bench.audio.session
    try session.setCategory(.playAndRecord, mode: .videoChat)
    try session.setCategory(.playback)
    #expect(session.mode == .default)
    #expect(throws: NSError.self) { try session.setMode(.voiceChat) }
    try session.setMode(.moviePlayback)
    try session.setCategory(.playback, options: .duckOthers)
    #expect(session.mode == .moviePlayback && session.routeSharingPolicy == .default)
    try session.setCategory(.playback, mode: .default, policy: .longFormAudio)
    #expect(session.routeSharingPolicy == .longFormAudio)
  }

  /// What the process's own phone says, in a process of its own.
  @Test func thereIsOneSessionForTheApp() async {
    await #expect(processExitsWith: .success) {
      let bench = try SoundBench(allowed: false)
      bench.phone.makeCurrent()
      let session = AVAudioSession.sharedInstance()
      #expect(session === AVAudioSession.sharedInstance() && session === bench.audio.session)
      let authorization = CaptureSystem.current.authorization
      authorization.setUsageTexts([.audio: "to hear"])
      var seen: [String] = []
      for status in [AVAuthorizationStatus.notDetermined, .denied, .restricted, .authorized] {
        authorization.set(status, for: .audio)
        seen.append("\(session.recordPermission) \(AVAudioApplication.shared.recordPermission)")
      }
      #expect(
        seen == ["undetermined undetermined", "denied denied", "denied denied", "granted granted"])
      #expect(await AVAudioApplication.requestRecordPermission())
      authorization.set(.denied, for: .audio)
      let said = await withCheckedContinuation { done in
        session.requestRecordPermission { done.resume(returning: $0) }
      }
      #expect(!said)
      #expect(try await session.activate() && bench.audio.current.isActive)
      bench.phone.send(.call(true))
      let code = await withCheckedContinuation { done in
        session.activate { isActive, error in done.resume(returning: isActive ? 0 : (error as NSError?)?.code)
        }
      }
      #expect(code == 561_017_449)
    }
  }
}
