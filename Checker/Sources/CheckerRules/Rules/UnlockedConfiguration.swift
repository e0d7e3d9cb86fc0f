import CaptureFacts
import SourceModel

/// A property of a device set outside `lockForConfiguration`.
struct UnlockedConfiguration: Rule {
  let about = RuleDescription(
    name: "unlocked-configuration", severity: .error,
    summary: "a camera's setting is changed without lockForConfiguration",
    reason: """
      Setting focus, exposure, zoom, torch, format or frame rate of a device that the app has not locked raises \
      NSGenericException, and the app stops. After a fold the session may use another device, which is not the one that was \
      locked. Lock the same device right before, and unlock it afterwards.
      """,
    sources: ["Apple, AVCaptureDevice.h: lockForConfiguration", "reference: locking rules of devices"],
    examples: [
      Example(
        "no lock",
        """
        import AVFoundation

        final class Camera {
          private let device: AVCaptureDevice

          init(_ device: AVCaptureDevice) { self.device = device }

          func zoom(to factor: CGFloat) {
            ↓device.videoZoomFactor = factor
            ↓device.ramp(toVideoZoomFactor: factor, withRate: 4)
          }
        }
        """),
      Example(
        "the lock comes later",
        """
        import AVFoundation

        final class Camera {
          var input: AVCaptureDeviceInput?

          func focus(at point: CGPoint) throws {
            guard let device = input?.device else { return }
            ↓device.focusPointOfInterest = point
            try device.lockForConfiguration()
            device.focusMode = .autoFocus
            device.unlockForConfiguration()
          }
        }
        """),
      Example(
        "another device is locked",
        """
        import AVFoundation

        final class Cameras {
          let old: AVCaptureDevice
          let new: AVCaptureDevice

          init(old: AVCaptureDevice, new: AVCaptureDevice) {
            self.old = old
            self.new = new
          }

          func darken() throws {
            try old.lockForConfiguration()
            ↓new.torchMode = .off
            old.torchMode = .off
            old.unlockForConfiguration()
          }
        }
        """),
      Example(
        "a helper whose caller does not lock",
        """
        import AVFoundation

        final class Camera {
          func apply(_ device: AVCaptureDevice) {
            expose(device)
          }

          private func expose(_ device: AVCaptureDevice) {
            ↓device.exposureMode = .continuousAutoExposure
          }
        }
        """),
      Example(
        "locked in a do block",
        """
        import AVFoundation

        func slowMotion(_ device: AVCaptureDevice, _ format: AVCaptureDevice.Format) {
          do {
            try device.lockForConfiguration()
            defer { device.unlockForConfiguration() }
            device.activeFormat = format
            device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 120)
          } catch {
            print("cannot lock", error)
          }
        }
        """),
      Example(
        "locked in a guard, and through another name for the same device",
        """
        import AVFoundation

        final class Camera {
          let input: AVCaptureDeviceInput

          init(_ input: AVCaptureDeviceInput) { self.input = input }

          func light(_ on: Bool) {
            guard (try? input.device.lockForConfiguration()) != nil else { return }
            let device = input.device
            if device.hasTorch { device.torchMode = on ? .on : .off }
            device.unlockForConfiguration()
          }
        }
        """),
      Example(
        "a helper that locks",
        """
        import AVFoundation

        extension AVCaptureDevice {
          func locked(_ change: (AVCaptureDevice) -> Void) throws {
            try lockForConfiguration()
            change(self)
            unlockForConfiguration()
          }
        }

        func focus(_ device: AVCaptureDevice) throws {
          try device.locked { device in
            device.focusMode = .continuousAutoFocus
          }
        }
        """),
      Example(
        "callers that lock",
        """
        import AVFoundation

        final class Camera {
          func apply(_ device: AVCaptureDevice) throws {
            try device.lockForConfiguration()
            expose(device)
            device.unlockForConfiguration()
          }

          private func expose(_ device: AVCaptureDevice) {
            device.exposureMode = .continuousAutoExposure
          }
        }
        """),
      Example(
        "helpers of the device itself, whose callers may lock",
        """
        import AVFoundation

        extension AVCaptureDevice {
          func light(_ on: Bool) {
            torchMode = on ? .on : .off
            self.videoZoomFactor = 1
          }
        }
        """),
      Example(
        "settings of a photo, which need no lock",
        """
        import AVFoundation

        func settings() -> AVCapturePhotoSettings {
          let settings = AVCapturePhotoSettings()
          settings.flashMode = .auto
          return settings
        }
        """),
      Example(
        "a private camera and one just asked for, in a type that locks elsewhere",
        """
        import AVFoundation

        final class Camera {
          private var device: AVCaptureDevice?

          func focus() throws {
            try device?.lockForConfiguration()
            device?.focusMode = .autoFocus
            device?.unlockForConfiguration()
          }

          func pinched(_ scale: CGFloat) {
            ↓device?.videoZoomFactor = scale
          }

          func light() {
            guard let torch = AVCaptureDevice.default(for: .video), torch.hasTorch else { return }
            ↓torch.torchMode = .on
          }
        }
        """),
    ],
    knownMisses: [
      "unlocked too early", "a device that is locked in one branch only of a function that calls another",
    ],
    knownFalseAlarms: ["a lock that another object holds for longer"])

