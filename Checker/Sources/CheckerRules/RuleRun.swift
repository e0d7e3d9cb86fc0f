import CaptureFacts
import Foundation
import SourceModel
import Synchronization

/// Runs rules on a program with every core. Findings come sorted by file and place, whatever thread was first.
public struct RuleRun: Sendable {
  public var rules: [any Rule]
  public var settings: RuleSettings
  public var threads: Int

  public init(
    rules: [any Rule] = AllRules.list, settings: RuleSettings = RuleSettings(),
    threads: Int = ProcessInfo.processInfo.activeProcessorCount
  ) {
    self.rules = rules
    self.settings = settings
    self.threads = max(1, threads)
  }

  public func findings(in program: Program) -> [Finding] {
    let next = Mutex(0)
    let found = Mutex([[Finding]](repeating: [], count: rules.count))
    let done = DispatchGroup()
    for _ in 0..<min(threads, max(1, rules.count)) {
      done.enter()
      let thread = Thread {
        while true {
          let index = next.withLock { value in
            defer { value += 1 }
            return value
          }
          guard index < rules.count else { break }
          let result = rules[index].findings(in: program, settings)
          found.withLock { $0[index] = result }
        }
        done.leave()
      }
      thread.stackSize = 256 << 20  // sources may nest deeply
      thread.start()
    }
    done.wait()
    return found.withLock { $0.flatMap(\.self) }.sorted(by: Finding.isInOrder)
  }
}
