import Foundation
import PhoneModel
import Scenarios

/// What the grader knows before the app starts.
public struct RunFacts: Sendable {
  public var app: String
  public var phone: PhoneDescription
  public var world: WorldDescription
  public var scenario: Scenario
  public var intent: Intent

  public init(
    app: String, phone: PhoneDescription, world: WorldDescription, scenario: Scenario, intent: Intent
  ) {
    self.app = app
    self.phone = phone
    self.world = world
    self.scenario = scenario
    self.intent = intent
  }
}

/// Why an app's process ended before its scenario did.
public enum RunBreak: Hashable, Sendable {
  /// Killed by a signal; with the exception that it printed, if it did.
  case crashed(signal: Int32, exception: AppException?)
  case exited(status: Int32)
  /// Nothing was heard from it for this many seconds.
  case silent(seconds: Int)
  /// The person pressed Ctrl-C.
  case interrupted
  /// What it reported cannot be read.
  case garbled(String)
}

/// An exception as Apple's runtime prints it before it stops a process, or an error at which Swift's stops it.
public struct AppException: Hashable, Sendable {
  public var name, reason: String

  public init(name: String, reason: String) {
    self.name = name
    self.reason = reason
  }

  /// Finds the last one in what a process wrote to standard error.
  public init?(standardError text: String) {
    if let apple = Self.apple(text) ?? Self.privacy(text) ?? Self.dispatch(text) {
      self = apple
    } else if let swift = Self.swift(text) {
      self = swift
    } else {
      return nil
    }
  }

  /// `Module/File.swift:12: Fatal error: …`, with or without the place.
  private static func swift(_ text: String) -> AppException? {
    let mark = "Fatal error"
    guard let line = text.split(separator: "\n").last(where: { $0.contains(mark) }),
      let range = line.range(of: mark)
    else { return nil }
    let place = line[..<range.lowerBound].trimmingCharacters(in: [":", " "])
    let message = line[range.upperBound...].trimmingCharacters(in: [":", " "])
    return AppException(
      name: mark, reason: (message.isEmpty ? "no message" : message) + (place.isEmpty ? "" : " (\(place))"))
  }

  /// What the system says to an app that names no purpose for a camera or microphone.
  private static func privacy(_ text: String) -> AppException? {
    let mark = "attempted to access privacy-sensitive data"
    return text.split(separator: "\n").last { $0.contains(mark) }.map {
      AppException(name: "Missing usage description", reason: String($0))
    }
  }

  /// What Dispatch says when code that belongs to the main thread runs on another one.
  private static func dispatch(_ text: String) -> AppException? {
    let mark = "BUG IN CLIENT OF LIBDISPATCH: "
    return text.split(separator: "\n").last { $0.hasPrefix(mark) }.map {
      AppException(name: "BUG IN CLIENT OF LIBDISPATCH", reason: String($0.dropFirst(mark.count)))
    }
  }

  private static func apple(_ text: String) -> AppException? {
    let start = "*** Terminating app due to uncaught exception '"
    let middle = "', reason: '"
    guard let line = text.split(separator: "\n").last(where: { $0.contains(start) }),
      let from = line.range(of: start),
      let between = line.range(of: middle, range: from.upperBound..<line.endIndex)
    else { return nil }
    var rest = line[between.upperBound...]
    if rest.hasSuffix("'") { rest = rest.dropLast() }
    return AppException(name: String(line[from.upperBound..<between.lowerBound]), reason: String(rest))
  }
}

/// Turns observations, one after the other, into a report. Holds no picture longer than one record.
public struct RunGrader: Sendable {
  public let facts: RunFacts
  private let reader = PictureReader()
  private var header: ObservationHeader?
  private var history: PlacementHistory?
  private var steps: [StepReport] = []
  private var watch = TransitionWatch()
  private var stepFindings: [Finding] = []
  private var runFindings: [Finding] = []
  private var current: Int?
  private var isEnded = false
  private var incomplete: String?
  private var wasInterrupted = false
  /// Something passed or failed. A note is no judgement.
  private var hasJudged = false
  /// Which way round a preview read last; only saves time.
  private var lastMirrored: [Int: Bool] = [:]
  /// How much of a preview was visible when it was last judged with its session at work.
  private var usuallyVisible: [Int: Double] = [:]
  /// What was written over it then.
  private var usualTexts: [Int: Set<String>] = [:]

