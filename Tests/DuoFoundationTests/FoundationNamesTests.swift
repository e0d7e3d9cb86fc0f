import DuoFoundation
import Testing

private var key: CFString { "PixelFormatType" }

@Suite struct FoundationNamesTests {
  @Test func coreFoundationNamesBridge() {
    let settings: [String: Any] = [key as String: 1, String(key) + "2": 2]
    let dictionary = settings as CFDictionary
    #expect(settings["PixelFormatType2"] as? Int == 2)
    #expect(dictionary["PixelFormatType"] as? Int == 1)
    #expect(("text" as CFString) as String == "text")
    #expect(kCFAllocatorDefault == nil && noErr == 0)
    #expect(kCFBooleanTrue.boolValue && !kCFBooleanFalse.boolValue)
    #expect(autoreleasepool { 3 } == 3)
    #expect(throws: CancellationError.self) { try autoreleasepool { throw CancellationError() } }
  }

  @Test func valuesBoxGeometry() {
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(NSValue(cgRect: rect).cgRectValue == rect)
    #expect(NSValue(cgPoint: rect.origin).cgPointValue == rect.origin)
    #expect(NSValue(cgSize: rect.size).cgSizeValue == rect.size)
  }

  /// What apps measure their own work with.
  @Test func timeOfTheDay() {
    let (before, now, after) = (Date(), CFAbsoluteTimeGetCurrent(), Date())
    #expect(now >= before.timeIntervalSinceReferenceDate && now <= after.timeIntervalSinceReferenceDate)
    let (since, count, number): (CFAbsoluteTime, NSInteger, NSUInteger) = (now, -1, 1)
    #expect(since + Double(count) + Double(number) == now)
  }

  @Test func olderComparison() {
    let (point, size) = (CGPoint(x: 1, y: 2), CGSize(width: 3, height: 4))
    let rect = CGRect(origin: point, size: size)
    #expect(point.equalTo(CGPoint(x: 1, y: 2)) && size.equalTo(CGSize(width: 3, height: 4)))
    #expect(rect.equalTo(CGRect(x: 1, y: 2, width: 3, height: 4)))
    #expect(!point.equalTo(.zero) && !size.equalTo(.zero) && !rect.equalTo(.zero))
  }

  /// Switch-over factors come as numbers; apps want them as zoom factors.
  @Test func numbersAreGeometry() {
    let factors: [NSNumber] = [2, 6.5]
    #expect(factors.map { CGFloat(truncating: $0) } == [2, 6.5])
    #expect(factors as? [CGFloat] == [2, 6.5])
    let change: [String: Any] = ["new": factors[1]]
    #expect(change["new"] as? CGFloat == 6.5)
    #expect(CGFloat(3) as NSNumber == 3 && (CGFloat(3) as Any) as? NSNumber == 3)
    #expect(CGFloat(exactly: NSNumber(value: Int64.max)) == nil && CGFloat(exactly: 7 as NSNumber) == 7)
    #expect((NSNumber(value: Int64.max) as Any) as? CGFloat == nil)
  }

  /// AVCam's pattern: the session's actor runs on the session's queue.
  @Test func actorsRunOnASerialQueue() async {
    let service = Service()
    await service.checkQueue()
    for _ in 0..<100 { await service.add() }
    #expect(await service.count == 100)
    #expect(service.readFromQueue() == 100)
  }
}

private actor Service {
  private let queue = DispatchSerialQueue(label: "service")
  nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }
  private(set) var count = 0

  func add() { count += 1 }
  func checkQueue() { dispatchPrecondition(condition: .onQueue(queue)) }

  nonisolated func readFromQueue() -> Int {
    queue.sync { assumeIsolated { $0.count } }
  }
}
