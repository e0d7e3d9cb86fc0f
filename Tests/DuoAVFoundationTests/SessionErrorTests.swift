import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// Errors as apps look at them: in notifications and thrown.
@Suite struct SessionErrorTests {
  @Test func theNoticeCarriesAnNSErrorThatCasts() throws {
    let bench = CaptureBench()
    let session = try bench.session(.rearWide, AVCaptureVideoDataOutput())
    bench.phone.broken.withLock { $0[.rearWide] = .disconnected(.rearWide) }
    let notes = Notes()
    let token = NotificationCenter.default.addObserver(
      forName: AVCaptureSession.runtimeErrorNotification, object: session, queue: nil
    ) { note in
      let value = note.userInfo?[AVCaptureSessionErrorKey]
      if let error = value as? NSError { notes.add("NSError \(error.domain) \(error.code)") }
      if let error = value as? AVError { notes.add("AVError \(error.code == .deviceNotConnected)") }
      if let error = value as? any Error, case AVError.deviceNotConnected = error { notes.add("pattern") }
      if value.map({ type(of: $0) is NSError.Type }) == true { notes.add("is an NSError") }
    }
    session.startRunning()
    NotificationCenter.default.removeObserver(token)
    #expect(
      notes.all == ["NSError AVFoundationErrorDomain -11814", "AVError true", "pattern", "is an NSError"])
  }

  @Test func errorsOfOthersDoNotCast() {
    let values: [Any] = [
      NSError(domain: "other", code: -11814), NSError(domain: AVFoundationErrorDomain, code: -11807), "text",
    ]
    #expect(values.map { ($0 as? AVError)?.code } == [nil, .diskFull, nil])
    #expect(values.map { $0 is AVError } == [false, true, false])
    #expect((values[1] as? NSError)?.code == -11807)
  }

  @Test func thrownErrorsAreCaughtAsBefore() {
    func caught(_ error: any Error) -> String {
      do {
        throw error
      } catch let error as AVError {
        return "AVError \(error.code.rawValue)"
      } catch {
        return "other \((error as NSError).code)"
      }
    }
    #expect(caught(AVError(.diskFull)) == "AVError -11807")
    #expect(caught(NSError(domain: AVFoundationErrorDomain, code: -11807)) == "AVError -11807")
    #expect(caught(NSError(domain: "other", code: 5)) == "other 5")
    let error: any Error = AVError(.diskFull, userInfo: [AVErrorTimeKey: "now"])
    #expect((error as NSError).code == -11807 && (error as? AVError)?.code == .diskFull)
    #expect((error as NSError).userInfo[AVErrorTimeKey] as? String == "now")
  }
}
