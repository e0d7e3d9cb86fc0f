import CaptureFacts
import CheckerReports
import CheckerRules
import SourceModel

/// The last words of a check: which of the Duo's camera strategies the app uses, what that means in each pose, and which
/// scenarios to run.
enum ReadinessReport {
  static func make(_ programs: [Program], _ findings: [Finding]) -> Readiness {
    let facts = StrategyFacts(programs)
    guard facts.usesCapture else { return Readiness() }
    return Readiness(
      strategies: strategies(facts), poses: poses(facts), scenarios: scenarios(facts, findings))
  }

  private static func strategies(_ facts: StrategyFacts) -> [String] {
    var lines: [String] = []
    if facts.namesPhysicalFront {
      lines.append(
        facts.hasDirectionCoordinator
          ? "physical front cameras, chosen by a direction coordinator"
          : "physical front cameras without a direction coordinator: nothing tells the app when to switch")
    }
    if facts.asksForFront {
      lines.append(
        "the virtual front camera: the system switches between the two front cameras, up to 1080p at 60 fps")
    }
    if facts.asksForBack {
      lines.append("rear cameras: they face the person when the open phone is turned around")
    }
    if facts.hasAccessory {
      lines.append("a scene accessory on the outer display while the inner one is in use")
    }
    if lines.isEmpty {
      lines.append("a camera is used, but the sources do not say which: no strategy for the Duo is visible")
    }
    return lines
  }

  private static func poses(_ facts: StrategyFacts) -> [(pose: String, meaning: String)] {
    guard facts.asksForFront || facts.namesPhysicalFront || facts.asksForBack else { return [] }
    var front: [(pose: String, meaning: String)] = []
    if facts.namesPhysicalFront, facts.hasDirectionCoordinator {
      front = [
        ("closed", "the handler names the outer front camera as forward"),
        ("open", "the handler names the inner front camera as forward; the input must be replaced"),
        (
          "flipped",
          "rear and outer front camera face the person; the preview of the rear one must be mirrored"
        ),
      ]
    } else if facts.namesPhysicalFront {
      front = [
        ("closed", "right only if the outer camera was chosen"),
        (
          "open",
          "the outer front camera faces away from the person, and the preview is mirrored all the same"
        ),
        ("flipped", "the inner front camera faces away from the person"),
      ]
    } else if facts.asksForFront {
      front = [
        ("closed", "the outer front camera streams and faces the person"),
        ("open", "the inner front camera streams and faces the person"),
        ("flipped", "the camera follows the display that the app is on; rear cameras face the person, too"),
      ]
    }
    if facts.asksForBack {
      let mirrored = facts.hasDirectionCoordinator ? "the map says so" : "nothing in the sources notices"
      front.append(
        ("flipped, rear camera", "it faces the person and its preview is not mirrored: \(mirrored)"))
    }
    return front
  }

  private static func scenarios(_ facts: StrategyFacts, _ findings: [Finding]) -> [String] {
    var found: [String] = ["tour"]
    for finding in findings {
      if let name = AllRules.rule(named: finding.rule)?.about.scenario?.name, !found.contains(name) {
        found.append(name)
      }
    }
    return found.map { "diptych run APP --scenario \($0)" }
  }
}

/// What the sources say of the cameras that the app wants.
struct StrategyFacts {
  var usesCapture = false
  var namesPhysicalFront = false
  var hasDirectionCoordinator = false
  var asksForFront = false
  var asksForBack = false
  var hasAccessory = false

  init(_ programs: [Program]) {
    for unit in programs.flatMap({ $0.units(naming: Self.names) }) {
      unit.forEachExpression { site in take(site.expression) }
    }
  }

  private static let names: Set<String> = [
    "builtInOuterUltraWideCamera", "builtInInnerUltraWideCamera", "AVCaptureDeviceDirectionCoordinator",
    "CameraCaptureAccessory", "registerSceneAccessory", "AVCaptureSession", "AVCaptureDevice",
    "AVCaptureDeviceInput", "AVCaptureMultiCamSession", "front", "back",
  ]

  private mutating func take(_ expression: Expression) {
    guard let name = expression.lastName else { return }
    switch name {
    case "builtInOuterUltraWideCamera", "builtInInnerUltraWideCamera": namesPhysicalFront = true
    case "AVCaptureDeviceDirectionCoordinator": hasDirectionCoordinator = true
    case "CameraCaptureAccessory", "registerSceneAccessory": hasAccessory = true
    case "AVCaptureSession", "AVCaptureDevice", "AVCaptureDeviceInput", "AVCaptureMultiCamSession":
      usesCapture = true
    case "front": asksForFront = asksForFront || Self.isPosition(expression)
    case "back": asksForBack = asksForBack || Self.isPosition(expression)
    default: break
    }
  }

  private static func isPosition(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .implicitMember: true
    case .member(let base, _): base.lastName == "Position"
    default: false
    }
  }
}
