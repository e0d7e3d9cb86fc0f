import DuoFoundation
import Foundation
import Testing

@MainActor
@Suite struct SelectorTests {
  final class Target {
    var heard: [String] = []
    func tapped(_ sender: Any?, _ event: Any?) { heard.append("\(sender ?? "none") \(event ?? "none")") }
  }

  @Test func aNameIsApples() {
    let selector = Selector("tap:")
    #expect(selector.description == "tap:")
    #expect(NSStringFromSelector(selector) == "tap:")
    #expect(NSSelectorFromString("tap:") == selector)
    #expect(selector == "tap:")
    #expect(selector != Selector("tap"))
    #expect(!selector.canBePerformed)
  }

  @Test func whatASelectorCallsDoesNotMakeItAnother() {
    let one = Selector("tap") { _ in }
    let other = Selector("tap") { _, _, _ in }
    #expect(Set([one, other, Selector("tap")]).count == 1)
    #expect(one.canBePerformed && other.canBePerformed)
  }

  @Test func performingCallsTheTarget() {
    let target = Target()
    let selector = Selector("tap:with:") { target, sender, event in
      (target as? Target)?.tapped(sender, event)
    }
    selector.perform(on: target)
    selector.perform(on: target, "button")
    selector.perform(on: target, "button", "event")
    #expect(target.heard == ["none none", "button none", "button event"])
  }

  @Test func theShortFormGetsTheSender() {
    var heard: [String] = []
    let selector = Selector("tap:") { sender in heard.append("\(sender ?? "none")") }
    selector.perform(on: Target(), 7)
    selector.perform(on: Target())
    #expect(heard == ["7", "none"])
  }

  @Test func aNameAloneIsNoMethod() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      await MainActor.run { Selector("tap:").perform(on: Target()) }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains("'NSInvalidArgumentException', reason: '-[Target tap:]: unrecognized selector sent to "))
    #expect(text.contains("instance 0x"))
  }
}