  /// The frame that a preview showed at the newest moment.
  private var frames: [Int: FrameMark] = [:]
  private var screen: ScreenWatch
  private var photos = StepPhotos()
  /// When each step began.
  private var begun: [(time: PhoneTime, step: Int)] = []

  public init(_ facts: RunFacts) {
    self.facts = facts
    screen = ScreenWatch(facts)
  }

  /// The app's process has introduced itself.
  public var hasStarted: Bool { header != nil }
  /// The scenario was played to its end.
  public var isComplete: Bool { isEnded }
  /// The steps judged so far.
  public var judged: [StepReport] { steps }

  /// Takes the next observation. `keep` stores a picture under a name and returns its path in the report.
  public mutating func take(
    _ record: ObservationRecord, keep: (String, PixelPicture) throws -> String
  ) throws {
    switch record {
    case .header(let value): header = value
    case .progress(let progress):
      if let step = progress.step, step != begun.last?.step, facts.scenario.steps.indices.contains(step) {
        begun.append((progress.time, step))
      }
      enter(progress.step)
    case .appEvent(let event):
      watch.take(event)
      stepFindings += screen.take(event)
    case .photo(let photo): try take(photo, keep: keep)
    case .movie(let movie): try take(movie, keep: keep)
    case .tapMissed(let miss):
      stepFindings.append(
        Finding(.app, .fail, "There is nothing to tap: \(Self.text(miss.target)).", expected: "a control"))
    case .ignored(let ignored):
      stepFindings.append(
        Finding(.expectation, .fail, "The scenario asks for what cannot happen: \(ignored.reason)."))
    case .hung(let progress):
      enter(progress.step)
      incomplete = "the app did not answer in step \"\(progress.doing)\""
      stepFindings.append(
        Finding(.app, .fail, "The app hangs: its main thread did not answer.", expected: "an answer"))
    case .refused(let refusal):
      throw ScenarioError(file: refusal.place, place: "", what: refusal.what)
    case .moment(let moment):
      enter(moment.step)
      if history == nil { history = PlacementHistory(moment.state, at: moment.time) }
      history?.append(moment.state, at: moment.time)
      stepFindings += moment.kind == .transition ? screen.transition(moment) : screen.settled(moment)
      if moment.kind == .transition { transition(moment) } else { try settled(moment, keep: keep) }
      for preview in moment.displays.flatMap(\.previews) { frames[preview.id] = FrameMark(preview.trace) }
    case .end: isEnded = true
    }
  }

  private mutating func take(
    _ photo: PhotoRecord, keep: (String, PixelPicture) throws -> String
  ) throws {
    let step = current.flatMap { facts.scenario.steps.indices.contains($0) ? facts.scenario.steps[$0] : nil }
    let grader = PhotoGrader(
      description: facts.phone, intent: facts.intent, wanted: step?.expectPhoto, reader: reader)
    let name = Self.photoFileName(
      (current ?? 0) + 1, step?.name ?? "launch", "photo-\(photos.reports.count + 1)")
    let report = try grader.grade(photo) { try keep(name, $0) }
    if !report.passed.isEmpty || report.verdict == .fail { hasJudged = true }
    photos.add(report)
  }

  private mutating func take(
    _ movie: MovieRecord, keep: (String, PixelPicture) throws -> String
  ) throws {
    let step = current.flatMap { facts.scenario.steps.indices.contains($0) ? facts.scenario.steps[$0] : nil }
    let grader = MovieGrader(
      description: facts.phone, intent: facts.intent, wanted: step?.expectMovie, reader: reader)
    let number = photos.movies.count + 1
    var report = try grader.grade(movie) { place, picture in
      try keep(
        Self.photoFileName(
          (current ?? 0) + 1, step?.name ?? "launch", "movie-\(number)-\(place.rawValue)"), picture)
    }
    if let begin = movie.moments.first?.time, let index = begun.last(where: { $0.time <= begin })?.step,
      index != current
    {
      report.begunIn = facts.scenario.steps[index].name
    }
    if !report.passed.isEmpty || report.verdict == .fail { hasJudged = true }
    photos.add(report)
  }

