import DuoFoundation
import PhoneModel
import Testing

@testable import DuoPhotos

/// Each test in a process of its own, since a person has one library.
@Suite struct PermissionTests {
  @Test func rawValuesAreApples() {
    let statuses: [PHAuthorizationStatus] = [.notDetermined, .restricted, .denied, .authorized, .limited]
    #expect(statuses.map(\.rawValue) == [0, 1, 2, 3, 4])
    #expect([PHAccessLevel.addOnly, .readWrite].map(\.rawValue) == [1, 2])
  }

  @Test func thePersonIsAskedOnceAndAnswersAfterAMoment() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let library = try Library(nil)
      let noted = Noted()
      require(PHPhotoLibrary.authorizationStatus(for: .readWrite) == .notDetermined, "decided already")
      PHPhotoLibrary.requestAuthorization(for: .readWrite) { noted.add("a \($0.rawValue)") }
      PHPhotoLibrary.requestAuthorization(for: .readWrite) { noted.add("b \($0.rawValue)") }
      library.clock.advance(by: .milliseconds(700))
      await library.settle()
      require(noted.all == [], "\(noted.all)")
      library.clock.advance(by: .milliseconds(200))
      let later = await PHPhotoLibrary.requestAuthorization(for: .readWrite)
      require(later == .authorized, "\(later)")
      require(noted.all == ["a 3", "b 3"], "\(noted.all)")
      require(PHPhotoLibrary.authorizationStatus() == .authorized, "older call")
    }
    expectNoComplaint(result)
  }

  /// What is told by each call, for what the person said of the whole library.
  @Test func whatEachAnswerMeans() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let library = try Library(nil)
      let cases: [(said: PHAuthorizationStatus, old: PHAuthorizationStatus, add: PHAuthorizationStatus)] = [
        (.authorized, .authorized, .authorized),
        (.limited, .authorized, .authorized),
        (.denied, .denied, .notDetermined),
        (.restricted, .restricted, .notDetermined),
      ]
      for (said, old, add) in cases {
        PhotoAuthorization.shared.set(said, for: .readWrite)
        let whole = PHPhotoLibrary.authorizationStatus(for: .readWrite)
        require(whole == said, "\(said): \(whole)")
        require(
          PHPhotoLibrary.authorizationStatus() == old, "\(said): \(PHPhotoLibrary.authorizationStatus())")
        let adding = PHPhotoLibrary.authorizationStatus(for: .addOnly)
        require(adding == add, "\(said): \(adding)")
      }
      library.remove()
    }
    expectNoComplaint(result)
  }

  @Test func limitedAccessIsToldByTheNewCallOnly() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let library = try Library(nil)
      let noted = Noted()
      PhotoAuthorization.shared.setAnswer(.limited)
      PHPhotoLibrary.requestAuthorization { noted.add("old \($0.rawValue)") }
      PHPhotoLibrary.requestAuthorization(for: .readWrite) { noted.add("new \($0.rawValue)") }
      PHPhotoLibrary.requestAuthorization(for: .addOnly) { noted.add("add \($0.rawValue)") }
      library.clock.advance(by: .seconds(1))
      await library.settle()
      require(noted.all.sorted() == ["add 3", "new 4", "old 3"], "\(noted.all)")
      library.remove()
    }
    expectNoComplaint(result)
  }

  @Test func everyDecisionIsObserved() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let library = try Library(nil)
      let noted = Noted()
      PhotoAuthorization.shared.observe { noted.add("decided") }
      PHPhotoLibrary.requestAuthorization(for: .addOnly) { _ in }
      library.clock.advance(by: .seconds(1))
      PhotoAuthorization.shared.set(.denied, for: .addOnly)
      require(noted.all == ["decided", "decided"], "\(noted.all)")
    }
    expectNoComplaint(result)
  }

  @Test func withoutAUsageTextTheAppEnds() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      _ = try Library(nil)
      PhotoAuthorization.shared.setUsageTexts(
        PhotoAuthorization.usageTexts(["NSPhotoLibraryUsageDescription": "x"]))
      PHPhotoLibrary.requestAuthorization(for: .addOnly) { _ in }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("NSPhotoLibraryAddUsageDescription key with a string value"))
  }
}
