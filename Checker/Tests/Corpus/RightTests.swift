import AVFoundation
import XCTest

final class RightTests: XCTestCase {
    func testPresets() throws {
        let session = AVCaptureSession()
        session.beginConfiguration()
        XCTAssertTrue(session.canSetSessionPreset(.high))
        session.sessionPreset = .high
        session.commitConfiguration()
        XCTAssertEqual(session.sessionPreset, .high)
    }
}
