import CaptureFacts
import Foundation
import SourceModel

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

  /// What the rules find, in order. Blocks until all have run; any thread may call it.
  public func findings(in program: Program) -> [Finding] {
    DeepStack.map(rules.count, threads: threads) { rules[$0].findings(in: program, settings) }
      .flatMap(\.self).sorted(by: Finding.isInOrder)
  }
}
