import DuoFoundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// Where sound goes and comes from, for every category, mode, headset and set of options that fits together.
@Suite struct AudioRouteTests {
  typealias Session = AVAudioSession

  private static let sound = PhoneDescription.duo.sound

  /// Every state that an app can put its session into.
  private static var states: [AudioSessionState] {
    let flags: [Session.CategoryOptions] = [.allowBluetoothHFP, .allowBluetoothA2DP, .defaultToSpeaker]
    var all: [AudioSessionState] = []
    for category in Session.Category.all {
      for mode in Session.Mode.all {
        for bits in 0..<8 {
          let options = flags.enumerated().reduce(into: Session.CategoryOptions()) {
            if bits >> $1.offset & 1 == 1 { $0.insert($1.element) }
          }
          guard AudioSessionState.refusal(category, mode, .default, options) == nil else { continue }
          for override in [Session.PortOverride.none, .speaker] {
            var state = AudioSessionState()
            state.category = category
            state.mode = mode
            state.options = options
            state.override = override
            all.append(state)
          }
        }
      }
    }
    return all
  }

  /// The programming guide in plain words: the last place that a rule names.
  private static func output(_ state: AudioSessionState, _ headset: Headset?) -> String? {
    if state.category == .record { return nil }
    let isTwoWay = state.category == .playAndRecord
    var place = "Speaker"
    // Two-way sound is held to the ear, unless the app or the mode wants it loud.
    let isLoud =
      state.options.contains(.defaultToSpeaker) || state.mode == .videoChat || state.mode == .videoRecording
    if isTwoWay, !isLoud { place = "Receiver" }
    if headset == .wired { place = "Headphones" }
    if headset == .bluetooth {
      if !isTwoWay || state.options.contains(.allowBluetoothA2DP) { place = "BluetoothA2DPOutput" }
      // Of the two the one that also hears counts.
      if isTwoWay, state.options.contains(.allowBluetoothHFP) { place = "BluetoothHFP" }
    }
    if isTwoWay, state.override == .speaker { place = "Speaker" }
    return place
  }

  private static func inputs(_ state: AudioSessionState, _ headset: Headset?) -> [String] {
    guard ["Record", "PlayAndRecord", "MultiRoute"].contains(state.category.rawValue.dropFirst(22)) else {
      return []
    }
    switch headset {
    case .wired: return ["MicrophoneWired", "MicrophoneBuiltIn"]
    case .bluetooth where state.options.contains(.allowBluetoothHFP):
      return ["BluetoothHFP", "MicrophoneBuiltIn"]
    default: return ["MicrophoneBuiltIn"]
    }
  }

  @Test func everyStateHasItsRoute() {
    var mismatches: [String] = []
    var count = 0
    for state in Self.states {
      for headset in [nil, Headset.wired, .bluetooth] {
        count += 1
        let name =
          "\(state.category.rawValue) \(state.mode.rawValue) \(state.options.rawValue) "
          + "\(state.override) \(headset.map { "\($0)" } ?? "-")"
        let route = state.route(headset, Self.sound)
        let outputs = Self.output(state, headset).map { [$0] } ?? []
        if route.outputs.map(\.kind.rawValue) != outputs {
          mismatches.append("\(name): to \(route.outputs.map(\.kind.rawValue)), not \(outputs)")
        }
        let inputs = Self.inputs(state, headset)
        if state.inputs(headset, Self.sound).map(\.kind.rawValue) != inputs {
          mismatches.append("\(name): from \(state.inputs(headset, Self.sound).map(\.kind.rawValue))")
        }
        if route.inputs.map(\.kind.rawValue) != Array(inputs.prefix(1)) {
          mismatches.append("\(name): in use")
        }
      }
    }
    #expect(mismatches == [])
    #expect(count > 300)
  }

  /// The app's choice comes first where it is there, and nothing else changes.
  @Test func thePreferredInputComesFirst() {
    var mismatches: [String] = []
    for base in Self.states where base.override == .none {
      for headset in [nil, Headset.wired, .bluetooth] {
        let usual = base.inputs(headset, Self.sound)
        for wish in [Session.Port.builtInMic, .headsetMic, .bluetoothHFP, .lineIn] {
          var state = base
          state.preferredInput = wish
          let found = state.inputs(headset, Self.sound)
          let wanted = usual.filter { $0.kind == wish } + usual.filter { $0.kind != wish }
          if found != wanted { mismatches.append("\(base.category.rawValue) \(wish.rawValue)") }
          if state.route(headset, Self.sound).outputs != base.route(headset, Self.sound).outputs {
            mismatches.append("\(base.category.rawValue) \(wish.rawValue): output")
          }
        }
      }
    }
    #expect(mismatches == [])
  }

  /// A phone without a microphone hears with a headset only.
  @Test func withoutAMicrophone() {
    var sound = Self.sound
    sound.microphone = nil
    for state in Self.states {
      let kinds = state.inputs(nil, sound)
      #expect(kinds.isEmpty && state.route(nil, sound).inputs.isEmpty)
      #expect(state.inputs(.wired, sound).count == (state.hasInput ? 1 : 0))
    }
  }

  /// Longer programmes than sound effects have routes of their own, for playback only. [header]
  @Test func policiesAreForPlayback() {
    var mismatches: [String] = []
    for policy in [Session.RouteSharingPolicy.default, .longFormAudio, .independent, .longFormVideo] {
      for category in Session.Category.all {
        let fits = policy == .default || category == .playback
        let refusal = AudioSessionState.refusal(category, .default, policy, [])
        if refusal != (fits ? nil : .badParam) {
          mismatches.append("\(category.rawValue) \(policy.rawValue)")
        }
      }
    }
    #expect(mismatches == [])
    #expect(AudioSessionState.refusal(.playback, Session.Mode(rawValue: "x"), .default, []) == .badParam)
  }
}
