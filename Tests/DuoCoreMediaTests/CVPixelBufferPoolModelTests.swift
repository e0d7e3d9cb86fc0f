import DuoCoreMedia
import Testing

/// Random stories of taking, reading, releasing and flushing, against a model that keeps plain counts.
@Suite struct CVPixelBufferPoolModelTests {
  @Test func randomStories() {
    var mismatches: [String] = []
    for seed in 0..<80 {
      if let difference = story(seed: UInt64(seed)) { mismatches.append("\(seed): \(difference)") }
    }
    #expect(mismatches == [])
  }

  /// A buffer that is held, and whether the model says that it has memory.
  private struct Held {
    var buffer: CVPixelBuffer
    var hasMemory: Bool
    var isFrame: Bool
  }

  private func story(seed: UInt64) -> String? {
    var random = SeededGenerator(seed: seed)
    let pool = makePool()
    var held: [Held] = []
    var idle = 0
    for step in 0..<100 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1:
        let threshold = Int.random(in: 1...6, using: &random)
        var buffer: CVPixelBuffer?
        let status = CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(
          nil, pool, [kCVPixelBufferPoolAllocationThresholdKey as String: threshold] as CFDictionary, &buffer)
        let isAllowed = idle > 0 || held.count < threshold
        if (status == kCVReturnSuccess) != isAllowed || (buffer != nil) != isAllowed {
          return "step \(step): threshold \(threshold) with \(held.count) and \(idle) gave \(status)"
        }
        guard let buffer else { continue }
        held.append(Held(buffer: buffer, hasMemory: idle > 0, isFrame: false))
        if idle > 0 { idle -= 1 }
      case 2, 3:
        let limit = Int.random(in: 1...6, using: &random)
        let buffer = pool.makeBuffer(limit: limit) { _ in }
        if (buffer != nil) != (held.count < limit) {
          return "step \(step): limit \(limit) with \(held.count)"
        }
        if let buffer { held.append(Held(buffer: buffer, hasMemory: false, isFrame: true)) }
      case 4, 5:
        guard let index = held.indices.randomElement(using: &random) else { continue }
        let isLazy = !held[index].buffer.hasPixels
        CVPixelBufferLockBaseAddress(held[index].buffer, .readOnly)
        CVPixelBufferUnlockBaseAddress(held[index].buffer, .readOnly)
        if isLazy == held[index].hasMemory { return "step \(step): memory too early or too late" }
        // A frame takes used memory only now; a buffer of the app took it when it was made, if there was any.
        if isLazy && held[index].isFrame && idle > 0 { idle -= 1 }
        held[index].hasMemory = true
      case 6:
        guard let index = held.indices.randomElement(using: &random) else { continue }
        if held.remove(at: index).hasMemory { idle += 1 }
      default:
        CVPixelBufferPoolFlush(pool, .excessBuffers)
        idle = 0
      }
      if pool.buffersInUse != held.count || pool.idleBlocks != idle {
        return
          "step \(step): \(pool.buffersInUse) in use for \(held.count), \(pool.idleBlocks) idle for \(idle)"
      }
      if Set(held.filter(\.hasMemory).map { address($0.buffer) }).count != held.filter(\.hasMemory).count {
        return "step \(step): two buffers share memory"
      }
    }
    return nil
  }

  private func address(_ buffer: CVPixelBuffer) -> UnsafeMutableRawPointer {
    buffer.withPixels { $0[0].base }
  }

  /// Keeps unused memory for ever, so that the machine's clock does not matter.
  private func makePool() -> CVPixelBufferPool {
    var pool: CVPixelBufferPool?
    CVPixelBufferPoolCreate(
      nil, [kCVPixelBufferPoolMaximumBufferAgeKey as String: 0] as CFDictionary,
      [
        kCVPixelBufferWidthKey as String: 4, kCVPixelBufferHeightKey as String: 4,
        kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
      ] as CFDictionary, &pool)
    return pool!
  }
}
