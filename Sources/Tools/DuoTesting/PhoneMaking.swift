import DuoAVFoundation
import DuoCoreMedia
import DuoPhotos
import Foundation
public import PhoneModel
public import SimulatedPhone
import Synchronization

/// What the person has said, or will say, about the camera or the microphone.
public enum CameraPermission: Hashable, Sendable {
  case granted, denied
  /// Nobody has asked yet; asked, the person takes 0.8 s and says this.
  case notDetermined(answer: Bool)
}

/// What the person has said, or will say, about their photos.
public enum PhotoLibraryPermission: Hashable, Sendable {
  /// To read and to add; to read what the person picked, and to add; neither.
  case granted, limited, denied
  /// Somebody else decides, such as a parent: no.
  case restricted
  /// Nobody has asked yet; asked, the person takes 0.8 s and says yes, some of them, or no.
  case notDetermined(answer: Answer)

  public enum Answer: Hashable, Sendable { case granted, limited, denied }
}

extension SimulatedPhone {
  /// A phone for this test: switched on, at rest in `pose`, and the phone that `AVFoundation`, `UIKit` and the other
  /// frameworks of this process find. The whole process lives in its time from now on. Phone time passes only while the
  /// test waits: in `run(for:)`, `settle()` and `play(_:)`, in a sleep, in a call that takes time on a phone such as
  /// `startRunning()`. Between two waits it stands still, however long the test computes.
  ///
  /// A process has one phone, for good, because its clock, its main actor and its capture system belong to the process.
  /// Run each test in a process of its own: `PhoneTest` and `AppTest` with Swift Testing's exit tests,
  /// `inOwnProcess(_:)` with XCTest.
  ///
  /// - Throws: `PhoneTestFailure` when the process has a phone already, or this phone cannot take the pose; an error
  ///   that names the file when a picture of the world cannot be read.
  public convenience init(
    _ description: PhoneDescription = .duo, pose: PhonePose = .closed, world: WorldDescription = .room,
    camera: CameraPermission = .granted, microphone: CameraPermission = .granted,
    photoLibrary: PhotoLibraryPermission = .granted, fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) throws {
    let place = PhoneTestFailure.Place(fileID, filePath, line, column)
    guard let state = PhoneState.initial(description, pose: pose.rawValue, world: world) else {
      throw PhoneTestFailure(PoseRules.refusal(of: pose, on: description), at: place)
    }
    guard PhoneClaim.first() else {
      throw PhoneTestFailure(
        "This process already has a phone. Its clock, its main actor and its capture system belong to the process, "
          + "so each test needs a process of its own: PhoneTest or AppTest in an exit test, inOwnProcess in XCTest.",
        at: place)
    }
    let clock = VirtualClock(.stepped)
    try self.init(description, clock: clock, world: world, state: state)
    try clock.start()
    makeCurrent()
    CMClock.readHostTime { clock.now.nanoseconds }
    let authorization = CaptureSystem.current.authorization
    authorization.setUsageTexts([.video: "a test", .audio: "a test"])
    for (media, permission) in [(AVMediaType.video, camera), (.audio, microphone)] {
      switch permission {
      case .granted: authorization.set(.authorized, for: media)
      case .denied: authorization.set(.denied, for: media)
      case .notDetermined(let answer):
        authorization.setAnswer(answer, for: media, after: .milliseconds(800))
      }
    }
    let bench = TestBench(self, clock)
    authorization.observe { [weak bench] _, _ in bench?.disturb() }
    PhotoAuthorization.shared.decide(photoLibrary)
    PhotoAuthorization.shared.observe { [weak bench] in bench?.disturb() }
    clock.run()
  }
}

extension PhotoAuthorization {
  fileprivate func decide(_ permission: PhotoLibraryPermission) {
    setUsageTexts([.addOnly: "a test", .readWrite: "a test"])
    switch permission {
    case .granted: setBoth(.authorized)
    case .limited: setBoth(.limited)
    case .denied: setBoth(.denied)
    case .restricted: setBoth(.restricted)
    case .notDetermined(.granted): setAnswer(.authorized)
    case .notDetermined(.limited): setAnswer(.limited)
    case .notDetermined(.denied): setAnswer(.denied)
    }
  }
}

/// Whether the process's one phone is taken.
private enum PhoneClaim {
  private static let isTaken = Atomic(false)
  static func first() -> Bool { !isTaken.exchange(true, ordering: .acquiringAndReleasing) }
}

enum PoseRules {
  static func refusal(of pose: PhonePose, on description: PhoneDescription) -> String {
    let known = PhonePose.all(of: description).map(\.rawValue).joined(separator: ", ")
    return "The phone '\(description.name)' cannot take the pose '\(pose.rawValue)'; it can: \(known)."
  }
}
