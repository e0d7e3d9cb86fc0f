/// Everything that is true of a phone at one moment. A value; only `SimulatedPhone` holds the current one.
public struct PhoneState: Hashable, Codable, Sendable {
  /// Hinge movement: constant angle when `from == to`.
  public var hinge: HingeMotion
  /// The hinge angle that camera directions are computed from: follows the hinge, with hysteresis round the
  /// angles where a direction tips.
  public var facingAngle: Double
  /// The last upright angle of each physical camera, in quarter turns; kept while the camera looks up or down.
  public var keptAngles: [CameraID: QuarterTurns]
  public var placement: Placement
  /// The displays that are lit.
  public var litDisplays: Set<DisplayID>
  /// Where the app's scene is, and how.
  public var app: AppPlacement
  /// Cameras that are unplugged.
  public var unplugged: Set<CameraID>
  /// Physical cameras that stream now, and for whom.
  public var streaming: [CameraID: CaptureClient]
  /// Cameras taken by another client.
  public var takenByOthers: Set<CameraID>
  public var isInCall: Bool
  /// The control centre, the notification centre or the like lies over the app.
  public var isOverlayShown = false
  /// The analyser of sensitive content stops the app's video.
  public var isContentSensitive = false
  public var thermal: ThermalLevel
  public var isAccessoryWithdrawn: Bool
  /// The outer display shows an accessory of the app, which is on the inner one. Only while one is available.
  public var isAccessoryShown = false
  /// The app has a running, uninterrupted capture session.
  public var isCapturing: Bool
  /// Relative brightness of the world's light, 1 = the room's normal light.
  public var light: Double
  public var world: WorldDescription
  /// Boards with codes that stand in the world.
  public var posters: [Poster] = []
  public var audio = AudioState()
}

extension PhoneState {
  /// A phone at rest in a pose, switched on at time zero: nothing streams, the app is in the foreground on the
  /// display that a phone started at that hinge angle lights. Nil when the phone cannot take the pose.
  public static func initial(
    _ description: PhoneDescription, pose name: String, world: WorldDescription = .room
  ) -> PhoneState? {
    guard let pose = Pose.named(name, for: description) else { return nil }
    let startsInner = description.hinge.map { pose.hinge >= $0.startsInnerFrom.value } ?? false
    let display: DisplayID = startsInner ? .inner : .outer
    let phone = PlacedPhone(Body(description, hinge: pose.hinge), at: pose.placement)
    var state = PhoneState(
      hinge: HingeMotion(resting: pose.hinge), facingAngle: pose.hinge, keptAngles: [:],
      placement: pose.placement, litDisplays: [display],
      app: AppPlacement(
        display: display, activity: .foreground, isInSplitView: false, wasMovedByPerson: false,
        interfaceTurn: DisplayRules.interfaceTurn(on: display, phone)),
      unplugged: [], streaming: [:], takenByOthers: [], isInCall: false, thermal: .nominal,
      isAccessoryWithdrawn: false, isCapturing: false, light: 1, world: world)
    // A phone switched on while it lies flat counts as held unturned before.
    let flat = Body(description, hinge: 180)
    var hold = pose.placement
    hold.attitude = Hold.attitude(of: flat, facing: pose.viewedDisplay, turn: 0)
    state.keptAngles = RotationAngles.kept(
      state, angle: pose.hinge, flat: pose.held(in: description) ?? PlacedPhone(flat, at: hold),
      in: description)
    return state
  }

  /// A phone at rest in its usual pose: closed, or held upright when it has no hinge.
  public static func initial(
    _ description: PhoneDescription, world: WorldDescription = .room
  ) -> PhoneState {
    // Every phone can take this pose.
    initial(description, pose: "closed", world: world)!
  }
}

/// A hinge movement; linear in time.
public struct HingeMotion: Hashable, Codable, Sendable {
  public enum Travel: String, Hashable, Codable, Sendable { case opening, closing, resting }

  public var from, to: Double
  public var start, end: PhoneTime

  public init(resting angle: Double, since time: PhoneTime = .zero) {
    from = angle
    to = angle
    start = time
    end = time
  }

  public init(from: Double, to: Double, start: PhoneTime, end: PhoneTime) {
    self.from = from
    self.to = to
    self.start = start
    self.end = end
  }

  /// The angle at `time`, degrees.
  public func angle(at time: PhoneTime) -> Double {
    if time >= end || end <= start { return to }
    if time <= start { return from }
    return from + (to - from) * (time - start).seconds / (end - start).seconds
  }
}

/// Where the rear panel is in the world, and where the people are.
///
/// World frame: metres; x right and y up as the holder sees them, z towards the holder; the floor is y = 0.
public struct Placement: Hashable, Codable, Sendable {
  /// A point of the hinge, at half height (without a hinge: the middle of the body).
  public var position: Vector3
  /// Body frame to world frame.
  public var attitude: Rotation
  /// Eyes of the person who holds or uses the phone, and of the subject on the far side.
  public var holderEyes, subjectEyes: Vector3
  /// Height of a table on which the phone stands, when it stands on one.
  public var tableHeight: Double?
  /// The name of the pose, when the placement came from one.
  public var pose: String?
}

/// Who is using a camera.
public enum CaptureClient: String, Hashable, Codable, Sendable { case app, other }

public enum ThermalLevel: String, Hashable, Codable, Sendable, CaseIterable {
  case nominal, fair, serious, critical, shutdown
}

/// Where the app's scene is.
public struct AppPlacement: Hashable, Codable, Sendable {
  public enum Activity: String, Hashable, Codable, Sendable {
    case foreground
    /// In the foreground, but a call or a system overlay lies over it and takes the touches.
    case inactive
    case background
  }

  public var display: DisplayID
  public var activity: Activity
  /// Half of the inner display, beside another app.
  public var isInSplitView: Bool
  /// The person moved the app by hand to the outer display of a phone that is turned round.
  public var wasMovedByPerson: Bool
  /// Clockwise quarter turns of the interface from the display's native top, as its viewer sees them.
  public var interfaceTurn: QuarterTurns
}

/// What the cameras look at.
public enum WorldDescription: Hashable, Codable, Sendable {
  /// The default furnished room with its marks.
  case room
  /// A 360-degree equirectangular picture: the middle is straight ahead of the holder.
  case panorama(path: String)
  /// A flat picture that fills whatever camera looks at it.
  case picture(path: String)
  /// A movie, at the phone's time: flat, filling whatever camera looks at it, or 360 degrees.
  case movie(MovieWorld)
  /// One colour everywhere: red, green, blue, 0...255.
  case colour(red: Int, green: Int, blue: Int)
}
