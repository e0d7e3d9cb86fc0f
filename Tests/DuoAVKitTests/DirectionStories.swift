import DuoAVFoundation
import DuoUIKit
import Foundation
import PhoneHardware
import PhoneModel
import SimulatedPhone
import Testing

@testable import DuoAVKit

@MainActor
enum DirectionStories {
  /// The table as the sources have it, with the assumed row for the covered inner camera. Between the hinge's limits
  /// of hysteresis the history counts, so these angles are left out.
  static func expected(_ display: DisplayID, _ hinge: Int) -> String {
    switch display {
    case .outer: hinge <= 90 ? "outer-front | rear-dual-wide" : "outer-front rear-dual-wide | inner-front"
    case .inner: "inner-front | outer-front rear-dual-wide"
    }
  }

  static func table() async throws {
    let bench = try DirectionBench()
    let views = DisplayID.allCases.map { bench.view(on: $0) }
    let coordinators = views.map {
      AVCaptureDeviceDirectionCoordinator(view: $0, deviceTypes: DirectionBench.all)
    }
    var wrong: [String] = []
    for hinge in Array(1...87) + Array(93...180) + [120, 60, 150, 30, 1, 180] {
      await bench.send(.hinge(to: Double(hinge), over: .zero))
      for (display, coordinator) in zip(DisplayID.allCases, coordinators) {
        let found = bench.text(coordinator.deviceDirections)
        if found != expected(display, hinge) { wrong.append("\(hinge) \(display): \(found)") }
      }
    }
    #expect(wrong == [])
  }

  static func poses() async throws {
    var wrong: [String] = []
    let bench = try DirectionBench()
    let views = DisplayID.allCases.map { bench.view(on: $0) }
    let coordinators = views.map {
      AVCaptureDeviceDirectionCoordinator(view: $0, deviceTypes: DirectionBench.all)
    }
    var reports: Set<[String]> = []
    for pose in Pose.names(for: .duo) where pose != "closed" {
      await bench.send(.pose(pose, over: .zero))
      let hinge = Int(bench.phone.state.hinge.to)
      for turn in 0..<4 {
        let found = coordinators.map { bench.text($0.deviceDirections) }
        // Shut, nobody sees the inner display, and its normal lies in the panels' plane.
        let displays = hinge == 0 ? [DisplayID.outer] : DisplayID.allCases
        for (index, display) in displays.enumerated() where found[index] != expected(display, hinge) {
          wrong.append("\(pose) \(turn) \(display): \(found[index])")
        }
        reports.insert(found)
        await bench.send(.turn(1))
      }
    }
    #expect(wrong == [])
    #expect(reports.count >= 2)
  }

  static func firstCall() async throws {
    let bench = try DirectionBench()
    let view = bench.view(on: .outer)
    let coordinator = bench.coordinator(view)
    #expect(bench.text(coordinator.deviceDirections) == " | ")
    // The delay is the description's.
    let delay = bench.phone.description.timing.directionCallback.value
    bench.clock.advance(by: delay)
    // Due, but this turn of the main queue is not over.
    #expect(bench.calls == [])
    #expect(bench.text(coordinator.deviceDirections) == " | ")
    await bench.settle()
    #expect(bench.calls == ["outer-front | rear-dual-wide"])
    #expect(bench.text(coordinator.deviceDirections) == "outer-front | rear-dual-wide")

    let early = try DirectionBench()
    let kept = early.coordinator(early.view(on: .outer))
    early.clock.advance(by: PhoneDuration(nanoseconds: delay.nanoseconds - 1))
    await early.settle()
    #expect(early.calls == [])
    early.clock.advance(by: PhoneDuration(nanoseconds: 1))
    await early.settle()
    #expect(early.calls.count == 1)
    withExtendedLifetime(kept) {}
  }

