import DuoCoreMedia
import Synchronization
import Testing

@Suite struct CVPixelBufferTests {
  private func make(_ width: Int, _ height: Int, _ format: OSType, _ attributes: [String: Any]? = nil)
    -> CVPixelBuffer?
  {
    var buffer: CVPixelBuffer?
    CVPixelBufferCreate(kCFAllocatorDefault, width, height, format, attributes as CFDictionary?, &buffer)
    return buffer
  }

  /// Bytes that one row of each plane needs, written down format by format.
  private static let formats:
    [(name: String, format: OSType, planes: @Sendable (Int, Int) -> [(Int, Int, Int)])] = [
      ("BGRA", kCVPixelFormatType_32BGRA, { [($0, $1, $0 * 4)] }),
      ("ARGB", kCVPixelFormatType_32ARGB, { [($0, $1, $0 * 4)] }),
      ("RGBA", kCVPixelFormatType_32RGBA, { [($0, $1, $0 * 4)] }),
      ("RGB", kCVPixelFormatType_24RGB, { [($0, $1, $0 * 3)] }),
      ("2vuy", kCVPixelFormatType_422YpCbCr8, { [($0, $1, ($0 + 1) / 2 * 4)] }),
      ("yuvs", kCVPixelFormatType_422YpCbCr8_yuvs, { [($0, $1, ($0 + 1) / 2 * 4)] }),
      ("L008", kCVPixelFormatType_OneComponent8, { [($0, $1, $0)] }),
      ("hdis", kCVPixelFormatType_DisparityFloat16, { [($0, $1, $0 * 2)] }),
      ("fdis", kCVPixelFormatType_DisparityFloat32, { [($0, $1, $0 * 4)] }),
      ("hdep", kCVPixelFormatType_DepthFloat16, { [($0, $1, $0 * 2)] }),
      ("fdep", kCVPixelFormatType_DepthFloat32, { [($0, $1, $0 * 4)] }),
      ("420v", kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, biplanar(1)),
      ("420f", kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, biplanar(1)),
      ("x420", kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, biplanar(2)),
      ("xf20", kCVPixelFormatType_420YpCbCr10BiPlanarFullRange, biplanar(2)),
      ("x422", kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, tall),
      ("xf22", kCVPixelFormatType_422YpCbCr10BiPlanarFullRange, tall),
      (
        "y420", kCVPixelFormatType_420YpCbCr8Planar,
        { width, height in
          let (w, h) = ((width + 1) / 2, (height + 1) / 2)
          return [(width, height, width), (w, h, w), (w, h, w)]
        }
      ),
    ]

  private static let tall: @Sendable (Int, Int) -> [(Int, Int, Int)] = { width, height in
    [(width, height, width * 2), ((width + 1) / 2, height, (width + 1) / 2 * 4)]
  }

  private static func biplanar(_ bytes: Int) -> @Sendable (Int, Int) -> [(Int, Int, Int)] {
    { width, height in
      [(width, height, width * bytes), ((width + 1) / 2, (height + 1) / 2, (width + 1) / 2 * 2 * bytes)]
    }
  }

