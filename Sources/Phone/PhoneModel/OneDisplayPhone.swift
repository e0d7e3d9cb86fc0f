/// Phones with one display and no hinge; apps must run on them too.
enum OneDisplayPhone {
  static func make(_ name: String, _ displayName: String, cameras: [CameraDescription]) -> PhoneDescription {
    PhoneDescription(
      name: name, displayName: displayName, hinge: nil, panelWidth: Sourced(71.5, .measured),
      panelHeight: Sourced(147.5, .measured), panelThickness: Sourced(7.8, .measured), displays: [display],
      cameras: cameras, people: CommonParts.people, timing: CommonParts.timing, policy: CommonParts.policy)
  }

  private static let display = DisplayDescription(
    id: .outer, nativeWidth: Sourced(390, .documented), nativeHeight: Sourced(844, .documented),
    scale: Sourced(3, .documented), physicalWidth: Sourced(64.6, .derived, "1170 pixels at 460 per inch"),
    physicalHeight: Sourced(139.8, .derived, "2532 pixels at 460 per inch"), panel: .rear, face: .inside,
    nativeTop: Sourced(.top, .documented), fromHinge: Sourced(0, .derived), aboveMiddle: Sourced(0, .derived),
    spansHinge: false,
    orientations: Sourced([0, 1, 3], .documented, "not upside down"),
    bars: BarsDescription(
      statusBar: Sourced(47, .measured), statusBarWhenWide: Sourced(false, .measured),
      homeIndicator: Sourced(34, .measured), homeIndicatorWhenWide: Sourced(21, .measured),
      housing: Sourced(47, .measured)),
    cornerRadius: Sourced(47.33, .measured))

  static let rear = RearCameras(
    mount: CameraMount(
      panel: .rear, face: Sourced(.outside, .documented), fromHinge: Sourced(22, .assumed),
      aboveMiddle: Sourced(58, .assumed),
      nativeUp: Sourced(.free, .documented, "90 degrees make a portrait picture upright")),
    origin: .measured, numbers: (6, 3, 5)
  ).make()

  static func front(isSquare: Bool) -> CameraDescription {
    CameraDescription(
      id: .front, uniqueID: CommonParts.uniqueID(2), modelID: CommonParts.uniqueID(2),
      localizedName: "Front Camera", deviceType: CommonParts.wide,
      alsoFoundAs: isSquare ? Sourced([CommonParts.ultraWide], .assumed) : Sourced([], .documented),
      position: .front, discoverableByDefault: Sourced(true, .documented),
      constituents: [], switching: nil, switchOverZoomFactors: CommonParts.noSwitchOver,
      mount: CameraMount(
        panel: .rear, face: Sourced(.inside, .documented), fromHinge: Sourced(0, .assumed),
        aboveMiddle: Sourced(66, .assumed),
        nativeUp: isSquare
          ? Sourced(.top, .forum, "2025 iPhones: 0 degrees in portrait")
          : Sourced(.hinge, .documented, "90 degrees make a portrait picture upright")),
      occlusion: nil, formats: isSquare ? FrontFormats.singleSquare : FrontFormats.classic,
      startLatency: CommonParts.frontLatency, hasTorch: false, hasFlash: true)
  }
}
