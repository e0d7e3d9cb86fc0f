import DuoAVFoundation
import DuoCoreMedia
import DuoPhotos
import DuoUIKit
import Foundation
import PhoneHardware
import PhoneModel
import Scenarios
import SimulatedPhone
import Synchronization
import WorldRenderer

/// Starts a phone in this process and runs an app on it.
@MainActor
public enum Host {
  /// Never returns. With `-DiptychRun FILE` among the launch arguments the phone, the world and the scenario are the
  /// request's; without it a Duo in the default room plays the tour.
  public static func run(_ delegateClass: any UIApplicationDelegate.Type) -> Never {
    do {
      let request = try RunRequest.launched()
      try start(delegateClass, request)
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(2)
    }
    while true { RunLoop.main.run() }
  }

  private static var stage: HostStage?
  private static var player: ScenarioPlayer?

  /// Returns when the scenario has begun; at its end the process ends.
  /// - Parameter bundle: the app's; nil takes the running process's.
  static func start(
    _ delegateClass: any UIApplicationDelegate.Type, _ request: RunRequest?, bundle: AppBundle? = nil
  ) throws {
    StandardOutput.bufferLines()
    let scenario = request?.scenario ?? .tour
    let description = request?.phone ?? .duo
    let world = request?.world ?? .room
    let writer = try request.map { try ObservationWriter(path: $0.observations) }
    let outlet = ObservationOutlet(writer)
    let bundle = try bundle ?? AppBundle.main()
    if let writer {
      // Nobody is left to report to when the reader has gone, however busy or stuck the app is.
      Thread.detachNewThread {
        writer.waitUntilReaderHasGone()
        _exit(2)
      }
    }
    outlet.send(.header(ObservationHeader(phone: description.name, app: bundle.name)))

    let events = AppEventTap(outlet, description)
    let clock = VirtualClock(.stepped, order: order(request))
    let log = TraceLog(
      clock: clock, to: try request.map { .file(try file($0.trace)) } ?? .memory(newest: 10_000)
    ) { time, kind, fields in events.hear(kind, fields, at: time) }
    let start = PhoneState.initial(description, pose: scenario.start ?? "closed", world: world)
    let phone: SimulatedPhone
    do throws(WorldError) {
      phone = try SimulatedPhone(description, clock: clock, world: world, trace: log, state: start)
      try check(scenario)
    } catch {
      outlet.send(.refused(RefusalRecord(place: error.path, what: error.reason)))
      exit(2)
    }
    try clock.start()
    phone.makeCurrent()
    clock.onMainThreadWait(longerThan: .milliseconds(20)) { [trace = phone.trace] since, until in
      trace.record(
        "main-thread-waited",
        ["since": .integer(Int(since.nanoseconds)), "over": .integer(Int((until - since).nanoseconds))])
    }
    outlet.reportPhotos(of: phone)
    if let request { outlet.reportMovies(of: phone, beside: request.observations) }
    CMClock.readHostTime { clock.now.nanoseconds }
    CaptureSystem.current.authorization.setUsageTexts(CaptureAuthorization.usageTexts(bundle.info))
    for (media, permission) in [(AVMediaType.video, scenario.camera), (.audio, scenario.microphone)] {
      switch permission {
      case .granted: CaptureSystem.current.authorization.set(.authorized, for: media)
      case .denied: CaptureSystem.current.authorization.set(.denied, for: media)
      // Asked, the person says yes.
      case .notDetermined, nil: break
      }
    }
    CaptureSystem.current.rights.set(info: bundle.info)
    PhotoAuthorization.shared.setUsageTexts(PhotoAuthorization.usageTexts(bundle.info))
    switch scenario.photoLibrary {
    case .granted: PhotoAuthorization.shared.setBoth(.authorized)
    case .limited: PhotoAuthorization.shared.setBoth(.limited)
    case .denied: PhotoAuthorization.shared.setBoth(.denied)
    case .refusedWhenAsked: PhotoAuthorization.shared.setAnswer(.denied)
    // Asked, the person says yes.
    case .notDetermined, nil: break
    }
    if let request {
      PhotoStore.shared.setFolder(
        URL(fileURLWithPath: request.trace).deletingLastPathComponent().appendingPathComponent("Photos"))
    }

    let stage = HostStage(
      phone: phone, clock: clock, log: log, request: request, writer: writer, events: events)
    Self.stage = stage
    // An app may wait while it is launched.
    clock.run()
    stage.launch(delegateClass, info: bundle.info)
    let player = ScenarioPlayer(scenario, on: phone, stage: stage, limits: request?.limits ?? RunLimits())
    Self.player = player
    // A step is judged only when the app had a second to act on the answer.
    CaptureSystem.current.authorization.observe { [weak stage, weak player] _, _ in
      stage?.disturbed()
      player?.disturbed()
    }
    PhotoAuthorization.shared.observe { [weak stage, weak player] in
      stage?.disturbed()
      player?.disturbed()
    }
    player.start()
  }

  static func order(_ request: RunRequest?) -> VirtualClock.Order {
    switch request?.order {
    case .fixed: .fixed
    case .racing, nil: .racing
    }
  }

  /// A picture that cannot be read when its step comes would spoil the steps after it.
  private static func check(_ scenario: Scenario) throws(WorldError) {
    for step in scenario.steps {
      for case .event(.world(let world)) in step.actions { _ = try World.load(world) }
    }
  }

  private static func file(_ path: String) throws -> FileHandle {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { throw BundleError(file: path, what: "cannot be opened for writing") }
    return file
  }
}
