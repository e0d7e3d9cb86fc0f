import DuoTesting
import Photos
import Testing
import UIKit

/// An app that saves into the library, and says what came of it.
private final class Saver: Sendable {
  enum Outcome: Equatable, Sendable {
    case saved
    case failed(domain: String, code: Int)
    case notAllowed(PHAuthorizationStatus)
  }

  /// As apps do that ask for no more than they need.
  func save(_ data: Data) async -> Outcome {
    let status = await PHPhotoLibrary.requestAuthorization(for: .addOnly)
    guard status == .authorized || status == .limited else { return .notAllowed(status) }
    return await saveWithoutAsking(data)
  }

  /// As apps do that leave the question to the library.
  func saveWithoutAsking(_ data: Data) async -> Outcome {
    do {
      try await PHPhotoLibrary.shared().performChanges {
        PHAssetCreationRequest.forAsset().addResource(with: .photo, data: data, options: nil)
      }
      return .saved
    } catch {
      // On Linux `catch let error as NSError` does not bridge an error of Swift's.
      let error = error as NSError
      return .failed(domain: error.domain, code: error.code)
    }
  }
}

private func picture() throws -> Data {
  let image = UIGraphicsImageRenderer(size: CGSize(width: 8, height: 8)).image { context in
    UIColor.red.setFill()
    context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
  }
  return try #require(image.jpegData(compressionQuality: 0.9))
}

/// What the person says about their photos, as a test says it.
@Suite struct PhotoLibraryTests {
  @Test func whoMaySavesWhoMayNotGetsTheError() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run { _ in
        let data = try picture()
        #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .authorized)
        #expect(await Saver().save(data) == .saved)
        #expect(PHAsset.fetchAssets(with: .image, options: nil).count == 1)
      }
    }
    await #expect(processExitsWith: .success) {
      await PhoneTest.run(photoLibrary: .limited) { _ in
        let data = try picture()
        #expect(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .limited)
        #expect(PHPhotoLibrary.authorizationStatus(for: .addOnly) == .authorized)
        #expect(await Saver().save(data) == .saved)
      }
    }
    await #expect(processExitsWith: .success) {
      await PhoneTest.run(photoLibrary: .denied) { phone in
        let data = try picture()
        let asked = phone.clock.now
        #expect(await Saver().save(data) == .notAllowed(.denied))
        let error = PHPhotosError.Code.accessUserDenied.rawValue
        #expect(
          await Saver().saveWithoutAsking(data) == .failed(domain: PHPhotosErrorDomain, code: error))
        // Nobody was asked.
        #expect(phone.clock.now == asked && PHAsset.fetchAssets(with: .image, options: nil).count == 0)
      }
    }
    await #expect(processExitsWith: .success) {
      await PhoneTest.run(photoLibrary: .restricted) { _ in
        let data = try picture()
        let error = PHPhotosError.Code.accessRestricted.rawValue
        #expect(
          await Saver().saveWithoutAsking(data) == .failed(domain: PHPhotosErrorDomain, code: error))
      }
    }
  }

  /// The person thinks for 0.8 s; the question of the change itself is the same question.
  @Test func anUndecidedPersonIsAskedOnce() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run(photoLibrary: .notDetermined(answer: .denied)) { phone in
        let data = try picture()
        #expect(PHPhotoLibrary.authorizationStatus(for: .addOnly) == .notDetermined)
        let asked = phone.clock.now
        let error = PHPhotosError.Code.accessUserDenied.rawValue
        #expect(
          await Saver().saveWithoutAsking(data) == .failed(domain: PHPhotosErrorDomain, code: error))
        #expect(phone.clock.now - asked == .milliseconds(800))
        #expect(await Saver().save(data) == .notAllowed(.denied))
        #expect(phone.clock.now - asked == .milliseconds(800))
        try phone.expectTrace(.record("permission", ["media": "photo-library-add", "status": "denied"]))
      }
    }
    await #expect(processExitsWith: .success) {
      await PhoneTest.run(photoLibrary: .notDetermined(answer: .granted)) { phone in
        let data = try picture()
        let asked = phone.clock.now
        #expect(await Saver().saveWithoutAsking(data) == .saved)
        #expect(phone.clock.now - asked == .milliseconds(800))
      }
    }
    await #expect(processExitsWith: .success) {
      await PhoneTest.run(photoLibrary: .notDetermined(answer: .limited)) { phone in
        #expect(await PHPhotoLibrary.requestAuthorization(for: .readWrite) == .limited)
        #expect(await PHPhotoLibrary.requestAuthorization(for: .addOnly) == .authorized)
        try phone.expectTrace(.record("permission", ["media": "photo-library", "status": "limited"]))
      }
    }
  }

  /// `settle()` waits for the answer, which is an event.
  @Test func theAnswerIsAnEvent() async {
    await #expect(processExitsWith: .success) {
      await PhoneTest.run(photoLibrary: .notDetermined(answer: .granted)) { phone in
        let asked = phone.clock.now
        let question = Task { await PHPhotoLibrary.requestAuthorization(for: .readWrite) }
        await phone.run(for: .milliseconds(500))
        try await phone.settle()
        #expect(phone.clock.now - asked >= .milliseconds(1800))
        #expect(await question.value == .authorized)
      }
    }
  }
}
