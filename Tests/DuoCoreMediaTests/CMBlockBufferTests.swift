import DuoCoreMedia
import Testing

@Suite struct CMBlockBufferTests {
  private func make(_ bytes: [UInt8], offset: Int = 0, length: Int? = nil) -> (OSStatus, CMBlockBuffer?) {
    let block = malloc(max(bytes.count, 1))!
    memcpy(block, bytes, bytes.count)
    var buffer: CMBlockBuffer?
    let status = CMBlockBufferCreateWithMemoryBlock(
      allocator: nil, memoryBlock: block, blockLength: bytes.count, blockAllocator: kCFAllocatorDefault,
      customBlockSource: nil, offsetToData: offset, dataLength: length ?? bytes.count - offset, flags: 0,
      blockBufferOut: &buffer)
    if status != noErr { free(block) }
    return (status, buffer)
  }

  @Test func readingAndWriting() throws {
    let buffer = make([1, 2, 3, 4, 5], offset: 1, length: 3).1!
    #expect(CMBlockBufferGetDataLength(buffer) == 3 && !CMBlockBufferIsEmpty(buffer))
    #expect(try buffer.dataBytes() == Data([2, 3, 4]))
    var target: [UInt8] = [0, 0]
    #expect(CMBlockBufferCopyDataBytes(buffer, atOffset: 1, dataLength: 2, destination: &target) == noErr)
    #expect(target == [3, 4])
    #expect(
      CMBlockBufferReplaceDataBytes(with: [9], blockBuffer: buffer, offsetIntoDestination: 2, dataLength: 1)
        == noErr)
    var (atOffset, total, pointer) = (0, 0, UnsafeMutablePointer<CChar>?.none)
    CMBlockBufferGetDataPointer(
      buffer, atOffset: 1, lengthAtOffsetOut: &atOffset, totalLengthOut: &total, dataPointerOut: &pointer)
    #expect(atOffset == 2 && total == 3 && pointer?[1] == 9)
  }

  @Test func boundsAreChecked() {
    let buffer = make([1, 2, 3]).1!
    var byte: UInt8 = 0
    let results = [
      make([], length: 0).0, make([1], offset: 2, length: 0).0, make([1], offset: -1).0,
      make([1, 2], offset: 1, length: 2).0, make([1], length: -1).0,
      CMBlockBufferCopyDataBytes(buffer, atOffset: 4, dataLength: 0, destination: &byte),
      CMBlockBufferCopyDataBytes(buffer, atOffset: 3, dataLength: 1, destination: &byte),
      CMBlockBufferReplaceDataBytes(with: [1], blockBuffer: buffer, offsetIntoDestination: -1, dataLength: 1),
      CMBlockBufferReplaceDataBytes(with: [1], blockBuffer: buffer, offsetIntoDestination: 3, dataLength: 1),
      CMBlockBufferGetDataPointer(
        buffer, atOffset: 3, lengthAtOffsetOut: nil, totalLengthOut: nil, dataPointerOut: nil),
    ]
    let (offset, length) = (kCMBlockBufferBadOffsetParameterErr, kCMBlockBufferBadLengthParameterErr)
    #expect(
      results == [length, offset, offset, length, length, offset, length, offset, length, offset])
  }

  @Test func memoryOfTheAppStaysItsOwn() {
    var bytes: [UInt8] = [7, 8]
    bytes.withUnsafeMutableBytes { memory in
      var buffer: CMBlockBuffer?
      CMBlockBufferCreateWithMemoryBlock(
        allocator: nil, memoryBlock: memory.baseAddress, blockLength: 2, blockAllocator: kCFAllocatorNull,
        customBlockSource: nil, offsetToData: 0, dataLength: 2, flags: 0, blockBufferOut: &buffer)
      CMBlockBufferReplaceDataBytes(with: [5], blockBuffer: buffer!, offsetIntoDestination: 0, dataLength: 1)
    }
    #expect(bytes == [5, 8])
    var own: CMBlockBuffer?
    CMBlockBufferCreateWithMemoryBlock(
      allocator: nil, memoryBlock: nil, blockLength: 4, blockAllocator: nil, customBlockSource: nil,
      offsetToData: 0,
      dataLength: 4, flags: kCMBlockBufferAssureMemoryNowFlag, blockBufferOut: &own)
    #expect((try? own?.dataBytes()) == Data([0, 0, 0, 0]))
    #expect(CMBlockBufferIsEmpty(CMBlockBuffer(copying: Data())))
  }
}
