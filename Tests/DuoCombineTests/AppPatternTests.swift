import Combine
import Foundation
import Testing

/// What camera apps write with Combine, in the ways in which they write it.
@Suite struct AppPatternTests {
  private enum CameraError: Error, Equatable {
    case unauthorized
    case unavailable
  }

  /// A service that publishes frames, errors and state, as many sample projects have it.
  private final class FrameService {
    let frames = PassthroughSubject<Int, Never>()
    let errors = PassthroughSubject<CameraError, Never>()
    private let stateSubject = CurrentValueSubject<String, Never>("stopped")
    var state: AnyPublisher<String, Never> { stateSubject.eraseToAnyPublisher() }

    func start() { stateSubject.send("running") }
    func fail(_ error: CameraError) {
      stateSubject.send("failed")
      errors.send(error)
    }
  }

  private final class FrameModel: ObservableObject {
    @Published var frame: Int?
    @Published var alert: String?
    @Published private(set) var isRunning = false
    private var cancellables = Set<AnyCancellable>()

    init(_ service: FrameService) {
      service.frames
        .filter { $0 > 0 }
        .map { $0 }
        .assign(to: &$frame)
      service.errors
        .map { "error: \($0)" }
        .sink { [weak self] in self?.alert = $0 }
        .store(in: &cancellables)
      service.state
        .map { $0 == "running" }
        .removeDuplicates()
        .assign(to: \.isRunning, on: self)
        .store(in: &cancellables)
    }
  }

  @Test func aModelFollowsAService() {
    let service = FrameService()
    let model = FrameModel(service)
    var changes = 0
    let watching = model.objectWillChange.sink { changes += 1 }
    #expect(!model.isRunning && model.frame == nil && model.alert == nil)
    service.start()
    #expect(model.isRunning)
    service.frames.send(0)
    #expect(model.frame == nil)
    service.frames.send(7)
    #expect(model.frame == 7)
    service.fail(.unauthorized)
    #expect(!model.isRunning)
    #expect(model.alert == "error: unauthorized")
    // Running, frame, not running, alert.
    #expect(changes == 4)
    watching.cancel()
  }

  @Test func authorizationAsAFuture() {
    func request(_ isGranted: Bool) -> AnyPublisher<Void, CameraError> {
      Deferred {
        Future<Bool, Never> { promise in promise(.success(isGranted)) }
      }
      .setFailureType(to: CameraError.self)
      .flatMap { granted -> AnyPublisher<Void, CameraError> in
        if granted { return Just(()).setFailureType(to: CameraError.self).eraseToAnyPublisher() }
        return Fail(error: CameraError.unauthorized).eraseToAnyPublisher()
      }
      .eraseToAnyPublisher()
    }
    #expect(request(true).notes == ["subscription", "()", "finished"])
    #expect(request(false).notes == ["subscription", "unauthorized"])
  }

