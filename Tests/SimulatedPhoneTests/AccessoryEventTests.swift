import PhoneModel
import Testing

@testable import SimulatedPhone

/// The accessory's events on a running phone.
@Suite struct AccessoryEventTests {
  @Test func whatTheTraceSays() throws {
    let (phone, clock) = try SimulatedPhone.manual(.duo, pose: "open-landscape")
    #expect(
      phone.send(.accessoryShown(true)) == "no accessory can be shown: no capture session of the app runs")
    phone.send(.capturing(true))
    #expect(phone.send(.accessoryShown(true)) == nil)
    #expect(phone.state.litDisplays == [.inner, .outer])
    phone.send(.hinge(to: 120, over: .seconds(1)))
    clock.advance(by: .seconds(2))
    #expect(phone.state.litDisplays == [.inner] && !phone.state.isAccessoryShown)
    let told = phone.log.lines.filter {
      $0.contains("accessory-display") || $0.contains("\"display\":\"outer\"")
    }
    let at = "166666667"
    #expect(
      told == [
        #"{"t":0,"kind":"accessory-display","shown":true}"#,
        #"{"t":0,"kind":"display-lit","display":"outer"}"#,
        #"{"t":\#(at),"kind":"accessory-display","shown":false}"#,
        #"{"t":\#(at),"kind":"display-dark","display":"outer"}"#,
      ])
  }
}
