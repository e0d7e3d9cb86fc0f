import Testing

@testable import PhoneModel

@Suite struct SafeAreaDistanceTests {
  private func list(_ phone: PhoneDescription, _ display: DisplayID) -> [[Double]] {
    guard let display = phone.display(display) else { return [] }
    return (0..<4).map { turn in
      let taken = SafeArea.distances(on: display, interfaceTurn: QuarterTurns(turn), in: phone)
      return [taken.top, taken.left, taken.bottom, taken.right]
    }
  }

  /// As measured on an iPhone of 390 x 844 points.
  @Test func aPhoneWithANotch() {
    let single = PhoneDescription.builtIn.first { $0.name == "single" }!
    #expect(
      list(single, .outer) == [[47, 0, 34, 0], [0, 47, 21, 47], [47, 0, 47, 0], [0, 47, 21, 47]])
  }

  @Test func theDuosDisplays() {
    #expect(
      list(.duo, .outer) == [[83, 0, 34, 0], [0, 83, 21, 83], [54, 0, 83, 0], [0, 83, 21, 83]])
    // Native is upright, 669 x 951; a camera under the display takes nothing.
    #expect(
      list(.duo, .inner) == [[24, 0, 34, 0], [24, 0, 21, 0], [24, 0, 34, 0], [24, 0, 21, 0]])
  }

  @Test func otherNumbersMoveTheEdges() {
    var phone = PhoneDescription.duo
    phone.displays[0].bars.statusBar.value = 100
    phone.displays[0].bars.homeIndicatorWhenWide.value = 5
    phone.displays[0].bars.statusBarWhenWide.value = true
    #expect(list(phone, .outer)[0] == [100, 0, 34, 0])
    #expect(list(phone, .outer)[1] == [100, 83, 5, 83])
    let index = phone.cameras.firstIndex { $0.id == .outerFront }!
    phone.cameras[index].occlusion?.onlyWhileRunning.value = true
    #expect(list(phone, .outer)[1] == [100, 0, 5, 0])
  }
}
