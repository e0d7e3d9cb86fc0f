import CaptureFacts
import SourceModel

/// Widths, rates and presets as fixed numbers.
struct HardCodedFormat: Rule {
  let about = RuleDescription(
    name: "hard-coded-format", severity: .warning,
    summary: "a preset or frame rate is set that the next camera may not have",
    reason: """
      The Duo's cameras differ: the outer front camera has 4K and high rates, the inner and the virtual one end at 1080p and \
      60 fps. A preset that the camera lacks makes addInput raise, and a frame duration outside the format's ranges raises, \
      too. Ask canSetSessionPreset, and read rates from the active format's videoSupportedFrameRateRanges.
      """,
    sources: ["seed 004 section 1: never hard-code either number", "field reports R094, R112, R113, R118"],
    scenario: .init(
      "fold", reportRules: ["app"],
      shows: "the app stops with an exception when it switches to the inner camera"),
    examples: [
      Example(
        "4K without asking",
        """
        import AVFoundation

        final class Camera {
          let session = AVCaptureSession()

          func configure() {
            session.beginConfiguration()
            ↓session.sessionPreset = .hd4K3840x2160
            session.commitConfiguration()
          }
        }
        """),
      Example(
        "120 frames a second without asking",
        """
        import AVFoundation

        final class Camera {
          func fast(_ device: AVCaptureDevice) throws {
            try device.lockForConfiguration()
            ↓device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 120)
            ↓device.activeVideoMaxFrameDuration = CMTimeMake(value: 1, timescale: 120)
            device.unlockForConfiguration()
          }
        }
        """),
      Example(
        "a preset in a constant",
        """
        import AVFoundation

        actor CaptureService {
          private let session = AVCaptureSession()
          private let preset = AVCaptureSession.Preset.hd4K3840x2160

          func setUp() {
            ↓session.sessionPreset = preset
          }
        }
        """),
      Example(
        "asked first",
        """
        import AVFoundation

        final class Camera {
          let session = AVCaptureSession()

          func configure() {
            if session.canSetSessionPreset(.hd4K3840x2160) {
              session.sessionPreset = .hd4K3840x2160
            } else {
              session.sessionPreset = .high
            }
          }
        }
        """),
      Example(
        "a rate that a range contains",
        """
        import AVFoundation

        func fast(_ device: AVCaptureDevice) throws {
          guard device.activeFormat.videoSupportedFrameRateRanges.contains(where: { $0.maxFrameRate >= 120 }) else { return }
          try device.lockForConfiguration()
          device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 120)
          device.unlockForConfiguration()
        }
        """),
      Example(
        "presets that every camera has, rates that every format has",
        """
        import AVFoundation

        func configure(_ session: AVCaptureSession, _ device: AVCaptureDevice) throws {
          session.sessionPreset = .photo
          session.sessionPreset = .hd1280x720
          try device.lockForConfiguration()
          device.activeVideoMaxFrameDuration = CMTime(value: 1, timescale: 30)
          device.activeVideoMinFrameDuration = .invalid
          device.unlockForConfiguration()
        }
        """),
      Example(
        "a format that was searched for, then its rate",
        """
        import AVFoundation

        func slowMotion(_ device: AVCaptureDevice) throws {
          let fitting = device.formats.first { format in
            format.videoSupportedFrameRateRanges.contains { $0.maxFrameRate >= 120 }
          }
          guard let fitting else { return }
          try device.lockForConfiguration()
          device.activeFormat = fitting
          device.activeVideoMinFrameDuration = CMTime(value: 1, timescale: 120)
          device.unlockForConfiguration()
        }
        """),
    ],
    knownMisses: [
      "a rate that comes from a setting of the app", "the first format of a width, whatever its rates",
    ],
    knownFalseAlarms: ["an app that asks in the function that calls this one"])

  /// Presets that some camera of a Duo lacks.
  static let demanding: Set<String> = ["hd4K3840x2160"]

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    program.units(naming: ["sessionPreset", "activeVideoMinFrameDuration", "activeVideoMaxFrameDuration"])
      .flatMap { unit in
        var found: [Finding] = []
        unit.forEachExpression { site in
          guard let assignment = site.assignment, let base = assignment.base else { return }
          switch assignment.name {
          case "sessionPreset":
            guard let preset = program.value(assignment.value).expression.lastName,
              Self.demanding.contains(preset),
              program.site(base, isA: ["AVCaptureSession"]), !program.surelyBefore(site, Self.asksForPreset),
              !asksInType(program, site, Self.asksForPreset)
            else { return }
            found.append(
              Finding(self, at: site, "\(preset) is set without canSetSessionPreset; not every camera has it")
            )
          case "activeVideoMinFrameDuration", "activeVideoMaxFrameDuration":
            guard program.type(of: base)?.base == "AVCaptureDevice",
              let rate = rate(program, assignment.value),
              rate > 30,
              !program.surelyBefore(site, Self.asksForRates), !asksInType(program, site, Self.asksForRates)
            else { return }
            found.append(
              Finding(
                self, at: site, "\(rate) frames a second are set without looking whether the format has them")
            )
          default: return
          }
        }
        return found
      }
  }

  private static func asksForPreset(_ site: Site) -> Bool {
    ["canSetSessionPreset", "supportsSessionPreset"].contains(site.expression.lastName ?? "")
  }

  private static func asksForRates(_ site: Site) -> Bool {
    ["videoSupportedFrameRateRanges", "maxFrameRate", "minFrameDuration"].contains(
      site.expression.lastName ?? "")
  }

  /// A search for a format is often a function of its own.
  private func asksInType(_ program: Program, _ site: Site, _ asks: @escaping (Site) -> Bool) -> Bool {
    program.somewhere(inType: site.unit.type, of: site.file, asks)
  }

  /// Of `CMTime(value: 1, timescale: 120)`, the rate.
  private func rate(_ program: Program, _ site: Site) -> Int? {
    let value = program.value(site)
    guard case .call(let callee, let arguments) = value.expression.core.kind,
      ["CMTime", "CMTimeMake"].contains(callee.lastName ?? ""),
      let scale = arguments.first(where: { $0.label == "timescale" }),
      case .literal(let text) = program.value(value.inside(scale.value)).expression.core.kind
    else { return nil }
    guard let first = arguments.first(where: { $0.label == "value" }),
      case .literal("1") = first.value.core.kind
    else {
      return nil
    }
    return Int(text)
  }
}