  static func onlyChanges() async throws {
    let bench = try DirectionBench()
    let view = bench.view(on: .outer)
    let coordinator = bench.coordinator(view)
    await bench.advance(100)
    _ = bench.takeCalls()
    let events: [PhoneEvent] = [
      .turn(1), .turn(2), .light(0.5), .thermal(.serious), .call(true), .call(false), .background,
      .foreground,
      .hinge(to: 45, over: .zero), .hinge(to: 80, over: .milliseconds(300)), .hinge(to: 2, over: .zero),
      .otherClient(.rearWide, takes: true), .world(.colour(red: 1, green: 2, blue: 3)),
    ]
    for event in events { await bench.send(event) }
    await bench.advance(1000)
    #expect(bench.takeCalls() == [])
    // There and back again within the delay.
    bench.phone.send(.hinge(to: 180, over: .zero))
    bench.clock.advance(by: .milliseconds(5))
    bench.phone.send(.hinge(to: 0, over: .zero))
    await bench.advance(100)
    #expect(bench.takeCalls() == [])
    await bench.send(.hinge(to: 180, over: .zero))
    #expect(bench.takeCalls() == ["outer-front rear-dual-wide | inner-front"])
    withExtendedLifetime((view, coordinator)) {}
  }

  static func hysteresis() async throws {
    let bench = try DirectionBench()
    let view = bench.view(on: .outer)
    let coordinator = bench.coordinator(view)
    await bench.advance(100)
    _ = bench.takeCalls()
    let flipped = "outer-front rear-dual-wide | inner-front"
    let shut = "outer-front | rear-dual-wide"
    let steps: [(Double, [String])] = [
      (90, []), (92, []), (93, [flipped]), (91, []), (88, []), (87, [shut]), (92, []), (88, []),
      (100, [flipped]),
    ]
    var wrong: [String] = []
    for (angle, calls) in steps {
      await bench.send(.hinge(to: angle, over: .milliseconds(10)))
      let found = bench.takeCalls()
      if found != calls { wrong.append("\(angle): \(found)") }
    }
    #expect(wrong == [])
    withExtendedLifetime((view, coordinator)) {}
  }

  static func noWindow() async throws {
    let bench = try DirectionBench(pose: "open-landscape")
    let view = bench.view(on: nil)
    let coordinator = bench.coordinator(view)
    await bench.advance(1000)
    await bench.send(.turn(1))
    #expect(bench.takeCalls() == [])
    #expect(bench.text(coordinator.deviceDirections) == " | ")
    bench.place(view, on: .inner)
    await bench.advance(50)
    #expect(bench.takeCalls() == ["inner-front | outer-front rear-dual-wide"])
    // Out of the window: the last map stays and nothing is reported.
    bench.place(view, on: nil)
    await bench.send(.hinge(to: 100, over: .zero))
    #expect(bench.takeCalls() == [])
    #expect(bench.text(coordinator.deviceDirections) == "inner-front | outer-front rear-dual-wide")
    bench.place(view, on: .inner)
    await bench.advance(50)
    #expect(bench.takeCalls() == [])
    bench.place(view, on: .outer)
    await bench.advance(50)
    #expect(bench.takeCalls() == ["outer-front rear-dual-wide | inner-front"])
    // Leaving the window before the look is due.
    bench.place(view, on: .inner)
    bench.place(view, on: nil)
    await bench.advance(50)
    #expect(bench.takeCalls() == [])
  }