  /// Every format and some sizes, odd ones too: shape, strides, and planes that do not overlap.
  @Test func shapes() {
    var mismatches: [String] = []
    for (name, format, planes) in Self.formats {
      for (width, height) in [(1, 1), (16, 9), (17, 5), (63, 3), (64, 2), (1920, 4)] {
        let buffer = make(width, height, format)!
        let expected = planes(width, height)
        let isPlanar = expected.count > 1
        CVPixelBufferLockBaseAddress(buffer, [])
        var checks = [
          CVPixelBufferGetWidth(buffer) == width, CVPixelBufferGetHeight(buffer) == height,
          CVPixelBufferGetPixelFormatType(buffer) == format, CVPixelBufferIsPlanar(buffer) == isPlanar,
          CVPixelBufferGetPlaneCount(buffer) == (isPlanar ? expected.count : 0),
          (CVPixelBufferGetBaseAddress(buffer) == nil) == isPlanar,
          CVPixelBufferGetBytesPerRow(buffer) * height >= CVPixelBufferGetDataSize(buffer),
        ]
        var used: [Range<Int>] = []
        for (index, plane) in expected.enumerated() {
          let row =
            isPlanar ? CVPixelBufferGetBytesPerRowOfPlane(buffer, index) : CVPixelBufferGetBytesPerRow(buffer)
          let base =
            isPlanar ? CVPixelBufferGetBaseAddressOfPlane(buffer, index) : CVPixelBufferGetBaseAddress(buffer)
          checks.append(row >= plane.2 && row < plane.2 + 64 && row % 64 == 0)
          checks.append(UInt(bitPattern: base) % 64 == 0)
          used.append(Int(bitPattern: base)..<Int(bitPattern: base) + row * plane.1)
          checks.append(CVPixelBufferGetWidthOfPlane(buffer, index) == (isPlanar ? plane.0 : 0))
          checks.append(CVPixelBufferGetHeightOfPlane(buffer, index) == (isPlanar ? plane.1 : 0))
        }
        let ends = zip(used, used.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }
        let size = used.last!.upperBound - used[0].lowerBound
        checks += [ends, CVPixelBufferGetDataSize(buffer) >= size]
        CVPixelBufferUnlockBaseAddress(buffer, [])
        if checks.contains(false) { mismatches.append("\(name) \(width)x\(height) \(checks)") }
      }
    }
    #expect(mismatches == [])
  }

  @Test func formatCodesSpellTheirNames() {
    let spelled = Self.formats.filter { !["ARGB", "RGB"].contains($0.name) }
    let mismatches = spelled.filter { $0.format != $0.name.utf8.reduce(0) { $0 << 8 | OSType($1) } }
    #expect(mismatches.map(\.name) == [])
    #expect(kCVPixelFormatType_32ARGB == 32 && kCVPixelFormatType_24RGB == 24)
  }

  @Test func badArguments() {
    var buffer: CVPixelBuffer?
    let bgra = kCVPixelFormatType_32BGRA
    #expect(CVPixelBufferCreate(nil, 0, 4, bgra, nil, &buffer) == kCVReturnInvalidSize)
    #expect(CVPixelBufferCreate(nil, 4, -1, bgra, nil, &buffer) == kCVReturnInvalidSize)
    #expect(CVPixelBufferCreate(nil, 4, 4, 7, nil, &buffer) == kCVReturnInvalidPixelFormat)
    let odd = [kCVPixelBufferBytesPerRowAlignmentKey as String: 48] as CFDictionary
    #expect(CVPixelBufferCreate(nil, 4, 4, bgra, odd, &buffer) == kCVReturnInvalidPixelBufferAttributes)
    #expect(buffer == nil)
    let wide = make(3, 2, bgra, [kCVPixelBufferBytesPerRowAlignmentKey as String: 256])!
    #expect(CVPixelBufferGetBytesPerRow(wide) == 256)
  }

  @Test func locksNest() {
    let buffer = make(4, 4, kCVPixelFormatType_32BGRA)!
    func isAddressable() -> Bool { CVPixelBufferGetBaseAddress(buffer) != nil }
    #expect(!isAddressable())
    #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnError)
    #expect(CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(CVPixelBufferLockBaseAddress(buffer, []) == kCVReturnSuccess)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnSuccess)
    #expect(isAddressable())
    #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnSuccess)
    #expect(!isAddressable())
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    #expect(CVPixelBufferUnlockBaseAddress(buffer, []) == kCVReturnInvalidArgument)
    #expect(!isAddressable())
    #expect(CVPixelBufferUnlockBaseAddress(buffer, .readOnly) == kCVReturnError)
  }

