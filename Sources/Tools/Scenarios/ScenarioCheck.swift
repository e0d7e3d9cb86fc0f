import PhoneModel

extension Scenario {
  /// Compares the scenario with a phone: every pose, display and camera must be one it has. Throws
  /// `ScenarioError` with the first place where it is not.
  public func check(on phone: PhoneDescription, file: String) throws {
    if let start, Pose.named(start, for: phone) == nil { throw problem(file, "start", start, phone) }
    for (index, step) in steps.enumerated() {
      for (number, action) in step.actions.enumerated() {
        let place = "steps[\(index)].do" + (step.actions.count > 1 ? "[\(number)]" : "")
        if let what = action.problem(on: phone) {
          throw ScenarioError(file: file, place: place, what: what)
        }
      }
    }
  }

  /// Without the steps that a phone cannot do: for the built-in scenarios, which are made for the folding one.
  public func adapted(to phone: PhoneDescription) -> Scenario {
    var scenario = self
    scenario.steps = steps.compactMap { step in
      if step.actions.isEmpty { return step }
      var step = step
      let isPossible = step.actions.allSatisfy {
        if case .event(.moveApp) = $0 { return true }
        return $0.problem(on: phone) == nil
      }
      let movesApp = step.actions.contains { if case .event(.moveApp) = $0 { true } else { false } }
      step.actions = step.actions.filter { $0.problem(on: phone) == nil }
      // Without another display to move to, the person sees no other camera than before, and looks for no other.
      if movesApp, phone.displays.count == 1 { step.actions.removeAll(where: \.isOptionalTouch) }
      return isPossible ? step : nil
    }
    if let start, Pose.named(start, for: phone) == nil { scenario.start = nil }
    return scenario
  }

  private func problem(_ file: String, _ place: String, _ pose: String, _ phone: PhoneDescription)
    -> ScenarioError
  {
    ScenarioError(file: file, place: place, what: ScenarioAction.poseProblem(pose, phone))
  }
}

extension ScenarioAction {
  static func poseProblem(_ pose: String, _ phone: PhoneDescription) -> String {
    "\(phone.name) has no pose \"\(pose)\"; it has \(Pose.names(for: phone).joined(separator: ", "))"
  }

  private static func displayProblem(_ display: DisplayID, _ phone: PhoneDescription) -> String? {
    phone.display(display) == nil ? "\(phone.name) has no \(display.rawValue) display" : nil
  }

  /// A touch of something that need not be there.
  fileprivate var isOptionalTouch: Bool {
    if case .touch(let gesture) = self { gesture.target.ifPresent } else { false }
  }

  /// Why a phone cannot do this; nil when it can.
  func problem(on phone: PhoneDescription) -> String? {
    switch self {
    case .event(.pose(let name, _)):
      Pose.named(name, for: phone) == nil ? Self.poseProblem(name, phone) : nil
    case .event(.hinge): phone.hinge == nil ? "\(phone.name) has no hinge" : nil
    case .event(.moveApp(let display)): Self.displayProblem(display, phone)
    case .touch(let gesture): gesture.displays.lazy.compactMap { Self.displayProblem($0, phone) }.first
    case .event(.otherClient(let camera, _)), .event(.plug(let camera, _)):
      phone.camera(camera) == nil
        ? "\(phone.name) has no camera \"\(camera)\"; it has "
          + phone.cameras.map(\.id.rawValue).joined(separator: ", ") : nil
    case .event(.cameraControl):
      phone.policy.hasCameraControl.value ? nil : "\(phone.name) has no Camera Control"
    default: nil
    }
  }
}
