import DuoPhotos
import DuoUIKit
import Foundation
import PhoneHardware
import PhoneModel
import Scenarios
import Testing

@testable import DuoHost

/// An app that saves a picture when it is launched, and prints what came of it. One for a process.
@MainActor
final class SavingApp: UIResponder, UIApplicationDelegate {
  static func run(_ path: String) async throws {
    var bundle = try AppBundle.main()
    bundle.info["NSPhotoLibraryAddUsageDescription"] = "to save"
    try Host.start(SavingApp.self, try RunRequest(path: path), bundle: bundle)
    try await Task.sleep(for: .seconds(100_000))
    Issue.record("the scenario never ended")
    exit(EXIT_FAILURE)
  }

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    let picture = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4)).image { _ in }.pngData()!
    PHPhotoLibrary.shared().performChanges {
      PHAssetCreationRequest.forAsset().addResource(with: .photo, data: picture, options: nil)
    } completionHandler: { isSaved, error in
      let code = (error as? PHPhotosError).map { "\($0.code)" } ?? "none"
      let whole = PHPhotoLibrary.authorizationStatus(for: .readWrite)
      CurrentPhone.phone.trace.record(
        "saved", ["saved": .bool(isSaved), "error": .text(code), "whole": .text("\(whole)")])
    }
    return true
  }
}

/// What a scenario says about the person's photos, in the app.
@Suite struct PhotoLibraryPermissionTests {
  @Test func theScenarioDecidesAboutThePhotos() async throws {
    let rows: [(PhotoPermission?, String)] = [
      (.granted, #""error":"none","saved":true,"whole":"authorized""#),
      (.limited, #""error":"none","saved":true,"whole":"limited""#),
      (.denied, #""error":"accessUserDenied","saved":false,"whole":"denied""#),
      (.refusedWhenAsked, #""error":"accessUserDenied","saved":false,"whole":"notDetermined""#),
      (.notDetermined, #""error":"none","saved":true,"whole":"notDetermined""#),
      (nil, #""error":"none","saved":true,"whole":"notDetermined""#),
    ]
    for (permission, wanted) in rows {
      let files = try HostRun.Files()
      defer { files.remove() }
      let scenario = Scenario(
        name: "saving", photoLibrary: permission, steps: [ScenarioStep("a")])
      try files.write(scenario, HostRun.grey)
      await #expect(processExitsWith: .success) { [path = files.request as String] in
        try await SavingApp.run(path)
      }
      let trace = try files.read().trace
      let line = try #require(trace.first { $0.contains("\"kind\":\"saved\"") }, "\(permission as Any)")
      #expect(wanted.split(separator: ",").allSatisfy { line.contains($0) }, "\(permission as Any): \(line)")
      // Asked, the person needs 0.8 s; the trace says what was said.
      let asked = trace.first { $0.contains("\"permission\"") && $0.contains("\"photo-library-add\"") }
      let isAsked = permission == nil || permission == .notDetermined || permission == .refusedWhenAsked
      #expect(asked?.contains(isAsked ? "\"t\":800000000" : "\"t\":0") == true, "\(asked ?? "nothing")")
      let folder = files.folder.appendingPathComponent("Photos").path
      let saved =
        FileManager.default.fileExists(atPath: folder)
        ? try FileManager.default.contentsOfDirectory(atPath: folder).filter {
          $0.hasSuffix(".PNG") || $0.hasSuffix(".png")
        } : []
      #expect(saved.count == (wanted.contains("true") ? 1 : 0), "\(permission as Any): \(saved)")
    }
  }
}
