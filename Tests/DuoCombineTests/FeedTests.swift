import Combine
import DuoFoundation
import Testing

/// What comes from outside of Combine, asked for at random, against a subscriber that is written down plainly.
@Suite struct FeedTests {
  /// A subscriber of something that has a value, or of something that only happens.
  private struct Model {
    /// Something with a value keeps the latest for who does not want it yet; nil for what only happens.
    var kept: Int?
    var demand = 0
    var owes: Bool
    var seen: [Int] = []

    init(value: Int?) { (kept, owes) = (value, value != nil) }

    mutating func happen(_ value: Int) {
      if kept != nil { (kept, owes) = (value, true) }
      if demand > 0 { take(value) }
    }

    mutating func request(_ more: Int) {
      demand += more
      if owes, demand > 0, let kept { take(kept) }
    }

    private mutating func take(_ value: Int) {
      owes = false
      seen.append(value)
      demand += FeedTests.more(value) - 1
    }
  }

  /// How many more a value makes somebody want.
  private static func more(_ value: Int) -> Int { value % 7 == 0 ? 2 : 0 }

  /// A class whose changes are announced, as the frameworks' are.
  private final class Lens: NSObject, KeyValueObservable {
    static var observableKeyPaths: [PartialKeyPath<Lens>] { [\.focus] }
    typealias ObservedRoot = Lens
    private var stored = 0
    var focus: Int {
      get { stored }
      set { changing(\.focus) { stored = newValue } }
    }
  }

  private final class Holder { @Published var level = 0 }

  /// Several subscribers of one publisher, through random events.
  private static func run(
    _ seed: UInt64, _ value: Int?, _ publisher: AnyPublisher<Int, Never>, _ happen: (Int) -> Void
  ) -> String? {
    var dice = Dice(seed)
    var models: [Model] = []
    var probes: [Probe<Int, Never>] = []
    var latest = value
    var cancelled: Set<Int> = []
    for number in 1...60 {
      switch Int.random(in: 0..<8, using: &dice) {
      case 0 where probes.count < 4:
        probes.append(publisher.probed(.none) { .max(more($0)) })
        models.append(Model(value: latest))
      case 1 where !probes.isEmpty && number > 40:
        let place = Int.random(in: 0..<probes.count, using: &dice)
        probes[place].cancel()
        cancelled.insert(place)
      case 2...4 where !probes.isEmpty:
        let place = Int.random(in: 0..<probes.count, using: &dice)
        let amount = Int.random(in: 1...3, using: &dice)
        probes[place].request(.max(amount))
        if !cancelled.contains(place) { models[place].request(amount) }
      default:
        if latest != nil { latest = number }
        happen(number)
        for place in models.indices where !cancelled.contains(place) { models[place].happen(number) }
      }
    }
    let (found, expected) = (probes.map(\.values), models.map(\.seen))
    return found == expected ? nil : "seed \(seed): \(found), expected \(expected)"
  }

  @Test func subjects() {
    var mismatches: [String] = []
    for seed in 0..<100 as Range<UInt64> {
      let passing = PassthroughSubject<Int, Never>()
      let keeping = CurrentValueSubject<Int, Never>(0)
      mismatches += [
        Self.run(seed, nil, passing.eraseToAnyPublisher(), passing.send),
        Self.run(seed, 0, keeping.eraseToAnyPublisher(), keeping.send),
      ].compactMap { $0 }
    }
    #expect(mismatches == [])
  }

  @Test func publishedProperties() {
    let mismatches = (0..<100 as Range<UInt64>).compactMap { seed in
      let holder = Holder()
      return Self.run(seed, 0, holder.$level.eraseToAnyPublisher()) { holder.level = $0 }
    }
    #expect(mismatches == [])
  }

  @Test func observedProperties() {
    let mismatches = (0..<100 as Range<UInt64>).compactMap { seed in
      let lens = Lens()
      return Self.run(seed, 0, lens.publisher(for: \.focus).eraseToAnyPublisher()) { lens.focus = $0 }
    }
    #expect(mismatches == [])
  }

  @Test func notifications() {
    let name = Notification.Name("number")
    let mismatches = (0..<100 as Range<UInt64>).compactMap { seed in
      let center = NotificationCenter()
      let numbers = center.publisher(for: name).map { $0.userInfo?["n"] as? Int ?? -1 }
      return Self.run(seed, nil, numbers.eraseToAnyPublisher()) {
        center.post(name: name, object: nil, userInfo: ["n": $0])
      }
    }
    #expect(mismatches == [])
  }

  /// Who is told, and who cancels another one meanwhile.
  @Test func cancellingEachOther() {
    let center = NotificationCenter()
    let name = Notification.Name("number")
    let lens = Lens()
    var notes: [String] = []
    let posted = center.publisher(for: name).probed()
    let focused = lens.publisher(for: \.focus, options: [.new]).probed()
    posted.onValue = { _ in
      notes.append("posted")
      focused.cancel()
      lens.focus += 1
    }
    focused.onValue = {
      notes.append("focus \($0)")
      center.post(name: name, object: nil)
    }
    lens.focus = 5
    lens.focus = 9
    center.post(name: name, object: nil)
    posted.cancel()
    center.post(name: name, object: nil)
    #expect(notes == ["focus 5", "posted", "posted"])
    #expect(lens.focus == 10 && focused.values == [5] && posted.values.count == 2)
  }

  /// A publisher of a property holds its object as long as somebody is attached, and no longer.
  @Test func whatIsHeld() {
    weak var lens: Lens?
    var cancellable: AnyCancellable?
    var seen: [Int] = []
    do {
      let made = Lens()
      lens = made
      cancellable = made.publisher(for: \.focus).sink { seen.append($0) }
    }
    lens?.focus = 3
    #expect(seen == [0, 3])
    cancellable?.cancel()
    #expect(lens == nil)
  }
}
