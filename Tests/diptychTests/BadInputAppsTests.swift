import Foundation
import Testing

/// What an app gives UIKit that UIKit cannot use reaches the report by name, and nothing is silently blank.
@Suite struct BadInputAppsTests {
  private static let scenario = """
    {"schema": "diptych/scenario/1", "name": "bad", "steps": [{"name": "closed"}]}
    """

  /// The app, what it is called in the report, and the run's exit status.
  private static let rows: [(app: String, name: String, status: Int32)] = [
    ("offmain", "ui-off-main-thread", 1), ("detached", "presented-from-detached", 1),
    ("constraints", "constraints-unsatisfiable", 0), ("font", "missing-font", 0),
    ("glyphs", "text-without-glyphs", 0), ("flat", "zero-size-window", 1),
    ("missing", "no-visible-window", 1),
  ]

  /// Every message of a report, with its verdict and rule: "fail 42: …".
  private func messages(_ report: [String: Any]) -> [String] {
    func look(_ part: [String: Any]) -> [String] {
      let own = (part["findings"] as? [[String: Any]] ?? []).map { finding in
        "\(finding["verdict"] ?? "") \(finding["rule"] ?? ""): \(finding["message"] ?? "")"
      }
      return own
        + ["steps", "displays", "previews"].flatMap { (part[$0] as? [[String: Any]] ?? []).flatMap(look) }
    }
    return look(report)
  }

  private func run(
    _ desk: Desk, _ name: String, scenario: String = "bad.json"
  ) throws -> (status: Int32, out: String, messages: [String]) {
    let result = try desk.diptych("run", "./\(name)", "--scenario", scenario, "--out", "out-\(name)")
    return (result.status, result.out, messages(try desk.report("out-\(name)")))
  }

  private func desk() throws -> Desk {
    let desk = try Desk()
    try desk.put(Self.scenario, "bad.json")
    return desk
  }

  /// A finding of its own, which the right version does not have.
  @Test func badInputHasAName() throws {
    let desk = try desk()
    var wrong: [String] = []
    for row in Self.rows {
      for version in ["broken", "right"] {
        let name = "\(row.app)-\(version)"
        try desk.link("ScreenApps", as: name)
        let it = try run(desk, name)
        let named = it.messages.filter { $0.contains(" 42: ") }
        let verdict = row.status == 0 ? "note" : "fail"
        let isFound = !named.isEmpty && named.allSatisfy { $0.hasPrefix("\(verdict) 42: \(row.name): ") }
        let isAsWanted =
          version == "right" ? named.isEmpty && it.status == 0 : isFound && it.status == row.status
        if !isAsWanted { wrong.append("\(name): \(it.status) \(it.messages)") }
      }
    }
    #expect(wrong == [])
  }

  /// Where Apple's frameworks or Swift stop the process, the finding has their words.
  @Test func whatStopsAnAppIsTold() throws {
    let rows: [(app: String, stop: String, also: String?)] = [
      (
        "promise",
        "The app stopped: BUG IN CLIENT OF LIBDISPATCH: Assertion failed: Block was expected to execute on queue",
        nil
      ),
      ("twice", "The app stopped: NSInvalidArgumentException: ", "fail 42: accessory-misused: "),
      (
        "unwrapped",
        "The app stopped: Fatal error: Unexpectedly found nil while unwrapping an Optional value",
        "note 42: missing-font: UIFont(name: \"No Such Font\", size:) is nil"
      ),
    ]
    let desk = try desk()
    var wrong: [String] = []
    for row in rows {
      for version in ["broken", "right"] {
        let name = "\(row.app)-\(version)"
        try desk.link("ScreenApps", as: name)
        let it = try run(desk, name)
        let stops = it.messages.filter { $0.contains("The app stopped") }
        let isStopped = stops.count == 1 && stops[0].hasPrefix("fail app: \(row.stop)")
        let isTold = row.also.map { also in it.messages.contains { $0.hasPrefix(also) } } ?? true
        let isAsWanted =
          version == "right" ? stops == [] && it.status == 0 : isStopped && isTold && it.status == 1
        if !isAsWanted { wrong.append("\(name): \(it.status) \(it.messages)") }
      }
    }
    #expect(wrong == [])
  }

  /// Property lists that name no scene delegate that exists, or no scenes at all.
  @Test func scenesThatAreNotSetUp() throws {
    let desk = try desk()
    try desk.put(
      """
      {"schema": "diptych/scenario/1", "name": "two", "steps": [
        {"name": "closed"}, {"name": "open", "do": {"pose": "open-landscape"}, "over": "300 ms"}]}
      """, "two.json")
    let usage = "<key>NSCameraUsageDescription</key><string>Shows you to yourself.</string>"
    let scenes = """
      <key>UIApplicationSceneManifest</key><dict><key>UISceneConfigurations</key><dict>
      <key>UIWindowSceneSessionRoleApplication</key><array><dict><key>UISceneDelegateClassName</key>
      <string>ScreenApps.Nobody</string></dict></array></dict></dict>
      """
    var found: [String: (status: Int32, out: String, messages: [String])] = [:]
    for (name, extra) in [("delegate-broken", scenes), ("manifest-broken", "")] {
      // Its property list lies beside an executable, not beside links to it.
      try desk.copy("ScreenApps", as: name)
      try desk.put("<plist version=\"1.0\"><dict>\(usage)\(extra)</dict></plist>", "\(name)-Info.plist")
      found[name] = try run(desk, name, scenario: "two.json")
    }
    let nobody = try #require(found["delegate-broken"])
    #expect(nobody.status == 1)
    #expect(
      nobody.messages.contains {
        $0.hasPrefix("fail 42: missing-scene-delegate: ") && $0.contains("ScreenApps.Nobody")
      })
    #expect(nobody.messages.filter { $0.hasPrefix("fail 42: no-visible-window: ") }.count == 2)
    // Step by step in the report, once at the terminal.
    #expect(nobody.out.components(separatedBy: "no-visible-window").count == 2)
    #expect(nobody.out.contains("closed and 1 more step: fail, rule 42: no-visible-window: "))

    // The app lives as it did before scenes.
    let old = try #require(found["manifest-broken"])
    #expect(old.status == 0)
    #expect(
      old.messages.filter { $0.contains(" 42: ") }.map { $0.prefix(33) } == [
        "note 42: missing-scene-manifest: "
      ])
  }

  /// UIKit holds what is presented.
  @Test func aSheetThatNobodyElseHoldsWorks() throws {
    let desk = try desk()
    try desk.put(
      """
      {"schema": "diptych/scenario/1", "name": "sheet", "steps": [
        {"name": "sheet", "do": {"wait": "2 s"}},
        {"name": "done", "do": {"tap": {"identifier": "done"}}},
        {"name": "shutter", "do": {"tap": {"identifier": "shutter"}}}]}
      """, "sheet.json")
    try desk.link("ScreenApps", as: "released-right")
    let it = try run(desk, "released-right", scenario: "sheet.json")
    #expect(!it.messages.contains { $0.contains("nothing to tap") || $0.contains("The app stopped") })
    #expect(!it.messages.contains { $0.contains(" 42: ") })
  }
}
