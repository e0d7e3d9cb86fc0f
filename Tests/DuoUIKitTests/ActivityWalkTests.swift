import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

/// Long walks through what can happen to an app, against plain retellings.
@Suite struct ActivityWalkTests {
  @Test func everyWalkHasItsCallbacks() async {
    await #expect(processExitsWith: .success) { try await ActivityWalks.scenes() }
  }

  @Test func appsFromBeforeScenesHearTheSame() async {
    await #expect(processExitsWith: .success) { try await ActivityWalks.classic() }
  }

  @Test func backgroundTasksExpireAsAPlainCountSays() async {
    await #expect(processExitsWith: .success) { try await ActivityWalks.tasks() }
  }

  @Test func windowsKeepTheOrderOfAPlainList() async {
    await #expect(processExitsWith: .success) { try await ActivityWalks.windows() }
  }

  @Test func onlyTheSystemsURLsAreTaken() {
    let taken = [
      "http://a.b", "https://a.b/c?d", "HTTPS://A.B", "mailto:a@b.c", "tel:123", "sms:123", "facetime:a@b.c",
      "app-settings:", "itms-apps://x", "photos-redirect://", "maps://?q=x",
    ]
    let others = ["someapp://x", "file:///etc", "about:blank", "httpx://a", "/relative", "x-web-search://a"]
    #expect(taken.filter { !SystemURLs.areTaken(URL(string: $0)!) } == [])
    #expect(others.filter { SystemURLs.areTaken(URL(string: $0)!) } == [])
  }

  @Test func levelsAreNumbersInOrder() {
    let levels: [UIWindow.Level] = [.normal - 1, .normal, .normal + 1, .statusBar, .alert, .alert + 1]
    #expect(levels == levels.sorted() && levels.map(\.rawValue) == [-1, 0, 1, 1000, 2000, 2001])
    #expect(UIWindow.Level(5) == UIWindow.Level(rawValue: 5) && Set(levels).count == 6)
  }

  @Test func modulesAreReadFromMangledNames() {
    let table: [(String, String?, Bool)] = [
      ("$s5Hello3runyyF", "Hello", true), ("$s8DuoUIKit6UIViewC5frameSo6CGRectVvs", "DuoUIKit", false),
      ("$sSo8NSObjectC", "So", false), ("$sSC3fooyyF", "SC", false), ("$ss5print", "s", false),
      ("main", nil, false),
      ("$s99Short", nil, false), ("$s10Foundation4DataV", "Foundation", false),
      ("$s6Camera4mainyyF", "Camera", true),
    ]
    let wrong = table.filter { name, module, isApp in
      AppFrame.module(of: name) != module || (module.map(AppFrame.isApp) ?? false) != isApp
    }
    #expect(wrong.map(\.0) == [])
  }
}

@MainActor private enum ActivityWalks {
  /// 0 active, 1 inactive, 2 background: one step at a time, each with its callback.
  static func way(_ from: Int, _ to: Int, _ who: String) -> [String] {
    var (place, calls) = (from, [String]())
    while place != to {
      switch (place, place < to) {
      case (0, true): calls.append("\(who) willResignActive")
      case (1, true): calls.append("\(who) didEnterBackground")
      case (2, false): calls.append("\(who) willEnterForeground")
      default: calls.append("\(who) didBecomeActive")
      }
      place += place < to ? 1 : -1
    }
    return calls
  }

