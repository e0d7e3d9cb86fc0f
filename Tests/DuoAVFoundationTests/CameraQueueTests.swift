import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite struct CameraQueueTests {
  /// Stands for a session.
  final class Name: Sendable {}
  let names = (0..<4).map { _ in Name() }
  let phone = PhoneState.initial(.duo, pose: "closed")!

  func id(_ number: Int) -> CameraQueue.Session { ObjectIdentifier(names[number]) }

  func waiting(_ queue: CameraQueue, _ state: PhoneState? = nil) -> [Int] {
    let waiting = queue.waiting(state ?? phone, in: .duo)
    return names.indices.filter { waiting.contains(id($0)) }
  }

  @Test func theLatestHasItAndTheMostRecentWaitingFollows() {
    var queue = CameraQueue()
    for number in 0..<3 { queue.claim(SessionFacts(cameras: [.rearWide]), for: id(number)) }
    #expect(waiting(queue) == [0, 1])
    // Asking again for what it has already asked for changes nothing.
    queue.claim(SessionFacts(cameras: [.rearWide]), for: id(0))
    #expect(waiting(queue) == [0, 1])
    queue.release(id(2))
    #expect(waiting(queue) == [0])
    queue.release(id(1))
    #expect(waiting(queue) == [])
  }

  /// Two sessions do not run beside each other, whatever their cameras are.
  @Test func oneSessionAtATime() {
    var mismatches: [String] = []
    let cameras: [CameraID] = [.virtualFront, .outerFront, .innerFront, .rearDualWide, .rearWide]
    for first in cameras {
      for second in cameras {
        var queue = CameraQueue()
        queue.claim(SessionFacts(cameras: [first]), for: id(0))
        queue.claim(SessionFacts(cameras: [second]), for: id(1))
        if waiting(queue) != [0] { mismatches.append("\(first), \(second)") }
        // With another camera it goes on waiting.
        queue.claim(SessionFacts(cameras: [.rearUltraWide]), for: id(0))
        if waiting(queue) != [0] { mismatches.append("\(first), \(second), another") }
      }
    }
    #expect(mismatches == [])
  }

  @Test func withoutCamerasASessionLeaves() {
    var queue = CameraQueue()
    queue.claim(SessionFacts(cameras: [.outerFront]), for: id(0))
    queue.claim(SessionFacts(cameras: [.rearWide]), for: id(1))
    queue.claim(SessionFacts(cameras: []), for: id(1))
    #expect(waiting(queue) == [] && queue.claims.map(\.session) == [id(0)])
  }

  @Test func whomThePhoneHoldsBackUsesNothing() {
    var state = PhoneState.initial(.duo, pose: "open-landscape")!
    state.app.isInSplitView = true
    var queue = CameraQueue()
    queue.claim(
      SessionFacts(cameras: [.rearWide], hasMultitaskingCameraAccess: true), for: id(0))
    queue.claim(SessionFacts(cameras: [.rearWide]), for: id(1))
    #expect(waiting(queue, state) == [])
    state.app.isInSplitView = false
    #expect(waiting(queue, state) == [0])
  }

  /// Against a plain re-telling: a list of who asked for what, in order.
  @Test func anyMixAgreesWithAPlainList() {
    var mismatches: [String] = []
    let cameras: [CameraID] = [.virtualFront, .outerFront, .innerFront, .rearWide, .rearDualWide]
    for seed in 1...200 as ClosedRange<UInt64> {
      var random = FixedRandom(state: seed &* 7919)
      var queue = CameraQueue()
      var list: [(who: Int, camera: CameraID)] = []
      for step in 0..<12 {
        let who = Int.random(in: 0..<4, using: &random)
        if Int.random(in: 0..<3, using: &random) == 0 {
          queue.release(id(who))
          list.removeAll { $0.who == who }
        } else {
          let camera = cameras.randomElement(using: &random)!
          queue.claim(SessionFacts(cameras: [camera]), for: id(who))
          if let old = list.firstIndex(where: { $0.who == who }) {
            list[old].camera = camera
          } else {
            list.append((who, camera))
          }
        }
        // Another app has the rear camera in some steps.
        var state = phone
        if step % 3 == 0 { state.takenByOthers = [.rearWide] }
        let able = list.lastIndex { entry in
          state.takenByOthers.isEmpty || ![.rearWide, .rearDualWide].contains(entry.camera)
        }
        let expected = able.map { list[..<$0].map(\.who).sorted() } ?? []
        if waiting(queue, state) != expected { mismatches.append("seed \(seed), step \(step)") }
      }
    }
    #expect(Array(mismatches.prefix(5)) == [])
  }
}
