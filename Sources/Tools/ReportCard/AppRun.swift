import Foundation
import PhoneModel
import Scenarios
import Synchronization

/// What a run tells while it works.
public enum RunProgress: Sendable {
  case step(index: Int, count: Int, name: String)
  case judged(StepReport)
}

/// Runs an app's process, reads what it reports and grades it.
public struct AppRun {
  public var executable: String
  public var facts: RunFacts
  /// Wall-clock seconds without a word from the process after which it counts as hung.
  public var silence: Int
  public var limits: RunLimits
  public var order: RunOrder

  public init(
    executable: String, facts: RunFacts, silence: Int = 30, limits: RunLimits = RunLimits(),
    order: RunOrder = .racing
  ) {
    self.executable = executable
    self.facts = facts
    self.silence = silence
    self.limits = limits
    self.order = order
  }

  /// Runs to the end, or until `isCancelled` says so; the report is then in `folder`.
  ///
  /// Throws `ScenarioError` when the app could not be run; the folder is then left to be discarded.
  public func run(
    in folder: ReportFolder, isCancelled: @escaping () -> Bool = { false },
    progress: @escaping (RunProgress) -> Void = { _ in }
  ) throws -> Report {
    let scratch = try Scratch()
    defer { scratch.remove() }
    let output = AppOutput(path: folder.work.appendingPathComponent("output.txt").path)
    let request = RunRequest(
      phone: facts.phone, world: facts.world, scenario: facts.scenario, limits: limits, order: order,
      observations: scratch.pipe, trace: folder.work.appendingPathComponent("trace.jsonl").path)
    do { try request.write(path: scratch.request) } catch {
      throw ScenarioError(
        file: scratch.request, place: "", what: "cannot be written: \(describe(error))")
    }
    let process = try ChildProcess(
      executable: executable, arguments: [RunRequest.launchArgument, scratch.request], output: output.path)
    defer { process.end() }
    var grader = RunGrader(facts)
    let ending = try listen(to: process, scratch, output, &grader, folder, isCancelled, progress)
    if let ending {
      if !grader.hasStarted, let what = Self.neverStarted(ending, lastLine: output.lastLine()) {
        throw ScenarioError(file: executable, place: "", what: what)
      }
      grader.stopped(ending)
    }
    // Nobody writes into the folder any more when it moves into place.
    process.end()
    try output.finish()
    let report = grader.report()
    try folder.finish(report)
    return report
  }

  /// Why a process that has not reported anything is no app on our phone; nil when it may be one.
  private static func neverStarted(_ ending: RunBreak, lastLine: String?) -> String? {
    let what: String
    switch ending {
    case .exited(let status): what = "ended with status \(status) before it reported anything"
    case .silent(let seconds): what = "reported nothing in \(seconds) s"
    case .crashed, .interrupted, .garbled: return nil
    }
    return what + (lastLine.map { "; it wrote: \($0)" } ?? "; is it linked with DuoFrameworks?")
  }

  private func listen(
    to process: ChildProcess, _ scratch: Scratch, _ output: AppOutput, _ grader: inout RunGrader,
    _ folder: ReportFolder, _ isCancelled: () -> Bool, _ progress: (RunProgress) -> Void
  ) throws -> RunBreak? {
    var reader = ObservationReader()
    var lastWord = ContinuousClock.now
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var judged = 0
    while true {
      if isCancelled() { return .interrupted }
      output.bound()
      // Asked first, so that whatever the process wrote before it ended is read below.
      let ended = process.poll()
      let count = scratch.read(&buffer, waiting: ended == nil ? 100 : 0)
      if count > 0 {
        lastWord = .now
        reader.append(buffer[..<count])
        do {
          while let record = try reader.next() {
            try grader.take(record, keep: folder.keep)
            if case .progress(let word) = record, let step = word.step {
              progress(.step(index: step, count: facts.scenario.steps.count, name: word.doing))
            }
            for step in grader.judged.dropFirst(judged) { progress(.judged(step)) }
            judged = grader.judged.count
          }
        } catch let error as ObservationStreamError { return .garbled(error.description) }
        continue
      }
      if grader.isComplete { return nil }
      if let ended {
        switch ended {
        case .signal(let signal):
          return .crashed(signal: signal, exception: AppException(standardError: output.tail()))
        case .status(let status): return .exited(status: status)
        }
      }
      if ContinuousClock.now - lastWord > .seconds(silence) { return .silent(seconds: silence) }
    }
  }
}

/// Files of one run that are no part of its report.
private final class Scratch {
  let folder: URL
  let pipe, request: String
  private let descriptor: Int32

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("diptych-\(UUID().uuidString)")
    pipe = folder.appendingPathComponent("observations").path
    request = folder.appendingPathComponent("request.json").path
    guard mkdir(folder.path, 0o700) == 0 else {
      throw ScenarioError(file: folder.path, place: "", what: "cannot be made: \(systemReason())")
    }
    // Open for both, so that the pipe never ends while the app has not yet opened it.
    let opened = mkfifo(pipe, 0o600) == 0 ? open(pipe, O_RDWR | O_NONBLOCK | O_CLOEXEC) : -1
    guard opened >= 0 else {
      let what = "cannot be made: \(systemReason())"
      unlink(pipe)
      rmdir(folder.path)
      throw ScenarioError(file: pipe, place: "", what: what)
    }
    descriptor = opened
  }

  /// Reads what is there, after waiting for it for at most so many milliseconds. 0: nothing came.
  func read(_ buffer: inout [UInt8], waiting milliseconds: Int32) -> Int {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&wanted, 1, milliseconds) > 0 else { return 0 }
    return buffer.withUnsafeMutableBytes { readBytes(descriptor, $0.baseAddress, $0.count) }
  }

  func remove() {
    close(descriptor)
    do { try FileManager.default.removeItem(at: folder) } catch {
      FileHandle.standardError.write(Data("\(folder.path): cannot be removed: \(describe(error))\n".utf8))
    }
  }
}

private func readBytes(_ descriptor: Int32, _ target: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, target, count)
}
