import Foundation
import PhoneHardware
import Synchronization

@testable import PhoneModel

/// A clock that stands until a test moves it.
final class DeviceTestClock: PhoneClock {
  private struct Entry {
    var time: PhoneTime
    var number: Int
    var action: @Sendable () -> Void
  }

  private struct State {
    var now = PhoneTime.zero
    var made = 0
    var entries: [Entry] = []
  }

  private final class Ticket: PhoneObservation {
    let number: Int
    let clock: DeviceTestClock
    init(_ number: Int, _ clock: DeviceTestClock) {
      self.number = number
      self.clock = clock
    }
    func cancel() { clock.state.withLock { state in state.entries.removeAll { $0.number == number } } }
  }

  private let state = Mutex(State())

  var now: PhoneTime { state.withLock { $0.now } }

  func schedule(at time: PhoneTime, _ action: @escaping @Sendable () -> Void) -> any PhoneObservation {
    let number = state.withLock { state in
      state.made += 1
      state.entries.append(Entry(time: time, number: state.made, action: action))
      return state.made
    }
    return Ticket(number, self)
  }

  func spend(_ duration: PhoneDuration) { advance(by: duration) }

  /// Runs every entry that falls due, in order of time, then of scheduling.
  func advance(by duration: PhoneDuration) {
    let end = now + duration
    while true {
      let due = state.withLock { state -> Entry? in
        let order = state.entries.enumerated().filter { $0.element.time <= end }
          .min { ($0.element.time, $0.element.number) < ($1.element.time, $1.element.number) }
        guard let order else { return nil }
        state.now = max(state.now, order.element.time)
        return state.entries.remove(at: order.offset)
      }
      guard let due else { break }
      due.action()
    }
    state.withLock { $0.now = end }
  }
}

final class DeviceTestTrace: PhoneTrace {
  func record(_ kind: String, _ fields: KeyValuePairs<String, TraceValue>) {}
}

/// A phone that has cameras and a state, and streams nothing.
final class DeviceTestPhone: PhoneHardware {
  let description: PhoneDescription
  let testClock = DeviceTestClock()
  let trace: any PhoneTrace = DeviceTestTrace()
  private let current: Mutex<PhoneState>
  private let observers = Mutex<[@Sendable (PhoneChange) -> Void]>([])

  var clock: any PhoneClock { testClock }
  var state: PhoneState { current.withLock { $0 } }

  init(_ description: PhoneDescription = .deviceTest) {
    self.description = description
    current = Mutex(.deviceTest)
  }

  @discardableResult
  func send(_ event: PhoneEvent) -> String? {
    let change = current.withLock { state in
      let before = state
      switch event {
      case .plug(let camera, let connected):
        if connected { state.unplugged.remove(camera) } else { state.unplugged.insert(camera) }
      case .thermal(let level): state.thermal = level
      case .light(let light): state.light = light
      case .world(let world): state.world = world
      case .otherClient(let camera, let takes):
        if takes { state.takenByOthers.insert(camera) } else { state.takenByOthers.remove(camera) }
      default: preconditionFailure("this phone does not know \(event)")
      }
      return PhoneChange(time: testClock.now, before: before, after: state, cause: event)
    }
    for observer in observers.withLock({ $0 }) { observer(change) }
    return nil
  }

  private final class Observation: PhoneObservation { func cancel() {} }

  func observe(_ handler: @escaping @Sendable (PhoneChange) -> Void) -> any PhoneObservation {
    observers.withLock { $0.append(handler) }
    return Observation()
  }

  func openCamera(
    _ request: StreamRequest, sink: @escaping @Sendable (SensorFrame) -> Void
  ) throws(CameraOpenError) -> any CameraStream {
    throw .unknownCamera(request.camera)
  }
}

