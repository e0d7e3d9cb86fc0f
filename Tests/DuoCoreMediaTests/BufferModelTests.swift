import DuoCoreMedia
import Testing

/// Random stories with attachments and with bytes, against dictionaries and arrays.
@Suite struct BufferModelTests {
  @Test func attachments() {
    var mismatches: [String] = []
    for seed in 0..<60 {
      var random = SeededGenerator(seed: UInt64(seed))
      let picture = CVPixelBuffer(width: 2, height: 2, format: kCVPixelFormatType_32BGRA) { _ in }
      let sample = CMSampleBuffer(
        frame: picture, format: CMFormatDescription(describing: picture), timing: CMSampleTimingInfo())
      let bearers: [CMAttachmentBearer] = [picture, sample, CMBlockBuffer(copying: Data([1]))]
      var model = Array(repeating: [String: (value: Int, mode: UInt32)](), count: 3)
      for step in 0..<60 {
        let (one, other) = (Int.random(in: 0..<3, using: &random), Int.random(in: 0..<3, using: &random))
        let key = ["a", "b", "c", "d"].randomElement(using: &random)!
        let mode = UInt32.random(in: 0...1, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0...3:
          CMSetAttachment(
            bearers[one], key: key as CFString, value: NSNumber(value: step), attachmentMode: mode)
          model[one][key] = (step, mode)
        case 4:
          CMRemoveAttachment(bearers[one], key: key as CFString)
          model[one][key] = nil
        case 5:
          CMSetAttachments(
            bearers[one], attachments: Dictionary([("a", step), (key, step)]) { $1 } as CFDictionary,
            attachmentMode: mode)
          for key in ["a", key] { model[one][key] = (step, mode) }
        case 6 where step % 5 == 0:
          CMRemoveAllAttachments(bearers[one])
          model[one] = [:]
        default:
          CMPropagateAttachments(bearers[one], destination: bearers[other])
          for (key, entry) in model[one] where entry.mode == 1 { model[other][key] = entry }
        }
        for (bearer, expected) in zip(bearers, model) where !isSame(bearer, expected) {
          mismatches.append("\(seed) \(step)")
        }
      }
    }
    #expect(mismatches == [])
  }

  private func isSame(_ bearer: CMAttachmentBearer, _ expected: [String: (value: Int, mode: UInt32)]) -> Bool
  {
    for mode in UInt32(0)...1 {
      let group = CMCopyDictionaryOfAttachments(allocator: nil, target: bearer, attachmentMode: mode)
      let wanted = expected.filter { $0.value.mode == mode }.mapValues(\.value)
      if (group as? [String: Int] ?? [:]) != wanted || (group == nil) != wanted.isEmpty { return false }
    }
    return ["a", "b", "c", "d"].allSatisfy { key in
      var mode: CMAttachmentMode = 9
      let value = CMGetAttachment(bearer, key: key as CFString, attachmentModeOut: &mode) as? Int
      return value == expected[key]?.value && mode == expected[key]?.mode ?? 9
    }
  }

  @Test func bytes() {
    var random = SeededGenerator(seed: 70)
    var mismatches: [String] = []
    for round in 0..<200 {
      let size = Int.random(in: 1...40, using: &random)
      var model = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
      let buffer = CMBlockBuffer(copying: Data(model))
      for _ in 0..<20 {
        let (offset, length) = (
          Int.random(in: -1...41, using: &random), Int.random(in: -1...41, using: &random)
        )
        let fits = offset >= 0 && length >= 0 && offset + length <= size
        var room = [UInt8](repeating: 0, count: 64)
        let copied = CMBlockBufferCopyDataBytes(
          buffer, atOffset: offset, dataLength: length, destination: &room)
        let isRight = fits ? Array(room.prefix(length)) == Array(model[offset..<offset + length]) : true
        if (copied == kCMBlockBufferNoErr) != fits || !isRight { mismatches.append("read \(round)") }
        let new = (0..<64).map { _ in UInt8.random(in: 0...255, using: &random) }
        let written = CMBlockBufferReplaceDataBytes(
          with: new, blockBuffer: buffer, offsetIntoDestination: offset, dataLength: length)
        if fits { model.replaceSubrange(offset..<offset + length, with: new.prefix(length)) }
        if (written == kCMBlockBufferNoErr) != fits { mismatches.append("write \(round)") }
      }
      if (try? buffer.dataBytes()) != Data(model) { mismatches.append("bytes \(round)") }
    }
    #expect(mismatches == [])
  }
}
