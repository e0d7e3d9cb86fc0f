import DuoFoundation
import Foundation

/// Something that people change with the Camera Control. Abstract: use one of its subclasses. [docs]
public class AVCaptureControl: NSObject {
  private let enabled = Guarded(true)
  /// Told when the control may be used, or no longer.
  let onEnabledChange = Guarded<(@Sendable () -> Void)?>(nil)

  package override init() { super.init() }

  /// Whether people can use it; true at first. [docs]
  public var isEnabled: Bool {
    get { enabled.withLock { $0 } }
    set {
      let changed = enabled.withLock { enabled in
        defer { enabled = newValue }
        return enabled != newValue
      }
      if changed { onEnabledChange.withLock { $0 }?() }
    }
  }

  /// The finger slid by a part of the range.
  func slide(by part: Double) {}
}

/// A slider: one number in a range. [docs]
public final class AVCaptureSlider: AVCaptureControl {
  private struct State {
    var value: Float
    var prominent: [Float] = []
    var format: String?
    var identifier: String?
    var queue: DispatchQueue?
    var action: Handover<(Float) -> Void>?
  }

  let range: ControlRange
  /// What it does, in the person's language.
  public let localizedTitle: String
  /// The name of its SF Symbol.
  public let symbolName: String
  private let state: Guarded<State>

  private init(_ title: String, _ symbolName: String, _ kind: ControlRange.Kind) {
    range = ControlRange(kind: kind)
    localizedTitle = title
    self.symbolName = symbolName
    state = Guarded(State(value: range.bounds.lowerBound))
    super.init()
  }

  /// Any number of a range. An empty range raises `NSInvalidArgumentException` [inferred].
  public convenience init(_ localizedTitle: String, symbolName: String, in range: ClosedRange<Float>) {
    Self.check(range.lowerBound < range.upperBound, "the range is empty")
    self.init(localizedTitle, symbolName, .continuous(range))
  }

  /// Numbers of a range that are `step` apart, from its lower end on. A step of 0 or less, or one longer than the range,
  /// raises `NSInvalidArgumentException` [inferred].
  public convenience init(
    _ localizedTitle: String, symbolName: String, in range: ClosedRange<Float>, step: Float
  ) {
    Self.check(range.lowerBound < range.upperBound, "the range is empty")
    Self.check(step > 0 && step <= range.upperBound - range.lowerBound, "the step does not fit the range")
    self.init(localizedTitle, symbolName, .stepped(range, step: step))
  }

  /// The numbers of a list. An empty one raises `NSInvalidArgumentException` [inferred].
  public convenience init(_ localizedTitle: String, symbolName: String, values: [Float]) {
    Self.check(!values.isEmpty, "there are no values")
    self.init(localizedTitle, symbolName, .listed(values.sorted()))
  }

  private static func check(_ isRight: Bool, _ what: String) {
    if !isRight { raise(.invalidArgument, "*** -[AVCaptureSlider init] \(what)") }
  }

  /// The lowest at first. A value that the slider cannot have raises `NSInvalidArgumentException`. [inferred] Setting it
  /// does not call the action. [inferred]
  public var value: Float {
    get { state.withLock { $0.value } }
    set {
      guard range.contains(newValue) else {
        raise(
          .invalidArgument,
          "*** -[AVCaptureSlider setValue:] \(newValue) is not among the values of the slider")
      }
      state.withLock { $0.value = newValue }
    }
  }

  /// Values that the control may show in a special way. [docs]
  public var prominentValues: [Float] {
    get { state.withLock { $0.prominent } }
    set { state.withLock { $0.prominent = newValue } }
  }

  /// How the value is shown, a format with one number; nil: as a plain number. [docs]
  public var localizedValueFormat: String? {
    get { state.withLock { $0.format } }
    set { state.withLock { $0.format = newValue } }
  }

  /// A name for tests. [docs]
  public var accessibilityIdentifier: String? {
    get { state.withLock { $0.identifier } }
    set { state.withLock { $0.identifier = newValue } }
  }

  /// Called on the queue when a person changes the value. [docs]
  public func setActionQueue(_ actionQueue: DispatchQueue, action: @escaping (Float) -> Void) {
    state.withLock { state in
      state.queue = actionQueue
      state.action = Handover(action)
    }
  }

  override func slide(by part: Double) {
    let (queue, action, value) = state.withLock { state in
      let before = state.value
      state.value = range.moved(before, by: part)
      return before == state.value ? (nil, nil, before) : (state.queue, state.action, state.value)
    }
    if let queue, let action { queue.async { action.object(value) } }
  }
}

/// A choice of one among several that exclude each other. [docs]
public final class AVCaptureIndexPicker: AVCaptureControl {
  private struct State {
    var index = 0
    var identifier: String?
    var queue: DispatchQueue?
    var action: Handover<(Int) -> Void>?
  }

  /// What it does, in the person's language.
  public let localizedTitle: String
  /// The name of its SF Symbol.
  public let symbolName: String
  /// How many there are to choose from.
  public let numberOfIndexes: Int
  /// What each is called; empty titles where the app gave none.
  public let localizedIndexTitles: [String]
  private let state = Guarded(State())

  private init(_ title: String, _ symbolName: String, titles: [String]) {
    if titles.isEmpty {
      raise(.invalidArgument, "*** -[AVCaptureIndexPicker init] there is nothing to choose")
    }
    localizedTitle = title
    self.symbolName = symbolName
    numberOfIndexes = titles.count
    localizedIndexTitles = titles
    super.init()
  }

  /// A number below 1 raises `NSInvalidArgumentException` [inferred].
  public convenience init(_ localizedTitle: String, symbolName: String, numberOfIndexes: Int) {
    self.init(localizedTitle, symbolName, titles: Array(repeating: "", count: max(numberOfIndexes, 0)))
  }

  public convenience init(
    _ localizedTitle: String, symbolName: String, numberOfIndexes: Int,
    localizedTitleTransform: (Int) -> String
  ) {
    self.init(
      localizedTitle, symbolName, titles: (0..<max(numberOfIndexes, 0)).map(localizedTitleTransform))
  }

  public convenience init(_ localizedTitle: String, symbolName: String, localizedIndexTitles: [String]) {
    self.init(localizedTitle, symbolName, titles: localizedIndexTitles)
  }

  /// 0 at first. One that does not exist raises `NSInvalidArgumentException`. [inferred]
  public var selectedIndex: Int {
    get { state.withLock { $0.index } }
    set {
      guard (0..<numberOfIndexes).contains(newValue) else {
        raise(
          .invalidArgument,
          "*** -[AVCaptureIndexPicker setSelectedIndex:] \(newValue) is not below \(numberOfIndexes)")
      }
      state.withLock { $0.index = newValue }
    }
  }

  /// A name for tests. [docs]
  public var accessibilityIdentifier: String? {
    get { state.withLock { $0.identifier } }
    set { state.withLock { $0.identifier = newValue } }
  }

  /// Called on the queue when a person chooses. [docs]
  public func setActionQueue(_ actionQueue: DispatchQueue, action: @escaping (Int) -> Void) {
    state.withLock { state in
      state.queue = actionQueue
      state.action = Handover(action)
    }
  }

  override func slide(by part: Double) {
    let range = ControlRange(kind: .listed((0..<numberOfIndexes).map(Float.init)))
    let (queue, action, index) = state.withLock { state in
      let before = state.index
      state.index = Int(saturating: range.moved(Float(before), by: part))
      return before == state.index ? (nil, nil, before) : (state.queue, state.action, state.index)
    }
    if let queue, let action { queue.async { action.object(index) } }
  }
}