  @Test func anErrorBecomesAValue() {
    let results = [1, 2, 3].publisher
      .tryMap { value -> Int in
        if value == 3 { throw CameraError.unavailable }
        return value
      }
      .map { Result<Int, any Error>.success($0) }
      .catch { Just(Result<Int, any Error>.failure($0)) }
      .map { result -> String in
        switch result {
        case .success(let value): "value \(value)"
        case .failure(let error): "failure \(error)"
        }
      }
    #expect(
      results.notes == [
        "subscription",
        "value 1",
        "value 2",
        "failure unavailable",
        "finished",
      ])
  }

  @Test func settingsFromSeveralControls() {
    let zoom = CurrentValueSubject<Double, Never>(1)
    let flash = CurrentValueSubject<String, Never>("off")
    let timer = CurrentValueSubject<Int, Never>(0)
    var seen: [String] = []
    let cancellable = Publishers.CombineLatest3(zoom, flash, timer)
      .map { "\($0) \($1) \($2)" }
      .removeDuplicates()
      .sink { seen.append($0) }
    zoom.value = 2
    zoom.value = 2
    flash.value = "on"
    timer.value = 3
    #expect(
      seen == [
        "1.0 off 0",
        "2.0 off 0",
        "2.0 on 0",
        "2.0 on 3",
      ])
    cancellable.cancel()
  }

  @Test func pairsOfPhotoAndDepth() {
    let photos = PassthroughSubject<String, Never>()
    let depths = PassthroughSubject<String, Never>()
    var pairs: [String] = []
    let cancellable = photos.zip(depths).sink { pairs.append("\($0) with \($1)") }
    photos.send("photo 1")
    photos.send("photo 2")
    depths.send("depth 1")
    #expect(pairs == ["photo 1 with depth 1"])
    depths.send("depth 2")
    depths.send("depth 3")
    #expect(pairs == ["photo 1 with depth 1", "photo 2 with depth 2"])
    cancellable.cancel()
  }

  @Test func whichCameraIsShown() {
    let front = PassthroughSubject<Int, Never>()
    let back = PassthroughSubject<Int, Never>()
    let position = CurrentValueSubject<String, Never>("back")
    var frames: [Int] = []
    let cancellable =
      position
      .map { $0 == "front" ? front.eraseToAnyPublisher() : back.eraseToAnyPublisher() }
      .switchToLatest()
      .sink { frames.append($0) }
    back.send(1)
    front.send(2)
    position.send("front")
    back.send(3)
    front.send(4)
    #expect(frames == [1, 4])
    cancellable.cancel()
  }

  @Test func everyFrameCountedOnceForAllWhoWatch() {
    let frames = PassthroughSubject<Int, Never>()
    var drawn = 0
    let shared =
      frames
      .map { value -> Int in
        drawn += 1
        return value
      }
      .share()
    var first: [Int] = []
    var second: [Int] = []
    var set = Set<AnyCancellable>()
    shared.sink { first.append($0) }.store(in: &set)
    shared.sink { second.append($0) }.store(in: &set)
    for frame in 1...3 { frames.send(frame) }
    #expect(drawn == 3)
    #expect(first == [1, 2, 3] && second == [1, 2, 3])
    set.removeAll()
    frames.send(4)
    #expect(drawn == 3)
  }

  @Test func aFrameRateOfBatches() {
    let times = PassthroughSubject<Double, Never>()
    var rates: [Int] = []
    let cancellable =
      times
      .collect(4)
      .map { batch in Int((Double(batch.count - 1) / (batch.last! - batch.first!)).rounded()) }
      .sink { rates.append($0) }
    for index in 0..<12 { times.send(Double(index) / (index < 8 ? 30 : 60)) }
    #expect(rates == [30, 30, 60])
    cancellable.cancel()
  }

  @Test func theFirstSharpFrame() async {
    let sharpness = [0.1, 0.4, 0.9, 0.95].publisher
    var found: [Double] = []
    for await value in sharpness.first(where: { $0 > 0.8 }).values { found.append(value) }
    #expect(found == [0.9])
  }

  @Test func countdown() {
    let ticks = PassthroughSubject<Void, Never>()
    var shown: [String] = []
    let cancellable =
      ticks
      .scan(3) { left, _ in left - 1 }
      .prefix { $0 > 0 }
      .map { "\($0)" }
      .append("smile")
      .sink(
        receiveCompletion: { _ in shown.append("taken") },
        receiveValue: { shown.append($0) })
    for _ in 0..<5 { ticks.send() }
    #expect(shown == ["2", "1", "smile", "taken"])
    cancellable.cancel()
  }

  @Test func tryingASessionAgain() {
    var attempts = 0
    let session = Deferred { () -> AnyPublisher<String, CameraError> in
      attempts += 1
      if attempts < 3 { return Fail(error: .unavailable).eraseToAnyPublisher() }
      return Just("started").setFailureType(to: CameraError.self).eraseToAnyPublisher()
    }
    let notes = session.retry(5).replaceError(with: "gave up").notes
    #expect(notes == ["subscription", "started", "finished"])
    #expect(attempts == 3)
    attempts = -10
    #expect(session.retry(1).replaceError(with: "gave up").notes == ["subscription", "gave up", "finished"])
    #expect(attempts == -8)
  }

  @Test func aSettingThatIsSavedWhenItChanges() {
    final class Settings: ObservableObject {
      @Published var isGridShown = false
      @Published var quality = "high"
    }
    let settings = Settings()
    var saved: [String] = []
    var set = Set<AnyCancellable>()
    settings.$isGridShown.dropFirst().sink { saved.append("grid \($0)") }.store(in: &set)
    settings.$quality.dropFirst().removeDuplicates().sink { saved.append("quality \($0)") }.store(in: &set)
    #expect(saved == [])
    settings.isGridShown = true
    settings.quality = "low"
    settings.quality = "low"
    #expect(saved == ["grid true", "quality low"])
  }

  @Test func modelsInsideOfModels() {
    final class Inner: ObservableObject {
      @Published var level = 0
    }
    final class Outer: ObservableObject {
      let inner = Inner()
      private var set = Set<AnyCancellable>()
      init() {
        inner.objectWillChange.sink { [weak self] _ in self?.objectWillChange.send() }.store(in: &set)
      }
    }
    let outer = Outer()
    var count = 0
    let cancellable = outer.objectWillChange.sink { count += 1 }
    outer.inner.level = 1
    outer.inner.level = 2
    #expect(count == 2)
    cancellable.cancel()
  }

  @Test func nothingKeepsAModelAlive() {
    weak var weakModel: FrameModel?
    let service = FrameService()
    do {
      let model = FrameModel(service)
      weakModel = model
      service.frames.send(3)
      #expect(model.frame == 3)
    }
    // `assign(to:on:)` to itself holds it: Apple's well-known cycle.
    #expect(weakModel != nil)
  }

  @Test func weakOnesGo() {
    final class Light {
      @Published var level = 0
      var cancellable: AnyCancellable?
      init(_ source: some Publisher<Int, Never>) {
        cancellable = source.sink { [weak self] in self?.level = $0 }
      }
    }
    let source = PassthroughSubject<Int, Never>()
    weak var weakLight: Light?
    do {
      let light = Light(source)
      weakLight = light
      source.send(2)
      #expect(light.level == 2)
    }
    #expect(weakLight == nil)
    source.send(3)
  }
}