  static func twoViews() async throws {
    let bench = try DirectionBench(pose: "open-landscape")
    let (outer, inner) = (bench.view(on: .outer), bench.view(on: .inner))
    var calls: [String] = []
    let coordinators = [
      AVCaptureDeviceDirectionCoordinator(view: outer, deviceTypes: DirectionBench.all) {
        calls.append("outer: \(bench.text($0))")
      },
      AVCaptureDeviceDirectionCoordinator(view: inner, deviceTypes: DirectionBench.all) {
        calls.append("inner: \(bench.text($0))")
      },
    ]
    await bench.advance(50)
    #expect(
      calls == [
        "outer: outer-front rear-dual-wide | inner-front", "inner: inner-front | outer-front rear-dual-wide",
      ])
    calls = []
    await bench.send(.hinge(to: 60, over: .zero))
    #expect(calls == ["outer: outer-front | rear-dual-wide"])
    withExtendedLifetime(coordinators) {}
  }

  static func polling() async throws {
    let bench = try DirectionBench()
    let view = bench.view(on: .outer)
    let coordinator = AVCaptureDeviceDirectionCoordinator(view: view, deviceTypes: DirectionBench.all)
    #expect(bench.text(coordinator.deviceDirections) == " | ")
    await bench.advance(19)
    #expect(bench.text(coordinator.deviceDirections) == " | ")
    await bench.advance(1)
    #expect(bench.text(coordinator.deviceDirections) == "outer-front | rear-dual-wide")
    await bench.send(.hinge(to: 180, over: .zero))
    #expect(bench.text(coordinator.deviceDirections) == "outer-front rear-dual-wide | inner-front")
    // The same map object until there is another report.
    #expect(coordinator.deviceDirections === coordinator.deviceDirections)
  }

  static func virtualFront() async throws {
    let bench = try DirectionBench()
    let view = bench.view(on: .outer)
    let coordinator = bench.coordinator(view, [.builtInWideAngleCamera, .builtInUltraWideCamera])
    await bench.advance(50)
    #expect(bench.takeCalls() == [" | rear-wide rear-ultra-wide"])
    // It is there, and it is at the front.
    let found = AVCaptureDevice.DiscoverySession(
      deviceTypes: [.builtInWideAngleCamera], mediaType: .video, position: .front
    ).devices
    #expect(found.count == 1 && found[0].isVirtualDevice)
    withExtendedLifetime(coordinator) {}
  }

  static func order() async throws {
    let bench = try DirectionBench(pose: "open-landscape")
    let view = bench.view(on: .outer)
    let types: [AVCaptureDevice.DeviceType] = [
      .builtInUltraWideCamera, .builtInOuterUltraWideCamera, .builtInDualWideCamera, .builtInUltraWideCamera,
      .builtInWideAngleCamera, .builtInInnerUltraWideCamera, .builtInTrueDepthCamera, .external,
    ]
    let coordinator = bench.coordinator(view, types)
    let reversed = bench.coordinator(view, types.reversed())
    await bench.advance(50)
    #expect(
      bench.takeCalls() == [
        "rear-ultra-wide outer-front rear-dual-wide rear-wide | inner-front",
        "rear-wide rear-ultra-wide rear-dual-wide outer-front | inner-front",
      ])
    withExtendedLifetime((coordinator, reversed)) {}
  }

  static func oneDisplay(_ description: PhoneDescription) async throws {
    let bench = try DirectionBench(description)
    let view = bench.view(on: .outer)
    let coordinator = bench.coordinator(view, [.builtInWideAngleCamera, .builtInDualWideCamera])
    for event in [PhoneEvent.turn(1), .background, .foreground, .pose("flipped", over: .zero), .turn(2)] {
      await bench.send(event)
    }
    await bench.advance(60_000)
    #expect(bench.takeCalls() == ["front | rear-wide rear-dual-wide"])
    withExtendedLifetime(coordinator) {}
  }

  static func noCamera() async throws {
    let bench = try DirectionBench(.noCamera)
    let view = bench.view(on: .outer)
    let coordinator = bench.coordinator(view, DirectionBench.all + [.builtInWideAngleCamera])
    await bench.send(.turn(1))
    await bench.advance(120_000)
    #expect(bench.takeCalls() == [])
    #expect(bench.text(coordinator.deviceDirections) == " | ")
  }

  static func unplug() async throws {
    let bench = try DirectionBench(pose: "open-landscape")
    let view = bench.view(on: .inner)
    let coordinator = bench.coordinator(view)
    await bench.advance(50)
    let inner = coordinator.deviceDirections.forwardFacingDeviceDescriptors[0]
    #expect(AVCaptureDevice(uniqueID: inner.uniqueID) != nil)
    _ = bench.takeCalls()
    bench.phone.send(.plug(.innerFront, connected: false))
    // The descriptor is still in the map, and the camera is not there any more.
    #expect(coordinator.deviceDirections.forwardFacingDeviceDescriptors.map(\.uniqueID) == [inner.uniqueID])
    #expect(AVCaptureDevice(uniqueID: inner.uniqueID) == nil)
    await bench.advance(50)
    #expect(bench.takeCalls() == [" | outer-front rear-dual-wide"])
    await bench.send(.plug(.innerFront, connected: true))
    #expect(bench.takeCalls() == ["inner-front | outer-front rear-dual-wide"])
    #expect(AVCaptureDevice(uniqueID: inner.uniqueID)?.uniqueID == inner.uniqueID)
    for camera in [CameraID.innerFront, .outerFront, .rearDualWide] {
      bench.phone.send(.plug(camera, connected: false))
    }
    await bench.advance(50)
    #expect(bench.takeCalls() == [" | "])
  }

  actor Owner {
    func resolve(_ descriptor: AVCaptureDeviceDescriptor) -> String? {
      AVCaptureDevice(uniqueID: descriptor.uniqueID)?.localizedName
    }
    func count(_ map: AVCaptureDeviceDirectionMap) -> Int {
      map.forwardFacingDeviceDescriptors.count + map.backwardFacingDeviceDescriptors.count
    }
  }

  static func descriptors() async throws {
    let bench = try DirectionBench()
    let view = bench.view(on: .outer)
    let coordinator = AVCaptureDeviceDirectionCoordinator(view: view, deviceTypes: DirectionBench.all)
    await bench.advance(50)
    let map = coordinator.deviceDirections
    let outer = map.forwardFacingDeviceDescriptors[0]
    let rear = map.backwardFacingDeviceDescriptors[0]
    #expect(outer.deviceType == .builtInOuterUltraWideCamera && outer.position == .front)
    #expect(rear.deviceType == .builtInDualWideCamera && rear.position == .back)
    #expect(outer.mediaTypes == [.video] && rear.mediaTypes == [.video])
    let device = AVCaptureDevice(uniqueID: outer.uniqueID)
    #expect(device?.deviceType == outer.deviceType && device?.position == outer.position)
    #expect(device?.localizedName == outer.localizedName)
    // They cross actors; a descriptor of a virtual device, too.
    #expect(await Owner().resolve(rear) == rear.localizedName)
    #expect(await Owner().count(map) == 2)
    // Equal means the same object.
    #expect(outer == outer && outer != rear)
  }

  static func lifetimes() async throws {
    let bench = try DirectionBench()
    var view: UIView? = bench.view(on: .outer)
    weak let weakView = view
    var coordinator: AVCaptureDeviceDirectionCoordinator? = bench.coordinator(view!)
    weak let weakCoordinator = coordinator
    #expect(coordinator != nil)
    coordinator = nil
    #expect(weakCoordinator == nil)
    await bench.send(.hinge(to: 180, over: .zero))
    #expect(bench.takeCalls() == [])
    coordinator = bench.coordinator(view!)
    view = nil
    #expect(weakView == nil)
    await bench.advance(50)
    // The map stays readable; a view that is gone has no window.
    #expect(coordinator?.deviceDirections != nil)
  }

  static func changeInHandler() async throws {
    let bench = try DirectionBench(pose: "open-landscape")
    let view = bench.view(on: .inner)
    var calls: [String] = []
    let coordinator = AVCaptureDeviceDirectionCoordinator(view: view, deviceTypes: DirectionBench.all) {
      map in
      calls.append(bench.text(map))
      if calls.count == 1 { bench.phone.send(.plug(.innerFront, connected: false)) }
    }
    await bench.advance(20)
    #expect(calls.count == 1)
    await bench.advance(50)
    #expect(calls == ["inner-front | outer-front rear-dual-wide", " | outer-front rear-dual-wide"])
    withExtendedLifetime(coordinator) {}
  }

  static func violations() async throws {
    let bench = try DirectionBench()
    let view = bench.view(on: .outer)
    CaptureSystem.current.authorization.set(.authorized, for: .video)
    let session = AVCaptureSession()
    #expect(bench.violations == [])
    let coordinator = AVCaptureDeviceDirectionCoordinator(view: view, deviceTypes: DirectionBench.all) {
      map in
      let device = AVCaptureDevice(uniqueID: map.forwardFacingDeviceDescriptors[0].uniqueID)!
      _ = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .back)
      session.beginConfiguration()
      if let input = try? AVCaptureDeviceInput(device: device), session.canAddInput(input) {
        session.addInput(input)
      }
      session.commitConfiguration()
    }
    await bench.advance(50)
    let calls = [
      "AVCaptureDevice.init(uniqueID:)", "AVCaptureDevice.default(_:for:position:)",
      "AVCaptureSession.beginConfiguration", "AVCaptureDeviceInput.init(device:)",
      "AVCaptureSession.addInput",
      "AVCaptureSession.commitConfiguration",
    ]
    let found = bench.violations
    #expect(found.count == calls.count)
    for (line, call) in zip(found, calls) {
      #expect(line.contains("\"call\":\"\(call)\""))
      #expect(
        line.contains("was called in a direction coordinator's handler, where AVFoundation is forbidden"))
    }
    // Afterwards, and elsewhere at the same time, it is allowed.
    session.beginConfiguration()
    session.commitConfiguration()
    await Task.detached { _ = AVCaptureDevice.default(for: .video) }.value
    #expect(bench.violations.count == calls.count)
    withExtendedLifetime(coordinator) {}
  }

  static func trace() async throws {
    let bench = try DirectionBench()
    let view = bench.view(on: .outer)
    let coordinator = bench.coordinator(view)
    await bench.advance(20)
    await bench.send(.hinge(to: 180, over: .zero))
    let lines = bench.phone.log.lines.filter {
      $0.contains("\"directions\"") || $0.contains("direction-handler-returned")
    }
    #expect(lines.count == 4)
    #expect(
      lines.first == "{\"t\":20000000,\"kind\":\"directions\",\"display\":\"outer\",\"call\":1,"
        + "\"forward\":[\"outer-front\"],\"backward\":[\"rear-dual-wide\"]}")
    #expect(lines[3].contains("\"kind\":\"direction-handler-returned\",\"call\":2"))
    withExtendedLifetime(coordinator) {}
  }

  // MARK: With an app

  class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    func application(
      _ application: UIApplication,
      didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
      window = UIWindow(frame: UIScreen.main.bounds)
      window?.rootViewController = UIViewController()
      window?.makeKeyAndVisible()
      return true
    }
  }

  /// Both fall due in one instant, and once the look is due just when the phone jumps: the view is reported from the
  /// display to which it moved, never from the one that it is leaving.
  static func moveFirst() async throws {
    for wait in [0.0, 19, 20] {
      let bench = try DirectionBench()
      let scene = UIApplication.shared.launch(
        delegateClass: AppDelegate.self, info: [:], state: bench.phone.state, at: bench.clock.now)
      let observation = bench.phone.observe { _ in
        DispatchQueue.main.async {
          MainActor.assumeIsolated {
            let phone = CurrentPhone.phone
            _ = UIApplication.shared.follow(phone.state, at: phone.clock.now)
          }
        }
      }
      await bench.settle()
      let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
      let coordinator = bench.coordinator(view)
      scene.keyWindow?.rootViewController?.view.addSubview(view)
      await bench.advance(100)
      #expect(bench.takeCalls() == ["outer-front | rear-dual-wide"])

      // A look becomes due, `wait` ms later the phone jumps open.
      bench.phone.send(.plug(.rearDualWide, connected: false))
      await bench.settle()
      bench.clock.advance(by: .milliseconds(wait))
      bench.phone.send(.plug(.rearDualWide, connected: true))
      bench.phone.send(.pose("open-landscape", over: .zero))
      bench.clock.advance(by: .zero)
      await bench.settle()
      await bench.advance(100)
      #expect(bench.takeCalls() == ["inner-front | outer-front rear-dual-wide"])
      #expect(view.display == .inner)
      withExtendedLifetime((observation, coordinator)) {}
    }
  }
}