extension PhoneDescription {
  /// Cameras like a folding phone's, with few formats, each different from the others in what tests look at.
  static let deviceTest: PhoneDescription = {
    let mount = CameraMount(
      panel: .rear, face: Sourced(.outside, .assumed), fromHinge: Sourced(60, .assumed),
      aboveMiddle: Sourced(40, .assumed),
      nativeUp: Sourced(.free, .assumed))
    func format(
      _ width: Int, _ height: Int, _ pixels: String = "420v", rate: Double = 60, fov: Double = 70,
      zoom: Double = 16, ratios: [String] = [], depth: [[Int]] = [], presets: [String] = [],
      minRate: Double = 1
    ) -> CameraFormat {
      CameraFormat(
        width: width, height: height, pixelFormat: pixels, minFrameRate: minRate, maxFrameRate: rate,
        fieldOfView: fov, isBinned: false, maxZoom: zoom, upscaleZoom: 2, minISO: 34, maxISO: 3264,
        minExposure: 0.000_014, maxExposure: 1, photoSizes: [[width, height]], aspectRatios: ratios,
        isMultiCam: true, isStabilized: true, isHighPhotoQuality: false, isHighestPhotoQuality: false,
        depthSizes: depth, presets: presets, origins: FormatOrigins(.assumed))
    }
    func camera(
      _ id: CameraID, _ type: String, _ position: CameraDescription.Position, also: [String] = [],
      byDefault: Bool = true, constituents: [CameraID] = [], switching: VirtualSwitching? = nil,
      factors: [Double] = [], formats: [CameraFormat], traits: CameraTraits = .fixedFocus,
      torch: Bool = false
    ) -> CameraDescription {
      CameraDescription(
        id: id, uniqueID: "test:\(id)", modelID: "model:\(id)", localizedName: "Name of \(id)",
        deviceType: "AVCaptureDeviceTypeBuiltIn\(type)Camera",
        alsoFoundAs: Sourced(also.map { "AVCaptureDeviceTypeBuiltIn\($0)Camera" }, .assumed),
        position: position,
        discoverableByDefault: Sourced(byDefault, .assumed), constituents: constituents, switching: switching,
        switchOverZoomFactors: Sourced(factors, .assumed), mount: mount, formats: formats,
        startLatency: Sourced(.milliseconds(250), .assumed), traits: traits, hasTorch: torch,
        hasFlash: torch)
    }
    let ratios = ["1x1", "16x9", "9x16", "4x3", "3x4"].map { "AVCaptureAspectRatio" + $0 }
    let rear = [
      format(640, 480, zoom: 4, presets: ["640x480", "Medium"]),
      format(1920, 1080, fov: 69.47, presets: ["High", "1920x1080"]),
      format(1920, 1080, "420f", rate: 240, zoom: 8),
      format(4032, 3024, "420f", rate: 30, fov: 67.8, zoom: 100, presets: ["Photo"]),
    ]
    let square = [
      format(1920, 1080, fov: 90, depth: [[640, 360]], presets: ["High"]),
      format(1920, 1920, fov: 90, ratios: ratios, presets: ["Photo"]),
      format(1920, 1080, rate: 120, minRate: 60),
    ]
    return PhoneDescription(
      name: "device-test", displayName: "Device Test", hinge: nil,
      panelWidth: Sourced(77, .assumed), panelHeight: Sourced(112, .assumed),
      panelThickness: Sourced(5, .assumed), displays: [],
      cameras: [
        camera(
          .rearDualWide, "DualWide", .back, constituents: [.rearUltraWide, .rearWide],
          switching: .followsZoom, factors: [2], formats: rear, traits: .phaseDetection, torch: true),
        camera(.rearWide, "WideAngle", .back, formats: rear, traits: .phaseDetection, torch: true),
        camera(.rearUltraWide, "UltraWide", .back, formats: rear),
        camera(
          .virtualFront, "WideAngle", .front, also: ["UltraWide"], constituents: [.outerFront, .innerFront],
          switching: .followsDisplay, formats: square),
        camera(.outerFront, "OuterUltraWide", .front, byDefault: false, formats: square),
        camera(.innerFront, "InnerUltraWide", .front, byDefault: false, formats: square),
      ],
      people: PhoneDescription.duo.people,
      timing: TimingDescription(
        framesInFlight: Sourced(2, .assumed), startRunningBlocks: Sourced(.zero, .assumed),
        stopRunningBlocks: Sourced(.zero, .assumed), directionCallback: Sourced(.zero, .assumed),
        displayFrame: Sourced(.seconds(1.0 / 60), .assumed),
        permissionAnswer: Sourced(.milliseconds(800), .assumed),
        sizeTransition: Sourced(.milliseconds(300), .assumed)),
      policy: PolicyDescription(
        accessoryWhilePartlyOpen: Sourced(false, .assumed),
        coveredCameraHasNoDirection: Sourced(true, .assumed), coveredWithin: Sourced(5, .assumed),
        compatibilityRotation: Sourced(0, .assumed),
        videoBuffers: Sourced(15, .assumed), previewShortSide: Sourced(1080, .assumed),
        multiCamLimit: Sourced(3, .assumed)))
  }()
}

extension PhoneState {
  static let deviceTest = PhoneState(
    hinge: HingeMotion(resting: 0), facingAngle: 0, keptAngles: [:],
    placement: Placement(
      position: [0, 1, 0], attitude: .identity, holderEyes: [0, 1, 1], subjectEyes: [0, 1, -1],
      tableHeight: nil, pose: nil),
    litDisplays: [.outer],
    app: AppPlacement(
      display: .outer, activity: .foreground, isInSplitView: false, wasMovedByPerson: false,
      interfaceTurn: 0),
    unplugged: [], streaming: [:], takenByOthers: [], isInCall: false, thermal: .nominal,
    isAccessoryWithdrawn: false, isCapturing: false, light: 1, world: .room)
}