  static func walk(_ stage: Stage, _ who: String, seed: UInt64) async {
    await stage.settle()
    _ = Story.take()
    var random = SeededRandom(seed)
    var place = 0
    let notices: [Notification.Name: String] = [
      UIScene.willDeactivateNotification: "- scene", UIApplication.willResignActiveNotification: "- app",
      UIScene.didEnterBackgroundNotification: "-- scene",
      UIApplication.didEnterBackgroundNotification: "-- app",
      UIScene.willEnterForegroundNotification: "+ scene",
      UIApplication.willEnterForegroundNotification: "+ app",
      UIScene.didActivateNotification: "++ scene", UIApplication.didBecomeActiveNotification: "++ app",
    ]
    nonisolated(unsafe) var posted: [String] = []
    let tokens = notices.map { name, word in
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
        posted.append(word)
      }
    }
    for step in 0..<60 {
      let next = random.int(3)
      UIApplication.shared.setActivity([.foreground, .inactive, .background][next], of: stage.scene)
      let heard = Story.take().filter { $0.hasPrefix(who) }
      verify(heard == way(place, next, who), "\(step) \(place) to \(next): \(heard)")
      let words = way(place, next, "x").flatMap { call in
        let sign =
          [
            "willResignActive": "-", "didEnterBackground": "--", "willEnterForeground": "+",
            "didBecomeActive": "++",
          ][
            call.split(separator: " ").last.map(String.init) ?? ""] ?? "?"
        return ["\(sign) scene", "\(sign) app"]
      }
      verify(posted.sorted() == words.sorted(), "\(step): \(posted), not \(words)")
      posted = []
      place = next
      let app = UIApplication.shared
      verify(app.applicationState.rawValue == place, "\(step): \(app.applicationState)")
      verify(stage.scene.activationState.rawValue == place, "\(step): \(stage.scene.activationState)")
    }
    for token in tokens { NotificationCenter.default.removeObserver(token) }
  }

  static func scenes() async throws { await walk(try Stage(), "scene", seed: 701) }

  final class Early: ClassicAppDelegate {
    override func application(
      _ application: UIApplication,
      didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
      Story.add("state \(application.applicationState.rawValue)")
      return super.application(application, didFinishLaunchingWithOptions: launchOptions)
    }
  }

  static func classic() async throws {
    let stage = try Stage(info: [:], delegate: Early.self)
    verify(Story.take().contains("state 1"), "an app that is launched in the foreground is inactive")
    await walk(stage, "app", seed: 702)
  }

  static func tasks() async throws {
    let stage = try Stage()
    await stage.settle()
    let app = UIApplication.shared
    var random = SeededRandom(703)
    var running: [UIBackgroundTaskIdentifier: Int] = [:]
    var (made, expired) = (0, [Int]())
    var away: Double?
    for step in 0..<120 {
      switch random.int(5) {
      case 0, 1:
        made += 1
        let number = made
        let id = app.beginBackgroundTask(withName: "task \(number)") { expired.append(number) }
        verify(id != .invalid && running[id] == nil, "a new one")
        running[id] = number
      case 2:
        guard let id = running.keys.min(by: { $0.rawValue < $1.rawValue }) else { continue }
        app.endBackgroundTask(id)
        app.endBackgroundTask(id)
        app.endBackgroundTask(.invalid)
        running[id] = nil
      case 3:
        await stage.send(away == nil ? .background : .foreground)
        away = away == nil ? 0 : nil
      default:
        let seconds = Double(1 + random.int(12))
        await stage.advance(seconds)
        let before = away
        away = away.map { $0 + seconds }
        // Whoever runs when thirty seconds are over hears of it, in the order of their beginning.
        let isOver = (before ?? 30) < 30 && (away ?? 0) >= 30
        verify(expired == (isOver ? running.values.sorted() : []), "\(step): \(expired)")
        expired = []
      }
      let left = away.map { max(30 - $0, 0) } ?? .greatestFiniteMagnitude
      verify(app.backgroundTimeRemaining == left, "\(step): \(app.backgroundTimeRemaining), not \(left)")
    }
  }

  static func windows() async throws {
    let stage = try Stage()
    await stage.settle()
    let scene = stage.scene
    var random = SeededRandom(704)
    var all = [stage.window]
    // The last to be put in front of its level comes last in it.
    var order: [UIWindow] = [stage.window]
    for step in 0..<200 {
      switch random.int(5) {
      case 0 where all.count < 9:
        let window = UIWindow(windowScene: scene)
        all.append(window)
        order.append(window)
      case 1, 2:
        let window = all[random.int(all.count)]
        let level = UIWindow.Level(CGFloat(random.int(3)))
        if window.windowLevel != level {
          window.windowLevel = level
          if window.windowScene != nil {
            order.removeAll { $0 === window }
            order.append(window)
          }
        }
      case 3:
        let window = all[random.int(all.count)]
        guard window.windowScene != nil else { continue }
        window.makeKeyAndVisible()
        order.removeAll { $0 === window }
        order.append(window)
        verify(scene.keyWindow === window && all.filter(\.isKeyWindow).count == 1, "\(step): one key window")
      default:
        let window = all[random.int(all.count)]
        let isLeaving = window.windowScene != nil
        window.windowScene = isLeaving ? nil : scene
        order.removeAll { $0 === window }
        if !isLeaving { order.append(window) }
      }
      let wanted = order.enumerated().sorted {
        ($0.element.windowLevel, $0.offset) < ($1.element.windowLevel, $1.offset)
      }.map(\.element)
      verify(scene.windows == wanted, "\(step): order")
      verify(
        all.allSatisfy { ($0.windowScene == nil) == ($0.layer.attachment.placement == nil) || $0.isHidden },
        "\(step)")
    }
  }
}
