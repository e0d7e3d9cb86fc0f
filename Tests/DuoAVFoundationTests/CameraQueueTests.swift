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
    for number in 0..<3 { queue.claim(SessionFacts(cameras: [.rearWide]), for: id(number), in: .duo) }
    #expect(waiting(queue) == [0, 1])
    // Asking again for what it has already asked for changes nothing.
    queue.claim(SessionFacts(cameras: [.rearWide]), for: id(0), in: .duo)
    #expect(waiting(queue) == [0, 1])
    queue.release(id(2))
    #expect(waiting(queue) == [0])
    queue.release(id(1))
    #expect(waiting(queue) == [])
  }

  @Test func aVirtualCameraAndItsConstituentsAreOne() {
    var mismatches: [String] = []
    let shared: [(CameraID, CameraID, Bool)] = [
      (.virtualFront, .outerFront, true), (.virtualFront, .innerFront, true),
      (.rearDualWide, .rearWide, true),
      (.rearDualWide, .rearUltraWide, true), (.outerFront, .innerFront, false),
      (.rearWide, .rearUltraWide, false),
      (.virtualFront, .rearDualWide, false), (.rearWide, .rearWide, true),
    ]
    for (a, b, collide) in shared {
      for (first, second) in [(a, b), (b, a)] {
        var queue = CameraQueue()
        queue.claim(SessionFacts(cameras: [first]), for: id(0), in: .duo)
        queue.claim(SessionFacts(cameras: [second]), for: id(1), in: .duo)
        if waiting(queue) != (collide ? [0] : []) { mismatches.append("\(first), \(second)") }
      }
    }
    #expect(mismatches == [])
  }

  /// The one in the middle cannot run, so it keeps nothing from the first.
  @Test func aWaitingSessionKeepsNothingFromOthers() {
    var queue = CameraQueue()
    queue.claim(SessionFacts(cameras: [.outerFront]), for: id(0), in: .duo)
    queue.claim(SessionFacts(cameras: [.virtualFront]), for: id(1), in: .duo)
    #expect(waiting(queue) == [0])
    queue.claim(SessionFacts(cameras: [.innerFront]), for: id(2), in: .duo)
    #expect(waiting(queue) == [1])
  }

  @Test func whomThePhoneHoldsBackUsesNothing() {
    var state = PhoneState.initial(.duo, pose: "open-landscape")!
    state.app.isInSplitView = true
    var queue = CameraQueue()
    queue.claim(
      SessionFacts(cameras: [.rearWide], hasMultitaskingCameraAccess: true), for: id(0), in: .duo)
    queue.claim(SessionFacts(cameras: [.rearWide]), for: id(1), in: .duo)
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
          queue.claim(SessionFacts(cameras: [camera]), for: id(who), in: .duo)
          let old = list.firstIndex { $0.who == who }
          let new = Set(PhoneDescription.duo.physicalCameras(of: camera))
          if let old, new.isSubset(of: PhoneDescription.duo.physicalCameras(of: list[old].camera)) {
            list[old].camera = camera
          } else {
            list.removeAll { $0.who == who }
            list.append((who, camera))
          }
        }
        var runs: [(who: Int, camera: CameraID)] = []
        for entry in list.reversed() {
          let mine = PhoneDescription.duo.physicalCameras(of: entry.camera)
          let isFree = runs.allSatisfy { other in
            !PhoneDescription.duo.physicalCameras(of: other.camera).contains(where: mine.contains)
          }
          if isFree { runs.append(entry) }
        }
        let expected = list.map(\.who).filter { who in !runs.contains { $0.who == who } }.sorted()
        if waiting(queue) != expected { mismatches.append("seed \(seed), step \(step)") }
      }
    }
    #expect(Array(mismatches.prefix(5)) == [])
  }
}
