import Foundation
import PhoneModel
import Scenarios
import Testing

/// What a test process with an app reported.
struct HostRun {
  var records: [ObservationRecord]
  /// The lines of the trace.
  var trace: [String]

  var moments: [MomentRecord] {
    records.compactMap { if case .moment(let moment) = $0 { moment } else { nil } }
  }
  var settled: [MomentRecord] { moments.filter { $0.kind == .settled } }
  var events: [AppEventRecord] {
    records.compactMap { if case .appEvent(let event) = $0 { event } else { nil } }
  }
  func transitions(_ step: Int) -> [MomentRecord] {
    moments.filter { $0.kind == .transition && $0.step == step }
  }
  /// When a step began.
  func beginning(_ step: Int) -> PhoneTime? {
    records.lazy.compactMap { if case .progress(let word) = $0, word.step == step { word.time } else { nil } }
      .first
  }

  /// Plays a scenario with an app in a process of its own, which must end well.
  static func play(
    _ kind: TestApp.Kind, _ scenario: Scenario, world: WorldDescription = grey,
    change: (inout RunRequest) -> Void = { _ in }
  ) async throws -> HostRun {
    let files = try Files()
    defer { files.remove() }
    try files.write(scenario, world, change)
    await #expect(processExitsWith: .success) {
      [kind = kind as TestApp.Kind, path = files.request as String] in
      try await TestApp.run(kind, path)
    }
    return try files.read()
  }

  static let grey = WorldDescription.colour(red: 90, green: 90, blue: 90)

  /// The files of one run.
  struct Files {
    let folder: URL
    var request: String { folder.appendingPathComponent("request.json").path }
    private var observations: URL { folder.appendingPathComponent("observations") }
    private var trace: URL { folder.appendingPathComponent("trace.jsonl") }

    init() throws {
      folder = FileManager.default.temporaryDirectory.appendingPathComponent("host-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    func write(
      _ scenario: Scenario, _ world: WorldDescription, _ change: (inout RunRequest) -> Void = { _ in }
    ) throws {
      var request = RunRequest(
        phone: .duo, world: world, scenario: scenario, observations: observations.path, trace: trace.path)
      change(&request)
      try request.write(path: self.request)
    }

    func read() throws -> HostRun {
      var reader = ObservationReader()
      reader.append(try Data(contentsOf: observations))
      var records: [ObservationRecord] = []
      while let record = try reader.next() {
        // The test app lives without scenes, of which every launch is told; no test here is about that.
        if case .appEvent(let event) = record, event.kind == .violation,
          event.detail?.contains("UIApplicationSceneManifest") == true
        {
          continue
        }
        records.append(record)
      }
      #expect(!reader.isTruncated)
      let lines = FileManager.default.contents(atPath: trace.path) ?? Data()
      return HostRun(
        records: records,
        trace: String(decoding: lines, as: UTF8.self).split(separator: "\n").map(String.init))
    }

    func remove() {
      do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) }
    }
  }
}

extension Scenario {
  /// Shut, then opened within 300 ms.
  static let opening = Scenario(
    name: "opening", intent: .selfie, start: "closed",
    steps: [
      ScenarioStep("closed"),
      ScenarioStep("open", do: [.event(.pose("open-landscape", over: .milliseconds(300)))]),
    ])
}
