import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel

// A session's microphone. Cameras are the engine's own work.
extension SessionEngine {
  /// What a session says of the app's audio session.
  struct AudioSessionWishes: Equatable, Sendable {
    var usesApplicationSession = true
    var configuresAutomatically = true
    var mixesWithOthers = false
  }

  private struct SoundPlan {
    var closing: [MicrophoneFeed] = []
    var routes: [(MicrophoneFeed, [MicrophoneFeed.Route])] = []
    var wishes = AudioSessionWishes()
  }

  /// Brings the microphone in line with the configuration that applies and with whether the session runs.
  ///
  /// Called by `reconcile()` only, which sees to it that no two threads do.
  func reconcileSound() {
    let plan = state.withLock(Self.soundPlan)
    let before = (plan.closing + plan.routes.map(\.0)).flatMap(\.routes)
    let next = plan.routes.flatMap(\.1)
    for feed in plan.closing { feed.close() }
    for (feed, routes) in plan.routes { feed.routes = routes }
    for route in before where !next.contains(where: { $0.taker === route.taker }) {
      route.taker.soundFlows(through: nil)
    }
    for route in next { route.taker.soundFlows(through: route.connection.object) }
    let audio = AudioSystem.of(phone)
    audio.capture(self, isRecording: !plan.routes.isEmpty, plan.wishes)
    for (feed, _) in plan.routes {
      guard audio.givesInput(plan.wishes) else {
        // The app's own choice of a category without input. It hears nothing until it chooses another one.
        feed.close()
        continue
      }
      do throws(MicrophoneOpenError) { try feed.open(on: phone) } catch {
        // A device of a microphone exists only on a phone that has one.
        fatalError("a session has an input of a microphone that its phone cannot open: \(error)")
      }
    }
  }

  private static func soundPlan(_ state: inout State) -> SoundPlan {
    var plan = SoundPlan()
    plan.wishes = state.audioWishes
    var wanted: Set<SessionGraph.ID> = []
    if state.activity.isRunning || state.activity.isStarting {
      for input in state.graph.applied.inputs where input.source == .microphone {
        let routes = soundRoutes(of: input, state)
        guard !routes.isEmpty, let device = (state.inputs[input.id] as? AVCaptureDeviceInput)?.device
        else { continue }
        wanted.insert(input.id)
        let feed = state.microphones[input.id] ?? MicrophoneFeed(device: device)
        state.microphones[input.id] = feed
        plan.routes.append((feed, routes))
      }
    }
    for (id, feed) in state.microphones where !wanted.contains(id) {
      plan.closing.append(feed)
      state.microphones[id] = nil
    }
    return plan
  }

  private static func soundRoutes(of input: SessionGraph.Input, _ state: State) -> [MicrophoneFeed.Route] {
    let ports = Set(input.ports.map(\.id))
    return state.graph.applied.links.compactMap { link in
      guard !ports.isDisjoint(with: link.ports), let connection = state.connections[link.id],
        connection.isEnabled, connection.inputPorts.contains(where: \.isEnabled),
        let taker = state.outputs[link.sink]?.traits.soundTaker
      else { return nil }
      return MicrophoneFeed.Route(connection: Handover(connection), taker: taker)
    }
  }

  /// The microphone is open.
  var isHearing: Bool { state.withLock { Array($0.microphones.values) }.contains(where: \.isOpen) }

  /// The session's last reference has gone.
  func endSound() {
    let feeds = state.withLock { state in
      defer { state.microphones = [:] }
      return Array(state.microphones.values)
    }
    for feed in feeds { feed.close() }
    AudioSystem.of(phone).capture(self, isRecording: false, AudioSessionWishes())
  }

  /// Tells the trace of a microphone that came or went. Inside a configuration block its end tells.
  func traceMicrophone() {
    let change = state.withLock { state -> Bool? in
      let has = state.graph.applied.inputs.contains { $0.source == .microphone }
      guard !state.graph.isConfiguring, has != state.tracedMicrophone else { return nil }
      state.tracedMicrophone = has
      return has
    }
    guard let isThere = change else { return }
    phone.trace.record(
      isThere ? "input-added" : "input-removed",
      ["session": .integer(number), "device": .text(CameraID.microphone.rawValue)])
  }
}

extension AVCaptureSession {
  /// True at first: sound is recorded through the app's audio session. [header]
  public var usesApplicationAudioSession: Bool {
    get { engine.state.withLock { $0.audioWishes.usesApplicationSession } }
    set { setWish(\.usesApplicationSession, newValue) }
  }

  /// True at first: the session makes the app's audio session fit for recording when it starts to record sound. False:
  /// it takes it as it is. [header] A category without input then gives no sound (assumed).
  public var automaticallyConfiguresApplicationAudioSession: Bool {
    get { engine.state.withLock { $0.audioWishes.configuresAutomatically } }
    set { setWish(\.configuresAutomatically, newValue) }
  }

  /// False at first. True: what the session makes of the app's audio session lets other apps play on. [header]
  public var configuresApplicationAudioSessionToMixWithOthers: Bool {
    get { engine.state.withLock { $0.audioWishes.mixesWithOthers } }
    set { setWish(\.mixesWithOthers, newValue) }
  }

  /// Counts from the next start of the microphone on.
  private func setWish(_ path: WritableKeyPath<SessionEngine.AudioSessionWishes, Bool>, _ value: Bool) {
    engine.state.withLock { $0.audioWishes[keyPath: path] = value }
  }
}