  private mutating func enter(_ step: Int?) {
    guard let step, step != current else { return }
    closeStep()
    current = step
    watch.reset()
  }

  private static func text(_ target: TapTarget) -> String {
    switch target.place {
    case .identifier(let name): "no control has the identifier \"\(name)\""
    case .point(let x, let y, let display): "at \(Int(x)), \(Int(y)) on the \(display.rawValue) display"
    }
  }

  /// What was found in a step after, or without, its settled moment.
  private mutating func closeStep() {
    stepFindings += screen.stepEnded()
    defer { stepFindings = [] }
    guard let current, facts.scenario.steps.indices.contains(current) else {
      runFindings += stepFindings
      return
    }
    let name = facts.scenario.steps[current].name
    stepFindings += photos.findings(facts.scenario.steps[current])
    let taken = photos.take()
    if let index = steps.lastIndex(where: { $0.name == name }) {
      steps[index].findings += stepFindings
      steps[index].verdict = .worst([steps[index].verdict] + stepFindings.map(\.verdict))
      steps[index].add(taken)
      return
    }
    let displays = DisplayID.allCases.compactMap { id -> DisplayReport? in
      let findings = watch.findings(id)
      guard !findings.isEmpty else { return nil }
      return DisplayReport(
        display: id, lit: true, viewer: nil, picture: nil, verdict: .worst(findings.map(\.verdict)),
        previews: [], findings: findings)
    }
    guard !stepFindings.isEmpty || !displays.isEmpty || !taken.isEmpty else { return }
    steps.append(
      StepReport(
        name: name, time: nil, pose: nil, hinge: nil,
        verdict: .worst(stepFindings.map(\.verdict) + displays.map(\.verdict) + taken.verdicts),
        displays: displays, findings: stepFindings, photos: taken.reports, movies: taken.movies))
  }

  private func context(
    _ moment: MomentRecord, _ display: DisplayObservation, _ viewer: Figure, _ history: PlacementHistory
  ) -> PreviewContext {
    PreviewContext(
      description: facts.phone, state: moment.state, time: moment.time, display: display.display,
      interfaceTurn: display.interfaceTurn, viewer: viewer, intent: facts.intent, history: history)
  }

  // MARK: Between events

  private mutating func transition(_ moment: MomentRecord) {
    guard moment.state.world == .room, watch.counts(at: moment.time), let history else { return }
    let phone = PlacedPhone(moment.state, at: moment.time, in: facts.phone)
    for display in moment.displays {
      guard let viewer = phone.viewer(of: display.display) else { continue }
      for preview in display.previews where preview.visibleFraction > 0.01 {
        let picture = reader.read(
          preview.content, at: moment.time, placements: history,
          likelyMirrored: lastMirrored[preview.id] ?? false)
        guard let solved = picture.solved else { continue }
        lastMirrored[preview.id] = picture.reading.isMirrored
        let found = PreviewGrader.staleness(
          preview, picture, solved, context(moment, display, viewer, history), isMoving: true)
        if found.isStale {
          watch.sawStale(on: display.display, visible: preview.visibleFraction, at: moment.time)
        }
      }
    }
  }

  // MARK: Settled

  private mutating func settled(
    _ moment: MomentRecord, keep: (String, PixelPicture) throws -> String
  ) throws {
    guard let history, facts.scenario.steps.indices.contains(moment.step) else { return }
    if moment.kind == .unsettled {
      stepFindings.append(Finding(2, .note, "The phone and the app did not come to rest; judged as it was."))
    }
    var displays: [DisplayReport] = []
    for description in facts.phone.displays {
      let observation = moment.displays.first { $0.display == description.id }
      displays.append(
        try display(
          description.id, observation, moment, history, facts.scenario.steps[moment.step], keep: keep))
    }
    steps.append(
      StepReport(
        name: facts.scenario.steps[moment.step].name, time: moment.time.seconds,
        pose: moment.state.placement.pose,
        hinge: facts.phone.hinge == nil ? nil : moment.state.hinge.angle(at: moment.time),
        verdict: .worst(displays.map(\.verdict) + stepFindings.map(\.verdict)), displays: displays,
        findings: stepFindings))
    stepFindings = []
  }

