import PhoneModel

/// Puts the data of several outputs together by their times: a value.
///
/// Outputs are numbered; the first is the primary one. Each tells its data in the order of time, and up to when it has
/// none. Data of one time is one collection. A collection goes out when every output has told what it has until then, so
/// data of the primary output waits for the others, and what lies between two times of the primary output goes out on its
/// own. [header]
struct SyncMatcher<Payload: Sendable>: Sendable {
  struct Collection: Sendable {
    var time: PhoneTime
    /// By output; only outputs that have data of this time.
    var items: [Int: Payload]
  }

  private struct Output: Sendable {
    var waiting: [(time: PhoneTime, payload: Payload)] = []
    /// All data until then has come.
    var knownUntil: PhoneTime?
    /// Nothing comes from it now.
    var isSilent = false
  }

  private var outputs: [Output]

  init(outputs count: Int) { outputs = Array(repeating: Output(), count: count) }

  /// - Returns: What is complete now, earliest first.
  mutating func take(_ payload: Payload, at time: PhoneTime, from output: Int) -> [Collection] {
    outputs[output].waiting.append((time, payload))
    return knows(output, until: time)
  }

  /// An output has no data but what it told, until this time.
  mutating func knows(_ output: Int, until time: PhoneTime) -> [Collection] {
    outputs[output].knownUntil = outputs[output].knownUntil.map { max($0, time) } ?? time
    return complete()
  }

  /// Nobody waits for a silent output.
  mutating func set(_ output: Int, isSilent: Bool) -> [Collection] {
    outputs[output].isSilent = isSilent
    return complete()
  }

  /// Whatever still waits is forgotten.
  mutating func clear() -> [Payload] {
    defer { for index in outputs.indices { outputs[index] = Output(isSilent: outputs[index].isSilent) } }
    return outputs.flatMap { $0.waiting.map(\.payload) }
  }

  private mutating func complete() -> [Collection] {
    var result: [Collection] = []
    while let time = outputs.compactMap({ $0.waiting.first?.time }).min() {
      let isKnown = outputs.allSatisfy { $0.isSilent || $0.knownUntil.map { $0 >= time } == true }
      guard isKnown else { break }
      var items: [Int: Payload] = [:]
      for index in outputs.indices where outputs[index].waiting.first?.time == time {
        items[index] = outputs[index].waiting.removeFirst().payload
      }
      result.append(Collection(time: time, items: items))
    }
    return result
  }
}
