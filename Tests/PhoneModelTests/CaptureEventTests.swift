import PhoneModel
import Testing

/// Events that concern capture only.
@Suite struct CaptureEventTests {
  let start = PhoneState.initial(.duo, pose: "open-landscape")!

  func next(_ event: PhoneEvent, _ description: PhoneDescription = .duo) -> Transition {
    PhoneRules.next(start, event, at: .zero, in: description)
  }

  @Test func aResetChangesNothingAndIsNews() {
    #expect(next(.mediaServicesReset) == Transition(start, [.mediaServicesReset]))
  }

  @Test func sensitiveContentIsAFactOfThePhone() {
    let on = next(.sensitiveContent(true))
    #expect(on.state.isContentSensitive && on.effects == [])
    var wanted = start
    wanted.isContentSensitive = true
    #expect(on.state == wanted)
    #expect(PhoneRules.next(on.state, .sensitiveContent(false), at: .zero, in: .duo).state == start)
  }

  /// A phone without the key refuses; the built-in ones have none.
  @Test func onlyAPhoneWithACameraControlHasIts() {
    let gestures: [CameraControlGesture] = [.lightPress, .doubleLightPress, .slide(-1), .slide(0.5)]
    var withKey = PhoneDescription.duo
    withKey.policy.hasCameraControl.value = true
    var mismatches: [String] = []
    for gesture in gestures {
      let refusal = next(.cameraControl(gesture)).refusal
      if refusal != "duo has no Camera Control" { mismatches.append("\(gesture): \(refusal ?? "-")") }
      let done = next(.cameraControl(gesture), withKey)
      if done != Transition(start, [.cameraControl(gesture)]) {
        mismatches.append("\(gesture): \(done.effects)")
      }
    }
    #expect(mismatches == [])
    for part in [-1.5, 2, .infinity, .nan] {
      #expect(next(.cameraControl(.slide(part)), withKey).refusal != nil)
    }
  }

  @Test func whatTheCostsAreSaysWhoDecidedThem() {
    let policy = PhoneDescription.duo.policy
    #expect(
      [policy.hardwareCostUnit, policy.binnedCost, policy.depthCost, policy.pressureCostUnit].allSatisfy {
        $0.origin == .assumed && $0.value > 0
      })
    #expect(policy.hasCameraControl.origin == .assumed && policy.videoBuffers.origin == .forum)
  }
}