  private mutating func display(
    _ id: DisplayID, _ observation: DisplayObservation?, _ moment: MomentRecord, _ history: PlacementHistory,
    _ step: ScenarioStep, keep: (String, PixelPicture) throws -> String
  ) throws -> DisplayReport {
    let isLit = moment.state.litDisplays.contains(id)
    let phone = PlacedPhone(moment.state, at: moment.time, in: facts.phone)
    let viewer = isLit ? phone.viewer(of: id) : nil
    var report = DisplayReport(
      display: id, lit: isLit, viewer: viewer?.rawValue, picture: nil, verdict: .notJudged, previews: [],
      findings: [])
    if let observation, let picture = observation.picture {
      let turns = PlacedCameras(moment.state, at: moment.time, in: facts.phone)
        .turnToViewer(display: id, interfaceTurn: observation.interfaceTurn)
      report.pictureTurn = Int(turns.degrees)
      report.picture = try keep(Self.fileName(steps.count + 1, step.name, id), picture.turned(turns))
    }
    var judgements = watch.findings(id)
    if let observation, isLit {
      if let viewer {
        for preview in observation.previews {
          let read =
            moment.state.world == .room && preview.visibleFraction >= 0.01
            ? reader.read(preview.content, at: moment.time, placements: history)
            : PictureFacts(reading: TagReading(outcome: .unread, isMirrored: false, tags: []))
          lastMirrored[preview.id] = read.reading.outcome == .read ? read.reading.isMirrored : nil
          var context = context(moment, observation, viewer, history)
          context.usuallyVisible = usuallyVisible[preview.id]
          let texts = Set(observation.texts.filter { $0.rect.intersects(preview.rect) }.map(\.text))
          context.hasNewText = !texts.subtracting(usualTexts[preview.id] ?? []).isEmpty
          context.earlierFrame = frames[preview.id]
          var graded = PreviewGrader.grade(preview, facts: read, in: context)
          graded.add(screen.preview(preview, on: observation))
          report.previews.append(graded)
          if !preview.trace.isInterrupted {
            usuallyVisible[preview.id] = preview.visibleFraction
            usualTexts[preview.id] = texts
          }
        }
        judgements += DisplayGrader.controls(observation, moment.state, at: moment.time, in: facts.phone)
        if observation.previews.isEmpty {
          let isBehind = moment.state.app.activity == .background
          judgements.append(
            Finding(
              16, .notJudged,
              isBehind ? "The app is in the background." : "There is no preview on this display."))
        }
      } else {
        judgements.append(Finding(1, .notJudged, "Nobody looks at this display."))
      }
    }
    if let wanted = step.expect[id] {
      judgements += DisplayGrader.expectations(wanted, isLit: isLit, previews: report.previews)
    }
    let verdicts = judgements.map(\.verdict) + report.previews.flatMap { $0.findings.map(\.verdict) }
    if verdicts.contains(where: { $0 == .pass || $0 == .fail })
      || report.previews.contains(where: { !$0.passed.isEmpty })
    {
      hasJudged = true
    }
    report.findings = judgements.filter { $0.verdict != .pass }
    report.verdict = .worst(judgements.map(\.verdict) + report.previews.map(\.verdict))
    return report
  }

  /// A step's name may be of any length, a file's not: the number tells steps apart.
  static func fileName(_ number: Int, _ step: String, _ display: DisplayID) -> String {
    let words = step.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let digits = number < 10 ? "0\(number)" : "\(number)"
    return "\(digits)-\(words.joined(separator: "-").prefix(60))-\(display.rawValue).png"
  }

  // MARK: The end

