import CaptureFacts
import SourceModel

/// Zoom factors as fixed numbers.
struct ZoomAssumesCamera: Rule {
  let about = RuleDescription(
    name: "zoom-assumes-camera", severity: .warning,
    summary: "a fixed zoom factor is set that not every camera has, or that means something else on it",
    reason: """
      On a virtual rear camera factor 1 is the ultra-wide lens and the person's 1x is the first switch-over factor; the \
      Duo's front cameras have other ranges and none at all. A factor outside the device's range raises an exception. Take \
      factors from virtualDeviceSwitchOverVideoZoomFactors, and clamp them to minAvailableVideoZoomFactor and \
      maxAvailableVideoZoomFactor after each camera change.
      """,
    sources: ["reference: zoom of virtual devices", "field reports R106, R110"],
    examples: [
      Example(
        "a number",
        """
        import AVFoundation

        final class Camera {
          var device: AVCaptureDevice?

          func telephoto() throws {
            guard let device else { return }
            try device.lockForConfiguration()
            ↓device.videoZoomFactor = 2.0
            device.unlockForConfiguration()
          }
        }
        """),
      Example(
        "one of two numbers",
        """
        import AVFoundation

        func zoom(_ device: AVCaptureDevice, isFar: Bool) throws {
          try device.lockForConfiguration()
          defer { device.unlockForConfiguration() }
          ↓device.videoZoomFactor = isFar ? 2 : 1
        }
        """),
      Example(
        "a ramp to a number",
        """
        import AVFoundation

        func closer(_ device: AVCaptureDevice) throws {
          try device.lockForConfiguration()
          defer { device.unlockForConfiguration() }
          ↓device.ramp(toVideoZoomFactor: 5, withRate: 2)
        }
        """),
      Example(
        "a table of numbers",
        """
        import AVFoundation

        final class Camera {
          static let standard: CGFloat = 2

          func reset(_ device: AVCaptureDevice) throws {
            try device.lockForConfiguration()
            ↓device.videoZoomFactor = Self.standard
            device.unlockForConfiguration()
          }
        }
        """),
      Example(
        "clamped to the device",
        """
        import AVFoundation

        func zoom(_ device: AVCaptureDevice, to factor: CGFloat) throws {
          try device.lockForConfiguration()
          defer { device.unlockForConfiguration() }
          device.videoZoomFactor = min(max(factor, device.minAvailableVideoZoomFactor), device.maxAvailableVideoZoomFactor)
        }
        """),
      Example(
        "the switch-over factor",
        """
        import AVFoundation

        func standard(_ device: AVCaptureDevice) throws {
          try device.lockForConfiguration()
          device.videoZoomFactor = device.virtualDeviceSwitchOverVideoZoomFactors.first.map { CGFloat(truncating: $0) } ?? 1
          device.unlockForConfiguration()
        }
        """),
      Example(
        "back to 1 on a camera of one lens, and a number that was compared with the range",
        """
        import AVFoundation

        func reset(_ device: AVCaptureDevice) throws {
          try device.lockForConfiguration()
          device.videoZoomFactor = 1.0
          if device.maxAvailableVideoZoomFactor >= 3 {
            device.videoZoomFactor = 3
          }
          device.unlockForConfiguration()
        }
        """),
    ],
    knownMisses: [
      "a factor from a gesture that is clamped to fixed numbers", "a factor in a table of lenses",
    ],
    knownFalseAlarms: ["a device that is known to be one particular rear camera"])

  static let questions: Set<String> = [
    "maxAvailableVideoZoomFactor", "videoMaxZoomFactor", "virtualDeviceSwitchOverVideoZoomFactors",
    "minAvailableVideoZoomFactor", "systemRecommendedVideoZoomRange",
  ]

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    program.units(naming: ["videoZoomFactor", "ramp"]).flatMap { unit in
      var found: [Finding] = []
      unit.forEachExpression { site in
        guard let factor = factor(program, site), factor != 1, !program.surelyBefore(site, asks) else {
          return
        }
        found.append(
          Finding(self, at: site, "zoom factor \(factor.formatted) is fixed, and not every camera has it"))
      }
      return found
    }
  }

  private func asks(_ site: Site) -> Bool { site.expression.lastName.map(Self.questions.contains) ?? false }

  /// The fixed factor that is set here.
  private func factor(_ program: Program, _ site: Site) -> Double? {
    if let assignment = site.assignment, assignment.name == "videoZoomFactor", let base = assignment.base,
      program.type(of: base)?.base == "AVCaptureDevice"
    {
      return number(program, assignment.value)
    }
    if let call = site.call, call.name == "ramp", let base = call.base,
      program.type(of: base)?.base == "AVCaptureDevice", let factor = call.argument("toVideoZoomFactor")
    {
      return number(program, factor)
    }
    return nil
  }

  private func number(_ program: Program, _ site: Site) -> Double? {
    let value = program.value(site).expression.core
    if case .literal(let text) = value.kind { return Double(text) }
    if case .ternary(_, let first, let second) = value.kind {
      // `isFar ? 2 : 1`: the one that is not 1 counts.
      guard let one = number(program, site.inside(first)), let other = number(program, site.inside(second))
      else { return nil }
      return one == 1 ? other : one
    }
    if case .call(let callee, let arguments) = value.kind, callee.lastName == "CGFloat", arguments.count == 1,
      case .literal(let text) = arguments[0].value.kind
    {
      return Double(text)
    }
    return nil
  }
}

extension Double {
  /// Without a decimal point where there is nothing behind it.
  fileprivate var formatted: String { self == rounded() ? String(Int(self)) : String(self) }
}
