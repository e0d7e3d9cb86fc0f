/// What one field may hold: its unit and its limits, as the message says it.
struct FieldRule: Sendable {
  var expected: String
  var allows: @Sendable (JSONTree) -> Bool

  /// The rule for a place in the file; without a special one, the kind alone counts.
  static func rule(for path: [String], _ node: TemplateNode) -> FieldRule {
    all.first { matches($0.pattern, path) }?.rule ?? kind(node)
  }

  private static func kind(_ node: TemplateNode) -> FieldRule {
    switch node.kind {
    case .number: return number("a number", -.greatestFiniteMagnitude...(.greatestFiniteMagnitude))
    case .bool:
      return FieldRule(expected: "true or false") { if case .bool = $0 { true } else { false } }
    default:
      return FieldRule(expected: "a text") { if case .text = $0 { true } else { false } }
    }
  }

  private static func matches(_ pattern: [String], _ path: [String]) -> Bool {
    pattern.count == path.count && zip(pattern, path).allSatisfy { $0 == "*" || $0 == $1 }
  }

  private static func number(
    _ what: String, _ range: ClosedRange<Double>, whole: Bool = false
  ) -> FieldRule {
    FieldRule(expected: what) { tree in
      guard case .number(let number) = tree else { return false }
      return range.contains(number) && (!whole || number == number.rounded())
    }
  }

  private static func positive(_ what: String) -> FieldRule {
    number("a number of \(what) above 0", Double.leastNonzeroMagnitude...(.greatestFiniteMagnitude))
  }

  private static func word(_ words: [String]) -> FieldRule {
    FieldRule(expected: "one of " + words.joined(separator: ", ")) { tree in
      if case .text(let text) = tree { words.contains(text) } else { false }
    }
  }

  private static let largest = 9_007_199_254_740_992.0
  private static let degrees = number("a number of degrees from 0 to 180", 0...180)
  private static let millimetres = number("a number of millimetres from -1000 to 1000", -1000...1000)
  private static let metres = number("a number of metres from 0.05 to 10", 0.05...10)
  private static let points = number("a number of points from 0 to 10000", 0...10_000)
  private static let time = number("a whole number of nanoseconds, 0 or more", 0...largest, whole: true)
  private static let pixels = number("a whole number of pixels from 1 to 16384", 1...16_384, whole: true)
  private static let zoom = number("a zoom factor of 1 or more", 1...1_000_000)
  private static let cost = number("a part from 0 to 100", 0...100)
  private static let gain = number("a gain from 1 to 1000", 1...1000)
  private static let panel = word(PanelID.allCases.map(\.rawValue))
  private static let face = word([PanelFace.inside, .outside].map(\.rawValue))
  private static let edge = word([PanelEdge.top, .bottom, .hinge, .free].map(\.rawValue))

  private static let all: [(pattern: [String], rule: FieldRule)] =
    table.map { (pattern: $0.0.split(separator: ".").map(String.init), rule: $0.1) } + origins

