import DuoCoreMedia
import Testing

/// Counts calls that come through a C context pointer.
private final class Witness {
  var calls: [String] = []
  var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
  static func of(_ pointer: UnsafeMutableRawPointer?) -> Witness {
    Unmanaged<Witness>.fromOpaque(pointer!).takeUnretainedValue()
  }
}

@Suite struct CVPixelBufferBytesTests {
  @Test func packedMemoryOfTheApp() {
    let witness = Witness()
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 40 * 3, alignment: 1)
    defer { memory.deallocate() }
    var buffer: CVPixelBuffer?
    let result = CVPixelBufferCreateWithBytes(
      nil, 7, 3, kCVPixelFormatType_32BGRA, memory, 40,
      { context, address in Witness.of(context).calls.append("\(UInt(bitPattern: address))") },
      witness.pointer, nil,
      &buffer)
    #expect(result == kCVReturnSuccess && buffer?.hasPixels == true)
    #expect(CVPixelBufferGetBytesPerRow(buffer!) == 40 && CVPixelBufferGetDataSize(buffer!) == 120)
    #expect(CVPixelBufferGetBaseAddress(buffer!) == memory)
    #expect(witness.calls == [])
    buffer = nil
    #expect(witness.calls == ["\(UInt(bitPattern: memory))"])
  }

  @Test func planarMemoryOfTheApp() {
    let witness = Witness()
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 100, alignment: 1)
    defer { memory.deallocate() }
    var bases: [UnsafeMutableRawPointer?] = [memory, memory + 50]
    var (widths, heights, rows) = ([8, 4], [4, 2], [10, 8])
    var buffer: CVPixelBuffer?
    func create(_ format: OSType, planes: Int = 2) -> CVReturn {
      CVPixelBufferCreateWithPlanarBytes(
        nil, 8, 4, format, memory, 100, planes, &bases, &widths, &heights, &rows,
        { context, block, size, count, addresses in
          let second = addresses?[1] == block.map { $0 + 50 }
          Witness.of(context).calls.append("\(size) \(count) \(second)")
        }, witness.pointer, nil, &buffer)
    }
    #expect(create(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange) == kCVReturnSuccess)
    #expect(CVPixelBufferGetBaseAddressOfPlane(buffer!, 1) == memory + 50)
    #expect(CVPixelBufferGetBytesPerRowOfPlane(buffer!, 1) == 8 && CVPixelBufferGetDataSize(buffer!) == 100)
    #expect(CVPixelBufferGetBaseAddressOfPlane(buffer!, 2) == nil)
    buffer = nil
    #expect(witness.calls == ["100 2 true"])

    #expect(create(kCVPixelFormatType_420YpCbCr8Planar) == kCVReturnInvalidArgument)
    #expect(create(kCVPixelFormatType_32BGRA) == kCVReturnInvalidArgument)
    rows[1] = 7
    #expect(create(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange) == kCVReturnInvalidArgument)
    rows[1] = 8
    bases[0] = nil
    #expect(create(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange) == kCVReturnInvalidArgument)
    #expect(buffer == nil && witness.calls.count == 1)
  }

  @Test func badArguments() {
    var byte: UInt8 = 0
    var buffer: CVPixelBuffer?
    withUnsafeMutableBytes(of: &byte) { bytes in
      func create(_ width: Int, _ format: OSType, _ row: Int) -> CVReturn {
        CVPixelBufferCreateWithBytes(
          nil, width, 1, format, bytes.baseAddress!, row, nil, nil, nil, &buffer)
      }
      #expect(create(0, kCVPixelFormatType_OneComponent8, 1) == kCVReturnInvalidSize)
      #expect(create(1, 1, 1) == kCVReturnInvalidPixelFormat)
      #expect(create(2, kCVPixelFormatType_OneComponent8, 1) == kCVReturnInvalidArgument)
      #expect(create(1, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, 64) == kCVReturnInvalidArgument)
      #expect(create(1, kCVPixelFormatType_OneComponent8, 1) == kCVReturnSuccess)
    }
  }
}
