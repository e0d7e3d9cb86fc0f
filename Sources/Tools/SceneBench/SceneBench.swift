import DuoAVFoundation
import DuoCoreMedia
import DuoHost
import DuoUIKit
import Foundation
import PhoneHardware
import PhoneModel
import SimulatedPhone

/// Measures how whole screens are composed in real time, with bars, cameras in the glass and the fold: a fold, a still screen with a live preview, a slider under a finger;
/// and one whole composition against a copy of its bytes.
@main
enum SceneBench {
  @MainActor
  static func main() async throws {
    var description = PhoneDescription.duo
    description.timing.sizeTransition.value = .milliseconds(600)
    let clock = VirtualClock(.real)
    let state = PhoneState.initial(description, pose: "closed", world: .room)
    let phone = try SimulatedPhone(description, clock: clock, world: .room, state: state)
    try clock.start()
    phone.makeCurrent()
    CMClock.readHostTime { clock.now.nanoseconds }
    let authorization = CaptureSystem.current.authorization
    authorization.setUsageTexts([.video: "a measurement"])
    authorization.set(.authorized, for: .video)
    let stage = HostStage(phone: phone, clock: clock, log: TraceLog(clock: clock, to: .memory(newest: 100)))
    stage.launch(BenchAppDelegate.self, info: manifest)
    // The camera's start, and what is only done once.
    try await Task.sleep(for: .seconds(2))

    let bench = SceneMeasurement(phone)
    if let name = CommandLine.arguments.dropFirst().first { try bench.savePictures(to: name) }
    print(
      "whole screens composed at @1x, at \(bench.refresh) frames a second of the phone's time; video of 30 drawn beside"
    )
    await bench.measure("preview moves, outer display", for: 2)
    await bench.measure("slider is dragged, outer display", for: 2) { bench.drag($0 / 2) }
    await bench.measure("fold of 0.6 s and the 0.6 s after it, all lit displays", for: 1.2) { time in
      if time == 0 { phone.send(.pose("open-landscape", over: .milliseconds(600))) }
    }
    await bench.measure("preview moves, inner display", for: 2)
    await bench.measure("slider is dragged, inner display", for: 2) { bench.drag($0 / 2) }
    if let name = CommandLine.arguments.dropFirst().first { try bench.savePictures(to: name + "-open") }
    await bench.compareWithCopies()
    exit(0)
  }

  static var manifest: [String: Any] {
    [
      "UIApplicationSceneManifest": [
        "UISceneConfigurations": [
          "UIWindowSceneSessionRoleApplication": [
            [
              "UISceneConfigurationName": "Default Configuration",
              "UISceneDelegateClassName": "SceneBench.BenchSceneDelegate",
            ]
          ]
        ]
      ]
    ]
  }
}
