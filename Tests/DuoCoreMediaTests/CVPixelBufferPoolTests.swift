import DuoCoreMedia
import Synchronization
import Testing

@Suite(.serialized) struct CVPixelBufferPoolTests {
  private func makePool(_ poolAttributes: [String: Any]? = nil, _ changes: [String: Any?] = [:]) -> (
    CVReturn, CVPixelBufferPool?
  ) {
    var attributes: [String: Any] = [
      kCVPixelBufferWidthKey as String: 16, kCVPixelBufferHeightKey as String: 8,
      kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
      kCVPixelBufferIOSurfacePropertiesKey as String: [String: Any](),
    ]
    for (key, value) in changes { attributes[key] = value }
    var pool: CVPixelBufferPool?
    let result = CVPixelBufferPoolCreate(
      kCFAllocatorDefault, poolAttributes as CFDictionary?, attributes as CFDictionary, &pool)
    return (result, pool)
  }

  private func take(_ pool: CVPixelBufferPool, threshold: Int? = nil) -> (CVReturn, CVPixelBuffer?) {
    var buffer: CVPixelBuffer?
    let auxiliary = threshold.map { [kCVPixelBufferPoolAllocationThresholdKey as String: $0] as CFDictionary }
    let result = CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, auxiliary, &buffer)
    return (result, buffer)
  }

  private func address(_ buffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    return CVPixelBufferGetBaseAddress(buffer)
  }

  @Test func memoryComesBackWithTheLastReference() {
    let pool = makePool().1!
    var buffer: CVPixelBuffer?
    #expect(CVPixelBufferPoolCreatePixelBuffer(nil, pool, &buffer) == kCVReturnSuccess)
    #expect(CVPixelBufferGetWidth(buffer!) == 16 && CVPixelBufferGetHeight(buffer!) == 8)
    CVBufferSetAttachment(buffer!, "key", NSNumber(value: 1), .shouldPropagate)
    let first = address(buffer!)
    var second: CVPixelBuffer? = buffer
    buffer = nil
    #expect(pool.buffersInUse == 1 && pool.idleBlocks == 0)
    second = nil
    #expect(second == nil && pool.buffersInUse == 0 && pool.idleBlocks == 1)
    buffer = take(pool).1
    #expect(!CVBufferHasAttachment(buffer!, "key"))
    #expect(address(buffer!) == first && pool.idleBlocks == 0)
  }

  @Test func threshold() {
    let pool = makePool().1!
    var held = (0..<3).map { _ in take(pool, threshold: 3).1 }
    #expect(held.allSatisfy { $0 != nil })
    #expect(take(pool, threshold: 3).0 == kCVReturnWouldExceedAllocationThreshold)
    #expect(take(pool, threshold: 3).1 == nil)
    _ = address(held[0]!)
    held[0] = nil
    // Used memory is no allocation, whatever the threshold, but it can be used only once.
    held[0] = take(pool, threshold: 1).1
    #expect(held[0] != nil)
    #expect(take(pool, threshold: 1).0 == kCVReturnWouldExceedAllocationThreshold)
    #expect(take(pool).0 == kCVReturnSuccess)
  }

  @Test func lazyBuffersTakeMemoryOnlyWhenDrawn() {
    let pool = CVPixelBufferPool(width: 64, height: 64, format: kCVPixelFormatType_32BGRA)
    var undrawn: CVPixelBuffer? = pool.makeBuffer(limit: 2) { _ in }
    #expect(undrawn?.hasPixels == false && pool.buffersInUse == 1)
    undrawn = nil
    #expect(undrawn == nil && pool.buffersInUse == 0 && pool.idleBlocks == 0)
    var drawn: CVPixelBuffer? = pool.makeBuffer(limit: 2) { memset($0[0].base, 3, 16) }
    drawn?.withPixels { _ in }
    drawn = nil
    #expect(drawn == nil && pool.idleBlocks == 1)
    let again = CVPixelBuffer(width: 64, height: 64, format: kCVPixelFormatType_32BGRA, pool: pool) { _ in }
    #expect(pool.buffersInUse == 1)
    #expect(again.withPixels { $0[0].base.load(as: UInt8.self) } == 3)
  }

  @Test func starvation() {
    let pool = CVPixelBufferPool(width: 4, height: 4, format: kCVPixelFormatType_32BGRA)
    var held = (0..<5).compactMap { _ in pool.makeBuffer(limit: 5) { _ in } }
    #expect(held.count == 5 && pool.makeBuffer(limit: 5) { _ in } == nil)
    held.removeLast()
    #expect(pool.makeBuffer(limit: 5) { _ in } != nil)
  }

  @Test func buffersOutliveThePool() {
    var pool: CVPixelBufferPool? = makePool().1
    let buffer = take(pool!).1!
    weak let remembered = pool
    pool = nil
    #expect(remembered == nil)
    #expect(address(buffer) != nil)
  }

  /// Age and minimum, on a clock of our own; in a process of its own, since the clock is shared.
  @Test func oldMemoryIsFreed() async {
    await #expect(processExitsWith: .success) {
      let now = Mutex<Int64>(0)
      CMClock.readHostTime { now.withLock { $0 } }
      func check(minimum: Int, age: Double, wait: Double, leaves: Int) {
        var pool: CVPixelBufferPool?
        CVPixelBufferPoolCreate(
          nil,
          [
            kCVPixelBufferPoolMinimumBufferCountKey as String: minimum,
            kCVPixelBufferPoolMaximumBufferAgeKey as String: age,
          ] as CFDictionary,
          [
            kCVPixelBufferWidthKey as String: 4, kCVPixelBufferHeightKey as String: 4,
            kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA,
          ] as CFDictionary, &pool)
        var buffers = (0..<4).map { _ in
          var buffer: CVPixelBuffer?
          CVPixelBufferPoolCreatePixelBuffer(nil, pool!, &buffer)
          CVPixelBufferLockBaseAddress(buffer!, [])
          return buffer
        }
        buffers.removeAll()
        now.withLock { $0 += Int64(wait * 1e9) }
        CVPixelBufferPoolFlush(pool!, [])
        precondition(pool!.idleBlocks == leaves, "\(minimum) \(age) \(wait): \(pool!.idleBlocks)")
        CVPixelBufferPoolFlush(pool!, .excessBuffers)
        precondition(pool!.idleBlocks == 0)
      }
      check(minimum: 0, age: 1, wait: 0.5, leaves: 4)
      check(minimum: 0, age: 1, wait: 1.5, leaves: 0)
      check(minimum: 3, age: 1, wait: 1.5, leaves: 3)
      check(minimum: 9, age: 1, wait: 1.5, leaves: 4)
      check(minimum: 0, age: 0, wait: 1000, leaves: 4)
    }
  }

  @Test func badAttributes() {
    let rows: [([String: Any]?, [String: Any?], CVReturn)] = [
      (nil, [:], kCVReturnSuccess),
      (nil, [kCVPixelBufferWidthKey as String: nil], kCVReturnInvalidPixelBufferAttributes),
      (nil, [kCVPixelBufferHeightKey as String: 0], kCVReturnInvalidPixelBufferAttributes),
      (nil, [kCVPixelBufferPixelFormatTypeKey as String: nil], kCVReturnInvalidPixelBufferAttributes),
      (nil, [kCVPixelBufferPixelFormatTypeKey as String: 5], kCVReturnInvalidPixelFormat),
      (nil, [kCVPixelBufferBytesPerRowAlignmentKey as String: 3], kCVReturnInvalidPixelBufferAttributes),
      ([kCVPixelBufferPoolMinimumBufferCountKey as String: -1], [:], kCVReturnInvalidPoolAttributes),
      ([kCVPixelBufferPoolMaximumBufferAgeKey as String: -1.5], [:], kCVReturnInvalidPoolAttributes),
    ]
    let mismatches = rows.indices.filter { makePool(rows[$0].0, rows[$0].1).0 != rows[$0].2 }
    #expect(mismatches == [])
  }

  @Test func attributesCanBeReadBack() {
    let pool = makePool([kCVPixelBufferPoolMinimumBufferCountKey as String: 3]).1!
    let count = CVPixelBufferPoolGetAttributes(pool)?.object(forKey: kCVPixelBufferPoolMinimumBufferCountKey)
    #expect(count as? Int == 3)
    let width = CVPixelBufferPoolGetPixelBufferAttributes(pool)?.object(forKey: kCVPixelBufferWidthKey)
    #expect(width as? Int == 16)
    #expect(CVPixelBufferPoolGetAttributes(makePool().1!) == nil)
  }

  @Test func poolsAreThreadSafe() {
    let pool = CVPixelBufferPool(width: 16, height: 16, format: kCVPixelFormatType_32BGRA)
    DispatchQueue.concurrentPerform(iterations: 8) { worker in
      for _ in 0..<200 {
        let buffer = pool.makeBuffer(limit: .max) { memset($0[0].base, Int32(worker), 16 * 64) }!
        let isOwn = buffer.withPixels { planes in
          (0..<16 * 64).allSatisfy { planes[0].base.load(fromByteOffset: $0, as: UInt8.self) == worker }
        }
        precondition(isOwn)
      }
    }
    #expect(pool.buffersInUse == 0 && (1...8).contains(pool.idleBlocks))
  }
}
