import DuoCoreMedia
import Foundation
import SimulatedPhone
import Testing

@testable import DuoAVFoundation

@Suite struct SampleTraceTests {
  /// Told once for each layer, with the call as the app wrote it.
  @Test func aSampleWithoutATimeIsTold() throws {
    let (phone, _) = try SimulatedPhone.manual(.duo)
    let renderer = AVSampleBufferVideoRenderer(rendering: SampleRendering(phone: phone))
    let layer = AVSampleBufferDisplayLayer(renderer: renderer)
    func told() -> Int {
      phone.log.lines.filter {
        $0.contains(#""kind":"violation""#) && $0.contains(#""call":"AVSampleBufferDisplayLayer.enqueue""#)
          && $0.contains("it is never shown")
      }.count
    }
    layer.enqueue(try WriterBench.sample(WriterBench.picture(1), at: .zero))
    #expect(told() == 0)
    for _ in 0..<3 { layer.enqueue(try WriterBench.sample(WriterBench.picture(2), at: .invalid)) }
    #expect(told() == 1)
  }
}
