/// Values that are each allowed but do not go together.
extension PhoneDescription {
  /// The first contradiction: its place and what is wrong.
  var contradiction: (place: String, reason: String)? {
    displayContradiction ?? hingeContradiction ?? cameraContradiction
  }

  private var displayContradiction: (place: String, reason: String)? {
    if displays.first?.id != .outer { return ("displays", "the first display has to be the outer one") }
    for (index, display) in displays.enumerated() {
      let place = "displays[\(index)]"
      if displays[..<index].contains(where: { $0.id == display.id }) {
        return ("\(place).id", "\"\(display.id.rawValue)\" is there twice")
      }
      if hinge == nil, display.panel == .cover {
        return ("\(place).panel", "without a hinge there is no cover")
      }
      if hinge == nil, display.spansHinge { return ("\(place).spansHinge", "there is no hinge to span") }
      if display.orientations.value.isEmpty {
        return ("\(place).orientations.value", "a display offers at least one orientation")
      }
    }
    return nil
  }

  private var hingeContradiction: (place: String, reason: String)? {
    if (hinge == nil) != (poses == nil) {
      return ("poses", hinge == nil ? "without a hinge there are none" : "a phone with a hinge has them")
    }
    guard let hinge else { return nil }
    if display(.inner)?.spansHinge != true {
      return ("displays", "a phone with a hinge has an inner display that spans it")
    }
    func rule(
      _ low: Sourced<Double>, _ lowName: String, _ high: Sourced<Double>, _ highName: String
    ) -> (String, String)? {
      low.value <= high.value
        ? nil : ("hinge.\(lowName).value", "\(low.value) is more than \(highName), \(high.value)")
    }
    return rule(hinge.closedUpTo, "closedUpTo", hinge.fullyOpenFrom, "fullyOpenFrom")
      ?? rule(hinge.openingLightsInner, "openingLightsInner", hinge.openingMovesApp, "openingMovesApp")
      ?? rule(hinge.closingMovesApp, "closingMovesApp", hinge.openingMovesApp, "openingMovesApp")
      ?? rule(hinge.openingLightsInner, "openingLightsInner", hinge.closingMovesApp, "closingMovesApp")
  }

  private var cameraContradiction: (place: String, reason: String)? {
    for (index, camera) in cameras.enumerated() {
      let place = "cameras[\(index)]"
      let earlier = cameras[..<index]
      if earlier.contains(where: { $0.id == camera.id }) {
        return ("\(place).id", "\"\(camera.id)\" is there twice")
      }
      if earlier.contains(where: { $0.uniqueID == camera.uniqueID }) {
        return ("\(place).uniqueID", "\"\(camera.uniqueID)\" is there twice")
      }
      if hinge == nil, camera.mount.panel == .cover {
        return ("\(place).mount.panel", "without a hinge there is no cover")
      }
      if camera.traits.neutralGains.value.count != 3 {
        return ("\(place).traits.neutralGains.value", "there are three gains: red, green, blue")
      }
      if camera.traits.minExposureBias.value > camera.traits.maxExposureBias.value {
        return ("\(place).traits.minExposureBias.value", "more than maxExposureBias")
      }
      if let problem = constituentContradiction(camera, place) ?? formatContradiction(camera, place) {
        return problem
      }
    }
    return nil
  }

  private func constituentContradiction(
    _ camera: CameraDescription, _ place: String
  ) -> (place: String, reason: String)? {
    for id in camera.constituents {
      guard let constituent = self.camera(id) else {
        return ("\(place).constituents", "there is no camera \"\(id)\"")
      }
      if !constituent.constituents.isEmpty {
        return ("\(place).constituents", "\"\(id)\" is a virtual camera itself")
      }
    }
    if camera.constituents.isEmpty != (camera.switching == nil) {
      return ("\(place).switching", "a virtual camera has it, and no other")
    }
    if camera.switching == .followsZoom,
      camera.switchOverZoomFactors.value.count != camera.constituents.count - 1
    {
      return (
        "\(place).switchOverZoomFactors.value", "there is one factor fewer than constituents"
      )
    }
    return nil
  }

  private func formatContradiction(
    _ camera: CameraDescription, _ place: String
  ) -> (place: String, reason: String)? {
    if camera.formats.isEmpty { return ("\(place).formats", "a camera has at least one format") }
    for (index, format) in camera.formats.enumerated() {
      let place = "\(place).formats[\(index)]"
      if format.minFrameRate > format.maxFrameRate {
        return (
          "\(place).minFrameRate", "\(format.minFrameRate) is more than maxFrameRate, \(format.maxFrameRate)"
        )
      }
      if format.minISO > format.maxISO { return ("\(place).minISO", "more than maxISO") }
      if format.minExposure > format.maxExposure { return ("\(place).minExposure", "more than maxExposure") }
      if format.photoSizes.contains(where: { $0.count != 2 }) {
        return ("\(place).photoSizes", "a size is a width and a height")
      }
      if format.depthSizes.contains(where: { $0.count != 2 }) {
        return ("\(place).depthSizes", "a size is a width and a height")
      }
    }
    return nil
  }
}