  @Test func pixelsStartAsZerosAndStay() {
    let buffer = make(5, 3, kCVPixelFormatType_32BGRA)!
    CVPixelBufferLockBaseAddress(buffer, [])
    let row = CVPixelBufferGetBytesPerRow(buffer)
    let bytes = CVPixelBufferGetBaseAddress(buffer)!.assumingMemoryBound(to: UInt8.self)
    #expect((0..<row * 3).allSatisfy { bytes[$0] == 0 })
    bytes[row * 2 + 19] = 7
    CVPixelBufferUnlockBaseAddress(buffer, [])
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    let again = CVPixelBufferGetBaseAddress(buffer)!.assumingMemoryBound(to: UInt8.self)
    #expect(again[row * 2 + 19] == 7)
    #expect(CVPixelBufferGetBaseAddressOfPlane(buffer, 0) == nil)
  }

  @Test func pixelsAreDrawnOnceWhenAskedFor() {
    let calls = Mutex(0)
    let buffer = CVPixelBuffer(width: 6, height: 4, format: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange) {
      planes in
      calls.withLock { $0 += 1 }
      precondition(planes.map(\.width) == [6, 3] && planes.map(\.height) == [4, 2])
      precondition(planes.map(\.bytesPerRow) == [64, 64])
      for (index, plane) in planes.enumerated() {
        memset(plane.base, Int32(index) + 1, plane.bytesPerRow * plane.height)
      }
    }
    #expect(!buffer.hasPixels && CVPixelBufferGetBaseAddressOfPlane(buffer, 0) == nil)
    #expect(CVPixelBufferGetWidth(buffer) == 6 && CVPixelBufferGetPlaneCount(buffer) == 2)
    #expect(calls.withLock { $0 } == 0)
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    let luma = CVPixelBufferGetBaseAddressOfPlane(buffer, 0)!.load(fromByteOffset: 64 * 3 + 5, as: UInt8.self)
    let chroma = CVPixelBufferGetBaseAddressOfPlane(buffer, 1)!.load(fromByteOffset: 64 + 5, as: UInt8.self)
    #expect(luma == 1 && chroma == 2 && buffer.hasPixels)
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    buffer.withPixels { _ in }
    #expect(calls.withLock { $0 } == 1)
  }

  @Test func hostReadsWithoutALock() {
    let buffer = CVPixelBuffer(width: 2, height: 2, format: kCVPixelFormatType_32BGRA) { planes in
      memset(planes[0].base, 9, planes[0].bytesPerRow * 2)
    }
    let sum = buffer.withPixels { planes in
      (0..<8).reduce(0) { $0 + Int(planes[0].base.load(fromByteOffset: $1, as: UInt8.self)) }
    }
    #expect(sum == 72 && buffer.hasPixels)
    #expect(CVPixelBufferGetBaseAddress(buffer) == nil)
  }

  /// Many threads ask at once; one draws, all see the drawn pixels.
  @Test func drawingIsThreadSafe() {
    let draws = Mutex(0)
    let wrong = Mutex(0)
    for _ in 0..<50 {
      // Not Sendable, as Apple's; that it is locked on several threads is what is tested.
      nonisolated(unsafe) let buffer = CVPixelBuffer(
        width: 64, height: 64, format: kCVPixelFormatType_OneComponent8
      ) { planes in
        draws.withLock { $0 += 1 }
        memset(planes[0].base, 5, planes[0].bytesPerRow * planes[0].height)
      }
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        let last = CVPixelBufferGetBaseAddress(buffer)!.load(fromByteOffset: 64 * 64 - 1, as: UInt8.self)
        if last != 5 { wrong.withLock { $0 += 1 } }
        CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
      }
      if CVPixelBufferUnlockBaseAddress(buffer, .readOnly) != kCVReturnError { wrong.withLock { $0 += 1 } }
    }
    #expect(draws.withLock { $0 } == 50)
    #expect(wrong.withLock { $0 } == 0)
  }
}
