import PhoneModel
import Scenarios

/// A settled moment as the rules about the screen compare it with others: no pixels.
struct JudgedMoment: Sendable {
  /// What makes two moments differ by a fold, a turn or a move of the app.
  struct Place: Hashable, Sendable {
    var display: DisplayID
    var isInSplitView: Bool
    var interfaceTurn: QuarterTurns
    /// Whole degrees.
    var hinge: Int
    var pose: String?
  }

  var step: String
  var place: Place
  var activity: AppPlacement.Activity
  /// The display that the app is on is lit.
  var isShown: Bool
  /// The system offers the app to show an accessory.
  var offersAccessory: Bool
  /// Some step since the judged moment before touched the screen.
  var wasTouched: Bool
  var controls: [ControlObservation]
  var texts: [TextObservation]
  var windows: [WindowObservation]?

  init(_ moment: MomentRecord, wasTouched: Bool, in description: PhoneDescription) {
    let state = moment.state
    step = moment.stepName
    place = Place(
      display: state.app.display, isInSplitView: state.app.isInSplitView,
      interfaceTurn: state.app.interfaceTurn, hinge: Int(state.hinge.angle(at: moment.time).rounded()),
      pose: state.placement.pose)
    activity = state.app.activity
    isShown = state.litDisplays.contains(state.app.display)
    offersAccessory = Accessory.isAvailable(state, at: moment.time, in: description)
    self.wasTouched = wasTouched
    controls = moment.displays.flatMap(\.controls)
    texts = moment.displays.flatMap(\.texts)
    let seen = moment.displays.compactMap(\.windows)
    windows = seen.isEmpty ? nil : seen.flatMap { $0 }
  }

  /// People see the app and can use it.
  var isInUse: Bool { isShown && activity == .foreground }

  /// The controls that the app has given a name of their own, in one scene.
  func names(in scene: ObservedScene) -> Set<String> {
    Set(controls.filter { $0.isIdentified && $0.scene == scene }.map(\.name))
  }
}