  private static let table: [(String, FieldRule)] =
    [
      ("hinge.divisionWidth.value", points), ("hinge.divisionMargin.value", points),
      ("hinge.directionHysteresis.value", number("a number of degrees from 0 to 45", 0...45)),
      ("hinge.*.value", degrees),
      ("panelWidth.value", positive("millimetres")), ("panelHeight.value", positive("millimetres")),
      ("panelThickness.value", positive("millimetres")),
      ("displays.[].id", word(DisplayID.allCases.map(\.rawValue))),
      ("displays.[].nativeWidth.value", positive("points")),
      ("displays.[].nativeHeight.value", positive("points")),
      ("displays.[].scale.value", positive("pixels for a point")),
      ("displays.[].physicalWidth.value", positive("millimetres")),
      ("displays.[].physicalHeight.value", positive("millimetres")),
      ("displays.[].fromHinge.value", millimetres), ("displays.[].aboveMiddle.value", millimetres),
      ("displays.[].panel", panel), ("displays.[].face", face), ("displays.[].nativeTop.value", edge),
      (
        "displays.[].orientations.value.[]",
        number("a whole number of quarter turns from 0 to 3", 0...3, whole: true)
      ),
      ("cameras.[].position", word(["unspecified", "back", "front"])),
      ("cameras.[].switching", word(["followsDisplay", "followsZoom"])),
      ("cameras.[].switchOverZoomFactors.value.[]", zoom),
      ("cameras.[].mount.panel", panel), ("cameras.[].mount.face.value", face),
      ("cameras.[].mount.fromHinge.value", millimetres), ("cameras.[].mount.aboveMiddle.value", millimetres),
      ("cameras.[].mount.nativeUp.value", edge),
      ("cameras.[].occlusion.size.value", points), ("cameras.[].occlusion.margin.value", points),
      ("cameras.[].startLatency.value", time),
      ("cameras.[].traits.focusSettles.value", time), ("cameras.[].traits.exposureSettles.value", time),
      ("cameras.[].traits.whiteBalanceSettles.value", time),
      (
        "cameras.[].traits.minimumFocusDistance.value",
        number("a whole number of millimetres, or -1 where nobody knows", -1...100_000, whole: true)
      ),
      ("cameras.[].traits.aperture.value", positive("f-stops")),
      ("cameras.[].traits.roomExposure.value", positive("seconds times ISO")),
      ("cameras.[].traits.maxWhiteBalanceGain.value", gain),
      ("cameras.[].traits.neutralGains.value.[]", gain),
      ("cameras.[].traits.sensorColours.value.[]", number("a number from -10 to 10", -10...10)),
      ("cameras.[].traits.framingZooms.value.[]", zoom),
      ("cameras.[].traits.stabilizedView.value.[]", number("a part of the picture from 0.1 to 1", 0.1...1)),
      ("cameras.[].traits.torchLight.value", positive("times the room's light")),
      ("cameras.[].traits.flashLight.value", positive("times the room's light")),
      ("cameras.[].traits.focalLength.value", positive("millimetres")),
      ("cameras.[].traits.noiselessISO.value", positive("ISO")),
      ("cameras.[].traits.noisyISO.value", positive("ISO")),
      ("cameras.[].traits.noiseAtNoisyISO.value", number("a number from 0 to 1", 0...1)),
      ("cameras.[].traits.videoHDRStops.value", number("stops from 0.1 to 8", 0.1...8)),
      ("cameras.[].traits.videoHDRKnee.value", number("a part of white from 0.1 to 0.95", 0.1...0.95)),
      ("cameras.[].traits.autoFocus.value", word(["none", "contrast", "phase"])),
      ("cameras.[].traits.torchUnavailableFrom.value", word(ThermalLevel.allCases.map(\.rawValue))),
      ("cameras.[].formats.[].width", pixels), ("cameras.[].formats.[].height", pixels),
      ("cameras.[].formats.[].pixelFormat", word(["420v", "420f", "x420", "x422"])),
      ("cameras.[].formats.[].minFrameRate", positive("frames per second")),
      ("cameras.[].formats.[].maxFrameRate", positive("frames per second")),
      ("cameras.[].formats.[].fieldOfView", number("a number of degrees from 1 to 179", 1...179)),
      ("cameras.[].formats.[].maxZoom", zoom), ("cameras.[].formats.[].upscaleZoom", zoom),
      ("cameras.[].formats.[].minISO", positive("ISO")), ("cameras.[].formats.[].maxISO", positive("ISO")),
      ("cameras.[].formats.[].minExposure", positive("seconds")),
      ("cameras.[].formats.[].maxExposure", positive("seconds")),
      ("cameras.[].formats.[].photoSizes.[].[]", pixels), ("cameras.[].formats.[].depthSizes.[].[]", pixels),
      ("cameras.[].formats.[].aspectRatios.[]", word(AspectRatio.all)),
      ("timing.framesInFlight.value", number("a whole number of frames from 0 to 60", 0...60, whole: true)),
      ("timing.*.value", time),
      (
        "policy.compatibilityRotation.value",
        FieldRule(expected: "0, 90, 180 or 270 degrees") {
          [.number(0), .number(90), .number(180), .number(270)].contains($0)
        }
      ),
      (
        "policy.videoBuffers.value", number("a whole number of buffers from 1 to 1000", 1...1000, whole: true)
      ),
      ("policy.coveredWithin.value", number("a number of millimetres from 0 to 100", 0...100)),
      (
        "sound.microphone.sampleRate.value",
        number("samples in a second from 8000 to 192000", 8000...192_000, whole: true)
      ),
      (
        "sound.microphone.framesPerBuffer.value",
        number("a whole number of samples from 1 to 65536", 1...65_536, whole: true)
      ),
      ("sound.microphone.startLatency.value", time),
      ("sound.outputVolume.value", number("a number from 0 to 1", 0...1)),
      ("sound.bufferDuration.value", time), ("sound.inputLatency.value", time),
      ("sound.outputLatency.value", time),
      ("sound.peakHold.value", time), ("sound.silence.value", number("decibels from -200 to 0", -200...0)),
      ("sensing.depthRange.value", number("metres from 0.1 to 100", 0.1...100)),
      ("sensing.depthRate.value", positive("maps per second")),
      (
        "sensing.depthBuffers.value",
        number("a whole number of buffers from 1 to 1000", 1...1000, whole: true)
      ),
      ("sensing.pixelSize.value", positive("millimetres")), ("sensing.recognition.value", time),
      ("people.tableElevation.value", number("a number of degrees from 0 to 90", 0...90)),
      ("people.*.value", metres), ("poses.*.value", degrees),
      (
        "policy.previewShortSide.value",
        number("a whole number of pixels from 16 to 4096", 16...4096, whole: true)
      ),
      ("policy.hardwareCostUnit.value", cost), ("policy.binnedCost.value", cost),
      ("policy.depthCost.value", cost), ("policy.pressureCostUnit.value", cost),
      (
        "policy.photosInBracket.value", number("a whole number of photos from 1 to 100", 1...100, whole: true)
      ),
      ("policy.photosInFlight.value", number("a whole number of photos from 1 to 100", 1...100, whole: true)),
      ("policy.multiCamLimit.value", number("a whole number of cameras from 1 to 16", 1...16, whole: true)),
    ]

  /// An origin's place is anything that ends so.
  private static let origins: [(pattern: [String], rule: FieldRule)] = {
    let words = word(Origin.allCases.map(\.rawValue))
    return ["*.origin", "*.*.origin", "*.*.*.origin", "*.*.*.*.origin", "*.*.*.*.*.origin"].map {
      (pattern: $0.split(separator: ".").map(String.init), rule: words)
    }
  }()
}
