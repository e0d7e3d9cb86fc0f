import PhoneHardware
import PhoneModel

/// What a display shows where no scene of the app is.
enum HomeScreen {
  /// The turn in which it stands upright for its viewer, of those that the display offers. Where the display lies so flat
  /// that no turn is upright, the app's display keeps the turn that the app left there. [assumed]
  static func interfaceTurn(
    on display: DisplayID, _ state: PhoneState, at time: PhoneTime, in description: PhoneDescription
  ) -> QuarterTurns {
    let left = display == state.app.display ? state.app.interfaceTurn : 0
    return InterfaceRotation.orientation(
      on: display, PlacedPhone(state, at: time, in: description),
      supported: Set(InterfaceOrientation.allCases), current: InterfaceOrientation(interfaceTurn: left)
    )?.interfaceTurn ?? left
  }

  static func interfaceTurn(on display: DisplayID, of phone: any PhoneHardware) -> QuarterTurns {
    interfaceTurn(on: display, phone.state, at: phone.clock.now, in: phone.description)
  }
}
