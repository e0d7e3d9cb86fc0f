import DuoAVFoundation
import DuoHost
public import DuoUIKit
import Foundation
public import PhoneModel
public import SimulatedPhone

extension SimulatedPhone {
  /// Launches an app on this phone, as the system does: delegate, scene, foreground. Returns when the launch is over and
  /// the main thread has come to rest; phone time does not pass.
  ///
  /// - Parameters:
  ///   - delegate: The app's `UIApplicationDelegate`.
  ///   - scene: The app's scene delegate, where its property list does not name it. A class at the top level of its file,
  ///     and not private.
  ///   - info: The app's property list. Nil for the one of the delegate's module: an app that the test target depends on
  ///     has its `Info.plist` in its resources, and it is found there.
  /// - Throws: `PhoneTestFailure` when an app was launched before, or the property list cannot be read.
  @MainActor
  public func launch(
    _ delegate: any UIApplicationDelegate.Type, scene: (any UIWindowSceneDelegate.Type)? = nil,
    info: [String: Any]? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) async throws -> TestedApp {
    let place = PhoneTestFailure.Place(fileID, filePath, line, column)
    guard UIApplication.shared.delegate == nil else {
      throw PhoneTestFailure(
        "An app was launched on this phone before; there is one for a process.", at: place)
    }
    var list: [String: Any]
    do { list = try info ?? PropertyList.of(delegate) } catch {
      throw PhoneTestFailure("\(error)", at: place)
    }
    if let scene { list["UIApplicationSceneManifest"] = try PropertyList.manifest(scene, at: place) }
    let texts = CaptureAuthorization.usageTexts(list)
    if !texts.isEmpty || info != nil { CaptureSystem.current.authorization.setUsageTexts(texts) }
    let bench = TestBench.of(self)
    bench.stage.launch(delegate, info: list)
    await run(for: .zero)
    return TestedApp(self, bench.stage)
  }
}

/// An app that runs on a test's phone. On the main actor, as its views are.
@MainActor
public final class TestedApp {
  public let phone: SimulatedPhone
  let stage: HostStage

  init(_ phone: SimulatedPhone, _ stage: HostStage) {
    self.phone = phone
    self.stage = stage
  }

  /// The app's own objects, to look at.
  public var delegate: (any UIApplicationDelegate)? { UIApplication.shared.delegate }
  public var scene: UIWindowScene? { UIApplication.shared.mainScene }

  /// Reads what a display shows now: the previews of the app, from the pixels, as the viewer of the display sees them.
  /// Read when the phone has settled.
  /// - Throws: `PhoneTestFailure` when the display is dark or nobody looks at it.
  public func reading(
    of display: DisplayID, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) throws -> DisplayReading {
    try reading(of: display, at: PhoneTestFailure.Place(fileID, filePath, line, column))
  }

  /// The one preview on a display.
  /// - Parameter display: nil for the display that the app is on.
  /// - Throws: as `reading(of:)`, and when there is not exactly one preview that shows a frame.
  public func preview(
    on display: DisplayID? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) throws -> PreviewReading {
    let place = PhoneTestFailure.Place(fileID, filePath, line, column)
    let display = display ?? phone.state.app.display
    let previews = try reading(of: display, at: place).previews
    guard previews.count == 1 else {
      throw PhoneTestFailure(
        "The \(display.rawValue) display should show one preview, and shows \(previews.count).", at: place)
    }
    return previews[0]
  }

  private func reading(of display: DisplayID, at place: PhoneTestFailure.Place) throws -> DisplayReading {
    try DisplayReader.atPlace(place) {
      try DisplayReader.requireLit(display, on: phone)
      return try DisplayReader.read(stage.picture(of: display), on: phone)
    }
  }
}

/// Property lists of apps under test.
private enum PropertyList {
  /// The one in the resources of the app's module. Without one: only a usage text, so that a camera may be asked for.
  static func of(_ delegate: any UIApplicationDelegate.Type) throws -> [String: Any] {
    let module = String(String(reflecting: delegate).prefix { $0 != "." })
    let list = try AppBundle.beside(module: module).info
    return list.isEmpty ? ["NSCameraUsageDescription": "a test"] : list
  }

  static func manifest(
    _ scene: any UIWindowSceneDelegate.Type, at place: PhoneTestFailure.Place
  ) throws -> [String: Any] {
    let name = String(reflecting: scene)
    guard NSClassFromString(name) != nil else {
      throw PhoneTestFailure(
        "The scene delegate \(name) cannot be found by its name: it has to be a class at the top level of its file, "
          + "and not private.", at: place)
    }
    let entry = ["UISceneConfigurationName": "Default Configuration", "UISceneDelegateClassName": name]
    return [
      "UISceneConfigurations": [UISceneSession.Role.windowApplication.rawValue: [entry]]
    ]
  }
}
