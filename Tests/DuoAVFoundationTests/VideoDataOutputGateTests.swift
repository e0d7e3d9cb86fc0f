import Testing

@testable import DuoAVFoundation

@Suite struct VideoDataOutputGateTests {
  typealias Verdict = FrameGate.Verdict

  /// A busy app, frame by frame: buffers in use are the frames that were delivered and not released.
  @Test func busyQueueDropsAtOnceOrLetsFramesWait() {
    var strict = FrameGate()
    var verdicts = [strict.frame(buffersInUse: 0, of: 3), strict.frame(buffersInUse: 1, of: 3)]
    strict.callbackReturned()
    verdicts.append(strict.frame(buffersInUse: 0, of: 3))
    #expect(verdicts == [.deliver, .drop(.late), .deliver])

    var patient = FrameGate()
    patient.discardsLateFrames = false
    verdicts = (0..<4).map { patient.frame(buffersInUse: $0, of: 3) }
    patient.callbackReturned()
    verdicts.append(patient.frame(buffersInUse: 3, of: 3))
    verdicts.append(patient.frame(buffersInUse: 2, of: 3))
    #expect(
      verdicts == [.deliver, .deliver, .deliver, .drop(.outOfBuffers), .drop(.outOfBuffers), .deliver])
  }

  @Test func keptBuffersStarveTheOutput() {
    var gate = FrameGate()
    var verdicts: [Verdict] = []
    var kept = 0
    for _ in 0..<8 {
      let verdict = gate.frame(buffersInUse: kept, of: 5)
      verdicts.append(verdict)
      if verdict == .deliver {
        kept += 1
        gate.callbackReturned()
      }
    }
    #expect(
      verdicts == Array(repeating: .deliver, count: 5) + Array(repeating: .drop(.outOfBuffers), count: 3))
  }

  /// Against a list of frames that are each waiting, in their callback or kept.
  @Test func anyMixAgreesWithAListOfFrames() {
    var random = FixedRandom(state: 99)
    var mismatches: [String] = []
    for run in 0..<300 {
      let size = Int.random(in: 1...6, using: &random)
      var gate = FrameGate()
      gate.discardsLateFrames = Bool.random(using: &random)
      var inCallback: [Int] = []
      var alive: Set<Int> = []
      for step in 0..<60 {
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
          let expected: Verdict =
            alive.count == size
            ? .drop(.outOfBuffers) : gate.discardsLateFrames && !inCallback.isEmpty ? .drop(.late) : .deliver
          if gate.frame(buffersInUse: alive.count, of: size) != expected {
            mismatches.append("\(run).\(step)")
          }
          if expected == .deliver {
            inCallback.append(step)
            alive.insert(step)
          }
        case 1:
          if !inCallback.isEmpty {
            inCallback.removeFirst()
            gate.callbackReturned()
          }
        default:
          if let old = alive.sorted().first(where: { !inCallback.contains($0) }) { alive.remove(old) }
        }
      }
    }
    #expect(mismatches == [])
  }

  /// The first of a row, another reason, the end with how many; nothing in between.
  @Test func rowsOfDrops() {
    var row = DropRow()
    let verdicts: [Verdict] = [
      .deliver, .drop(.late), .drop(.late), .drop(.outOfBuffers), .deliver, .deliver, .drop(.outOfBuffers),
    ]
    let told: [DropRow.News?] = [
      nil, .begins(.late), nil, .begins(.outOfBuffers), .ends(count: 3), nil, .begins(.outOfBuffers),
    ]
    #expect(verdicts.map { row.take($0) } == told)
  }
}
