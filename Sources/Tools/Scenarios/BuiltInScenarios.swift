import PhoneModel

extension Scenario {
  /// The scenarios that Diptych brings, in the order in which they are listed.
  public static let builtIn: [Scenario] = [tour, selfie, rear, flip]

  /// The built-in scenario of that name.
  public static func named(_ name: String) -> Scenario? { builtIn.first { $0.name == name } }

  /// Every pose of the phone.
  public static let tour = Scenario(
    name: "tour",
    about: "Closed, opened, held both ways, turned round, as a book, on a table both ways, closed",
    intent: .selfie, start: "closed",
    steps: [
      ScenarioStep("closed"),
      ScenarioStep("opening", do: [.event(.hinge(to: 30, over: .milliseconds(400)))]),
      ScenarioStep("open landscape", do: [pose("open-landscape", .milliseconds(900))]),
      ScenarioStep("open portrait", do: [pose("open-portrait", .milliseconds(500))]),
      ScenarioStep("flipped", do: turnRound),
      ScenarioStep("turned back", do: turnBack),
      ScenarioStep("book", do: [pose("book", .milliseconds(600))]),
      ScenarioStep("tabletop, rear half flat", do: [pose("tabletop-rear-flat", .milliseconds(800))]),
      ScenarioStep("tabletop, cover half flat", do: [pose("tabletop-cover-flat", .milliseconds(800))]),
      ScenarioStep("closed again", do: [pose("closed", .seconds(1))]),
    ])

  /// The person's own picture, closed and open.
  public static let selfie = Scenario(
    name: "selfie", about: "Closed, opened and closed again, the person before the camera", intent: .selfie,
    start: "closed",
    steps: [
      ScenarioStep("closed"),
      ScenarioStep("open landscape", do: [pose("open-landscape", .seconds(1))]),
      ScenarioStep("open portrait", do: [pose("open-portrait", .milliseconds(500))]),
      ScenarioStep("closed again", do: [pose("closed", .seconds(1))]),
    ])

  /// A picture of what lies before the person.
  public static let rear = Scenario(
    name: "rear", about: "Closed, open both ways and as a book, the subject before the camera", intent: .rear,
    start: "closed",
    steps: [
      ScenarioStep("closed"),
      ScenarioStep("open landscape", do: [pose("open-landscape", .seconds(1))]),
      ScenarioStep("open portrait", do: [pose("open-portrait", .milliseconds(500))]),
      ScenarioStep("book", do: [pose("book", .milliseconds(600))]),
    ])

  /// The open phone turned round and back.
  public static let flip = Scenario(
    name: "flip", about: "Open, turned round with the app moved to the outer display, and back",
    intent: .selfie,
    start: "open-landscape",
    steps: [
      ScenarioStep("open landscape"),
      ScenarioStep("flipped", do: turnRound),
      ScenarioStep("turned back", do: turnBack),
    ])

  private static func pose(_ name: String, _ over: PhoneDuration) -> ScenarioAction {
    .event(.pose(name, over: over))
  }

  /// The person turns the open phone round, moves the app to the display they now see, and looks for a camera
  /// button, as one does who finds the wrong camera.
  private static let turnRound: [ScenarioAction] = [
    pose("flipped", .milliseconds(800)), .wait(.milliseconds(500)), .event(.moveApp(.outer)),
    .wait(.milliseconds(800)), .tap(TapTarget(.identifier("camera"), ifPresent: true)),
  ]

  /// The way back, with the camera button pressed once more.
  private static let turnBack: [ScenarioAction] = [
    pose("open-landscape", .milliseconds(800)), .wait(.milliseconds(300)), .event(.moveApp(.inner)),
    .wait(.milliseconds(800)), .tap(TapTarget(.identifier("camera"), ifPresent: true)),
  ]
}
