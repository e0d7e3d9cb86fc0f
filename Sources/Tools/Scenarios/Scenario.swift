import PhoneModel

/// What happens to a phone while an app runs on it, and what is wanted of the app.
///
/// A file is JSON with the shape of `Schemas/scenario.schema.json`; `Specs/scenarios.md` says what each word means.
/// `Codable` reads and writes exactly that shape, and refuses what it does not know (`ScenarioError`).
public struct Scenario: Hashable, Sendable {
  /// The value of the `schema` field.
  public static let schema = "diptych/scenario/1"

  public var name: String
  /// One sentence for people.
  public var about: String?
  /// The name of a built-in phone, or the path of a phone description. Nil: `duo`.
  public var phone: String?
  /// Nil: the room.
  public var world: WorldDescription?
  public var intent: Intent
  /// The pose in which the phone is before the app starts. Nil: `closed`.
  public var start: String?
  /// Whether the app may use the camera. Nil: not determined.
  public var camera: CameraPermission?
  /// Whether it may use the microphone. Nil: not determined.
  public var microphone: CameraPermission?
  /// Whether it may use the photo library. Nil: not determined.
  public var photoLibrary: PhotoPermission?
  /// The `accessibilityIdentifier`s of controls that must be within reach in every judged step.
  public var controls: [String]
  public var steps: [ScenarioStep]

  public init(
    name: String, about: String? = nil, phone: String? = nil, world: WorldDescription? = nil,
    intent: Intent = .any, start: String? = nil, camera: CameraPermission? = nil,
    microphone: CameraPermission? = nil, photoLibrary: PhotoPermission? = nil, controls: [String] = [],
    steps: [ScenarioStep]
  ) {
    self.name = name
    self.about = about
    self.phone = phone
    self.world = world
    self.intent = intent
    self.start = start
    self.camera = camera
    self.microphone = microphone
    self.photoLibrary = photoLibrary
    self.controls = controls
    self.steps = steps
  }
}

/// What the app is for: decides which way a camera should look.
public enum Intent: String, Hashable, Codable, Sendable, CaseIterable {
  /// The person who watches should be seen.
  case selfie
  /// What lies beyond the phone should be seen.
  case rear
  /// Nothing is wanted.
  case any
}

/// What the person has decided about the camera or the microphone before the app starts.
public enum CameraPermission: String, Hashable, Codable, Sendable, CaseIterable {
  case granted, denied
  /// The app asks, and the person says yes after a moment.
  case notDetermined
}

/// What the person has decided about their photos before the app starts.
public enum PhotoPermission: String, Hashable, Codable, Sendable, CaseIterable {
  /// To read and to add.
  case granted
  /// To read what the person picked, and to add.
  case limited
  /// Neither to read nor to add.
  case denied
  /// The app asks, and the person says yes after a moment.
  case notDetermined
  /// The same, and the person says no.
  case refusedWhenAsked
}

/// A named stretch of a scenario, judged when the phone has settled.
public struct ScenarioStep: Hashable, Sendable {
  public var name: String
  /// Not before this time since the start of the scenario. Without it a step begins when the one before was judged.
  public var at: PhoneDuration?
  /// Done in this order, one after the other.
  public var actions: [ScenarioAction]
  /// False: the step is not judged, and the next one need not wait until the phone has settled.
  public var isJudged: Bool
  /// What a display must show beside what the intent asks.
  public var expect: [DisplayID: DisplayExpectation]
  /// How many photos the app must take in it; nil: no demand.
  public var photos: Int?
  /// What each photo of it must show; asks for one at least.
  public var expectPhoto: PhotoExpectation?
  /// How many movies the app must finish in it; nil: no demand.
  public var movies: Int?
  /// What each movie finished in it must show, from its first picture to its last; asks for one at least.
  public var expectMovie: PhotoExpectation?

  public init(
    _ name: String, at: PhoneDuration? = nil, do actions: [ScenarioAction] = [], isJudged: Bool = true,
    expect: [DisplayID: DisplayExpectation] = [:], photos: Int? = nil, expectPhoto: PhotoExpectation? = nil,
    movies: Int? = nil, expectMovie: PhotoExpectation? = nil
  ) {
    self.name = name
    self.at = at
    self.actions = actions
    self.isJudged = isJudged
    self.expect = expect
    self.photos = photos
    self.expectPhoto = expectPhoto
    self.movies = movies
    self.expectMovie = expectMovie
  }
}

/// One thing that happens.
public enum ScenarioAction: Hashable, Sendable {
  case event(PhoneEvent)
  case touch(FingerGesture)
  /// Phone time passes.
  case wait(PhoneDuration)

  /// How long the action itself takes.
  public var duration: PhoneDuration {
    switch self {
    case .event(.hinge(_, let over)), .event(.pose(_, let over)), .wait(let over): over
    case .touch(let gesture): gesture.duration
    case .event: .zero
    }
  }
}

/// What a finger touches.
public struct TapTarget: Hashable, Codable, Sendable {
  public enum Place: Hashable, Codable, Sendable {
    /// The middle of the view with this `accessibilityIdentifier`.
    case identifier(String)
    /// Points of the display's interface, from its top left corner.
    case point(x: Double, y: Double, display: DisplayID)
  }

  public var place: Place
  /// The step goes on when there is no such view.
  public var ifPresent: Bool

  public init(_ place: Place, ifPresent: Bool = false) {
    self.place = place
    self.ifPresent = ifPresent
  }
}

/// What a scenario demands of a display at a step's settled moment. Nil: no demand.
public struct DisplayExpectation: Hashable, Codable, Sendable {
  public var isLit: Bool?
  public var camera: String?
  public var faces: String?
  public var upright: Bool?
  public var mirrored: Bool?
  public var stale: Bool?

  public init(
    isLit: Bool? = nil, camera: String? = nil, faces: String? = nil, upright: Bool? = nil,
    mirrored: Bool? = nil, stale: Bool? = nil
  ) {
    self.isLit = isLit
    self.camera = camera
    self.faces = faces
    self.upright = upright
    self.mirrored = mirrored
    self.stale = stale
  }
}

/// What is wrong with an input, and where. `description` is one line.
public struct ScenarioError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A file path, or the name of what was read.
  public var file: String
  /// A path into the JSON such as `steps[2].do.hinge`, a line and column, or empty.
  public var place: String
  public var what: String

  public init(file: String, place: String, what: String) {
    self.file = file
    self.place = place
    self.what = what
  }

  public var description: String {
    place.isEmpty ? "\(file): \(what)" : "\(file): \(place): \(what)"
  }
}
