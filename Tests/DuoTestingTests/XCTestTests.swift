import DuoTesting
import XCTest

/// The same with XCTest.
final class XCTestTests: XCTestCase {
  func testEachMethodHasItsOwnPhone() async throws {
    try await inOwnProcess(of: self) {
      let phone = try SimulatedPhone(.duo, pose: .book)
      try await phone.settle()
      try phone.expectTrace(.record("phone", ["pose": "book"]))
    }
  }

  func testAnotherHasAnotherPhone() async throws {
    try await inOwnProcess(of: self) {
      let phone = try SimulatedPhone(.single)
      XCTAssertEqual(phone.now, .zero)
      XCTAssertThrowsError(try SimulatedPhone(.duo)) { XCTAssert("\($0)".contains("already has a phone")) }
    }
  }

  /// Fails in its own process only.
  func testAFailureComesBack() async throws {
    do {
      try await inOwnProcess(of: self) {
        let phone = try SimulatedPhone(.duo)
        try phone.expectTrace("never")
      }
      XCTFail("The other process should have failed.")
    } catch let failure as PhoneTestFailure where failure.message.contains("in its own process") {
      XCTAssert(failure.message.contains("XCTestTests/testAFailureComesBack, in its own process, failed."))
      XCTAssert(failure.message.contains("XCTestTests.swift"))
      XCTAssert(failure.message.contains("The trace has no record never at its place."))
    }
  }

  func testACrashComesBack() async throws {
    do {
      try await inOwnProcess(of: self) { abort() }
      XCTFail("The other process should have crashed.")
    } catch let failure as PhoneTestFailure {
      XCTAssert(failure.message.contains("stopped by signal 6."))
    }
  }

  func testAHangIsEnded() async throws {
    do {
      try await inOwnProcess(of: self, limit: 1) { while true { _ = pause() } }
      XCTFail("The other process should have been ended.")
    } catch let failure as PhoneTestFailure {
      XCTAssert(failure.message.contains("was ended, by the limit of 1.0 s"))
    }
  }
}