  static let properties: Set<String> = [
    "focusMode", "focusPointOfInterest", "isSmoothAutoFocusEnabled", "autoFocusRangeRestriction",
    "exposureMode",
    "exposurePointOfInterest", "activeMaxExposureDuration", "whiteBalanceMode", "torchMode",
    "videoZoomFactor",
    "activeFormat", "activeVideoMinFrameDuration", "activeVideoMaxFrameDuration", "activeColorSpace",
    "activeDepthDataFormat", "isSubjectAreaChangeMonitoringEnabled", "isVideoHDREnabled",
    "automaticallyAdjustsVideoHDREnabled", "automaticallyEnablesLowLightBoostWhenAvailable",
    "isGeometricDistortionCorrectionEnabled", "isGlobalToneMappingEnabled",
  ]
  static let functions: Set<String> = [
    "ramp", "cancelVideoZoomRamp", "setTorchModeOn", "setExposureModeCustom", "setExposureTargetBias",
    "setFocusModeLocked", "setWhiteBalanceModeLocked", "setDynamicAspectRatio",
  ]

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    program.units(naming: Self.properties.union(Self.functions)).flatMap { unit in
      var found: [Finding] = []
      unit.forEachExpression { site in
        guard let (name, base) = change(program, site), let device = program.reference(base) else { return }
        let locks: (Site) -> Bool = { other in
          guard let call = other.call, call.name == "lockForConfiguration" else { return false }
          return call.base.map { program.reference($0) == device } ?? (device.description == "self")
        }
        guard !program.surelyBefore(site, locks), !isHandedOver(program, site) else { return }
        guard !mayBeLockedByCaller(program, site, base) else { return }
        found.append(
          Finding(
            self, at: site,
            "\(name) is changed, but lockForConfiguration was not called on this device before"))
      }
      return found
    }
  }

  /// The name that is set or called, and the device.
  private func change(_ program: Program, _ site: Site) -> (String, Site)? {
    if let assignment = site.anyAssignment, Self.properties.contains(assignment.name),
      let base = assignment.base
    {
      return program.type(of: base)?.base == "AVCaptureDevice" ? (assignment.name, base) : nil
    }
    if let call = site.call, Self.functions.contains(call.name), let base = call.base {
      return program.type(of: base)?.base == "AVCaptureDevice" ? (call.name, base) : nil
    }
    return nil
  }

  /// Has a caller locked it? Where no caller is known, code that locks elsewhere gets the benefit of the doubt.
  private func mayBeLockedByCaller(_ program: Program, _ site: Site, _ base: Site) -> Bool {
    let locks: (Site) -> Bool = { $0.call?.name == "lockForConfiguration" }
    // A lock further down shows that the function means to lock by itself.
    guard let function = program.namedFunction(around: site), !program.somewhere(in: site.unit, locks) else {
      return false
    }
    let callers = program.callers(of: function)
    guard callers.isEmpty else {
      return callers.allSatisfy { caller in
        program.surelyBefore(caller, locks) || isHandedOver(program, caller)
          || program.namedFunction(around: caller).map { program.everyCall(of: $0, isAfter: locks) } == true
      }
    }
    if isKnownHereOnly(program, base) { return false }
    return Self.comesFromOutside(program, base)
      || program.somewhere(inType: site.unit.type, of: site.file, locks)
  }

  /// A camera that this function asked for itself, or a private property: nobody outside can have locked it.
  private func isKnownHereOnly(_ program: Program, _ base: Site) -> Bool {
    let value = program.value(base)
    if let call = value.call, call.name == "default" || call.name == "AVCaptureDevice" { return true }
    guard case .name(let name) = value.expression.core.kind,
      case .property(let property, _)? = program.definition(
        of: name, at: Site(unit: value.unit, expression: value.expression.core, around: value.around))
    else { return false }
    return property.has("private")
  }

  private static func comesFromOutside(_ program: Program, _ base: Site) -> Bool {
    switch program.value(base).expression.core.kind {
    case .name("self"): return true
    case .name(let name):
      if case .parameter(_, let function, _)? = program.definition(of: name, at: base) {
        return function.form != .closure
      }
      return false
    default: return false
    }
  }

  /// Inside a closure that is given to a function which may lock: any but those known to run a closure as it is.
  private func isHandedOver(_ program: Program, _ site: Site) -> Bool {
    for (depth, node) in site.around.enumerated() {
      guard case .function(let function) = node, function.form == .closure else { continue }
      guard let call = CallOfClosure(function, around: Array(site.around[...depth])) else { return true }
      if !Self.plain.contains(call.callee.lastName ?? "") { return true }
    }
    return false
  }

  static let plain: Set<String> = [
    "async", "sync", "asyncAfter", "Task", "detached", "run", "forEach", "map", "compactMap", "filter",
    "first",
    "animate", "sorted", "onTapGesture", "onChange", "onAppear", "gesture", "onChanged", "onEnded", "Button",
    "sink",
    "observe", "requestAccess", "addObserver", "UIAction",
  ]
}
