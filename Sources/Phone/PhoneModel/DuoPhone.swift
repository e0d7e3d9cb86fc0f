/// The folding phone, from what is known and, where nobody says, from what `Specs/phone.md` assumes.
enum DuoPhone {
  static func make() -> PhoneDescription {
    PhoneDescription(
      name: "duo", displayName: "iPhone Duo", hinge: hinge,
      panelWidth: Sourced(82, .assumed, "half the inner display and a border"),
      panelHeight: Sourced(117, .assumed, "the outer display and a border"),
      panelThickness: Sourced(4.5, .assumed), displays: [outer, inner],
      cameras: [virtualFront, outerFront, innerFront] + rear, people: CommonParts.people, poses: poses,
      timing: CommonParts.timing, policy: CommonParts.policy)
  }

  private static let poses = PosesDescription(
    book: Sourced(120, .assumed), tabletopRearFlat: Sourced(110, .assumed),
    tabletopCoverFlat: Sourced(110, .assumed), tent: Sourced(60, .assumed))

  private static let hinge = HingeDescription(
    closedUpTo: Sourced(5, .assumed, "thresholds are not published"),
    fullyOpenFrom: Sourced(170, .assumed, "thresholds are not published"),
    openingLightsInner: Sourced(10, .measured, "simulator: almost at once"),
    openingMovesApp: Sourced(90, .measured, "simulator: the outer stays lit until 80 to 100"),
    closingMovesApp: Sourced(70, .measured, "simulator: the inner stays lit down to 60 to 80"),
    startsInnerFrom: Sourced(90, .assumed),
    directionHysteresis: Sourced(2.5, .assumed),
    divisionWidth: Sourced(40, .forum, "simulator: 40 wide with 20 margins on each side"),
    divisionMargin: Sourced(20, .forum))

  private static let outer = DisplayDescription(
    id: .outer, nativeWidth: Sourced(466, .derived, "pixels over scale"),
    nativeHeight: Sourced(678, .derived, "pixels over scale"), scale: Sourced(3, .measured),
    physicalWidth: Sourced(77, .derived, "1398 pixels at 460 per inch"),
    physicalHeight: Sourced(112, .derived, "2034 pixels at 460 per inch"), panel: .cover, face: .outside,
    nativeTop: Sourced(.top, .assumed, "the body's top"),
    fromHinge: Sourced(41, .assumed, "in the middle of the panel"),
    aboveMiddle: Sourced(0, .assumed), spansHinge: false,
    orientations: Sourced([0, 1, 3], .assumed, "as other iPhones: not upside down"),
    bars: BarsDescription(
      statusBar: Sourced(54, .assumed, "as other iPhones with an island"),
      statusBarWhenWide: Sourced(false, .assumed, "as other iPhones"),
      homeIndicator: Sourced(34, .assumed, "as other iPhones"),
      homeIndicatorWhenWide: Sourced(21, .assumed, "as other iPhones"), housing: Sourced(0, .assumed)),
    cornerRadius: Sourced(55, .assumed, "as other iPhones"))

  private static let inner = DisplayDescription(
    id: .inner, nativeWidth: Sourced(669, .measured), nativeHeight: Sourced(951, .measured),
    scale: Sourced(3, .measured), physicalWidth: Sourced(111, .derived, "1878 pixels at 430 per inch"),
    physicalHeight: Sourced(158, .derived, "2670 pixels at 430 per inch"), panel: .cover, face: .inside,
    nativeTop: Sourced(.free, .assumed, "from the measured 951 x 669 to 669 x 951"),
    fromHinge: Sourced(0, .assumed, "the fold crosses the middle"),
    aboveMiddle: Sourced(0, .assumed), spansHinge: true, orientations: Sourced([0, 1, 2, 3], .assumed),
    bars: BarsDescription(
      statusBar: Sourced(24, .assumed, "as on iPads"),
      statusBarWhenWide: Sourced(true, .assumed, "as on iPads"),
      homeIndicator: Sourced(34, .assumed, "as other iPhones"),
      homeIndicatorWhenWide: Sourced(21, .assumed, "as other iPhones"), housing: Sourced(0, .assumed)),
    cornerRadius: Sourced(28, .assumed, "flatter than the outer display's"))

  private static let outerMount = CameraMount(
    panel: .cover, face: Sourced(.outside, .apple), fromHinge: Sourced(66, .assumed),
    aboveMiddle: Sourced(46, .assumed),
    nativeUp: Sourced(.top, .assumed, "portrait-mounted for its display"))

  private static let innerMount = CameraMount(
    panel: .rear, face: Sourced(.inside, .apple), fromHinge: Sourced(39, .assumed),
    aboveMiddle: Sourced(50, .assumed),
    nativeUp: Sourced(.hinge, .assumed, "the inner display's native top, seen from its panel"))

  private static let rear = RearCameras(
    mount: CameraMount(
      panel: .rear, face: Sourced(.outside, .apple), fromHinge: Sourced(62, .assumed),
      aboveMiddle: Sourced(42, .assumed),
      nativeUp: Sourced(.free, .assumed, "closed, it takes portrait pictures as any iPhone does")),
    origin: .assumed, numbers: (17, 4, 11)
  ).make()

  private static let virtualFront = front(
    .virtualFront, 13, "Front Camera", CommonParts.wide,
    alsoFoundAs: Sourced([CommonParts.ultraWide], .apple, "as wide and as ultra wide"),
    byDefault: Sourced(true, .assumed), constituents: [.outerFront, .innerFront], outerMount, occlusion: nil,
    FrontFormats.virtualFront)

  private static let outerFront = front(
    .outerFront, 8, "Front Outer Ultra Wide Camera", "AVCaptureDeviceTypeBuiltInOuterUltraWideCamera",
    outerMount,
    occlusion: OcclusionDescription(
      size: Sourced(44, .assumed), margin: Sourced(8, .assumed),
      onlyWhileRunning: Sourced(false, .documented, "the outer camera always covers a corner")),
    FrontFormats.outerFront)

  private static let innerFront = front(
    .innerFront, 21, "Front Inner Ultra Wide Camera", "AVCaptureDeviceTypeBuiltInInnerUltraWideCamera",
    innerMount,
    occlusion: OcclusionDescription(
      size: Sourced(44, .assumed), margin: Sourced(8, .assumed),
      onlyWhileRunning: Sourced(true, .documented, "under the display")),
    FrontFormats.innerFront)

  private static func front(
    _ id: CameraID, _ number: Int, _ name: String, _ type: String,
    alsoFoundAs: Sourced<[String]> = Sourced([], .documented),
    byDefault: Sourced<Bool> = Sourced(false, .documented, "through a discovery session only"),
    constituents: [CameraID] = [], _ mount: CameraMount,
    occlusion: OcclusionDescription?, _ formats: [CameraFormat]
  ) -> CameraDescription {
    CameraDescription(
      id: id, uniqueID: CommonParts.uniqueID(number), modelID: CommonParts.uniqueID(number),
      localizedName: name, deviceType: type, alsoFoundAs: alsoFoundAs, position: .front,
      discoverableByDefault: byDefault, constituents: constituents,
      switching: constituents.isEmpty ? nil : .followsDisplay,
      switchOverZoomFactors: CommonParts.noSwitchOver, mount: mount,
      occlusion: occlusion, formats: formats, startLatency: CommonParts.frontLatency, hasTorch: false,
      hasFlash: false)
  }
}