  /// The app's process ended early, or had to be ended.
  public mutating func stopped(_ cause: RunBreak) {
    guard !isEnded else { return }
    let step = current.map { "in step \"\(facts.scenario.steps[$0].name)\"" } ?? "before the first step"
    switch cause {
    case .crashed(let signal, let exception):
      incomplete = "the app stopped \(step)"
      let what =
        exception.map { Self.sentence("The app stopped: \($0.name): \($0.reason)") }
        ?? "The app crashed: \(Self.signalName(signal))." + Self.hint(signal)
      stepFindings.append(Finding(.app, .fail, what, expected: "an app that keeps running"))
    case .exited(let status):
      guard incomplete == nil else { return }
      incomplete = "the app ended \(step)"
      stepFindings.append(
        Finding(
          .app, .fail, "The app ended by itself with status \(status).", expected: "an app that keeps running"
        ))
    case .silent(let seconds):
      incomplete = "the app hung \(step)"
      stepFindings.append(
        Finding(
          .app, .fail, "The app hangs: nothing was heard from it for \(seconds) s.",
          expected: "an app that answers"))
    case .interrupted:
      incomplete = "interrupted \(step)"
      wasInterrupted = true
    case .garbled(let what):
      incomplete = "the app's report broke off \(step)"
      stepFindings.append(
        Finding(.app, .disagreement, "What the app's process reported cannot be read: \(what)"))
    }
  }

  private static func sentence(_ text: String) -> String {
    text.last.map { ".!?)".contains($0) } ?? true ? text : text + "."
  }

  /// Swift and Dispatch stop without a word where UIKit is used off the main thread, or a queue waits for itself.
  private static func hint(_ signal: Int32) -> String {
    signal == SIGILL || signal == SIGTRAP
      ? " Swift or Dispatch stops a process so without a word: for UIKit off the main thread, for instance, or for a sync "
        + "on the queue that calls it."
      : ""
  }

  static func signalName(_ signal: Int32) -> String {
    strsignal(signal).map { "\(String(cString: $0)) (signal \(signal))" } ?? "signal \(signal)"
  }

  /// The report as it stands.
  public func report() -> Report {
    var whole = self
    whole.closeStep()
    var steps = whole.steps
    let reached = Set(steps.map(\.name))
    for step in facts.scenario.steps where step.isJudged && !reached.contains(step.name) {
      steps.append(
        StepReport(
          name: step.name, time: nil, pose: nil, hinge: nil, verdict: .notJudged, displays: [],
          findings: [Finding(16, .notJudged, "The run ended before this step.")]))
    }
    var findings = whole.runFindings + screen.atTheEnd()
    var verdict = Verdict.worst(steps.map(\.verdict) + findings.map(\.verdict))
    let notes = Self.notes(steps) + findings.filter { $0.verdict == .note }.count
    let isNothingJudged = verdict == .notJudged || (verdict == .note && !hasJudged)
    if isNothingJudged, wasInterrupted {
      verdict = .notJudged
    } else if isNothingJudged {
      let reasons = Set(
        steps.flatMap { step in step.displays.flatMap { $0.findings + $0.previews.flatMap(\.findings) } }
          .filter { $0.verdict == .notJudged }.map(\.message))
      let reason = reasons.count == 1 ? " \(reasons.first ?? "")" : ""
      findings.append(
        Finding(16, .fail, "Nothing was judged.\(reason)", expected: "a preview that can be judged"))
      verdict = .fail
    } else if verdict == .note {
      verdict = .pass
    }
    return Report(
      schema: Report.schema, app: header?.app ?? facts.app, phone: facts.phone.name,
      world: Self.name(facts.world), scenario: facts.scenario.name, intent: facts.intent,
      camera: facts.scenario.camera ?? .notDetermined, verdict: verdict,
      notes: notes, incomplete: isEnded ? nil : incomplete ?? "the run did not end", findings: findings,
      steps: steps)
  }

  private static func notes(_ steps: [StepReport]) -> Int {
    steps.reduce(0) { sum, step in
      let inside =
        step.displays.flatMap { $0.findings + $0.previews.flatMap(\.findings) }
        + step.takenFindings
      return sum + (step.findings + inside).filter { $0.verdict == .note }.count
    }
  }

  public static func name(_ world: WorldDescription) -> String {
    switch world {
    case .room: "room"
    case .panorama(let path), .picture(let path): path
    case .movie(let movie): movie.path
    case .colour(let red, let green, let blue):
      "#" + [red, green, blue].map { String($0 + 256, radix: 16).suffix(2) }.joined()
    }
  }
}
