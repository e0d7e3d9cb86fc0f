import DuoImageIO
import Testing

@Test func orientationsAreExifs() {
  #expect(CGImagePropertyOrientation.allCases.map(\.rawValue) == Array(1...8))
}
