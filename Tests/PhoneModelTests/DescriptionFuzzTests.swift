import Foundation
import Testing

@testable import PhoneModel

/// Broken phone files of every kind: whatever is wrong, one line names the place, and nothing crashes.
@Suite struct DescriptionFuzzTests {
  /// A place in a JSON tree, written as the messages write it.
  struct Place {
    var path: [Any]

    var text: String {
      var text = ""
      for step in path {
        if let name = step as? String {
          text += text.isEmpty ? name : ".\(name)"
        } else {
          text += "[\(step)]"
        }
      }
      return text
    }
  }

  static func leaves(_ tree: Any, _ path: [Any] = []) -> [Place] {
    if let object = tree as? [String: Any] {
      return object.keys.sorted().flatMap { leaves(object[$0]!, path + [$0]) }
    }
    if let list = tree as? [Any] { return list.indices.flatMap { leaves(list[$0], path + [$0]) } }
    return [Place(path: path)]
  }

  static func replacing(_ tree: Any, _ path: ArraySlice<Any>, by new: Any) -> Any {
    guard let step = path.first else { return new }
    if var object = tree as? [String: Any], let name = step as? String {
      object[name] = replacing(object[name] as Any, path.dropFirst(), by: new)
      return object
    }
    var list = tree as! [Any]
    list[step as! Int] = replacing(list[step as! Int], path.dropFirst(), by: new)
    return list
  }

  static func value(_ tree: Any, _ path: [Any]) -> Any {
    path.reduce(tree) { tree, step in
      if let name = step as? String { return (tree as! [String: Any])[name]! }
      return (tree as! [Any])[step as! Int]
    }
  }

  /// A small phone: the folding one with a format or two for each camera, so that every kind of field is there.
  static let small: PhoneDescription = {
    var phone = PhoneDescription.duo
    for index in phone.cameras.indices {
      let formats = phone.cameras[index].formats
      phone.cameras[index].formats = index == 1 ? [formats[0], formats.last!] : [formats[0]]
    }
    return phone
  }()

  static func tree() throws -> Any { try JSONSerialization.jsonObject(with: small.json()) }

  /// The answer to a changed file: nil if it was taken.
  static func complaint(_ tree: Any) throws -> String? {
    let data = try JSONSerialization.data(withJSONObject: tree)
    do {
      _ = try PhoneDescription(json: data, file: "my.json")
      return nil
    } catch { return "\(error)" }
  }

  /// An object where a value belongs, at every place of the file in turn.
  @Test func aWrongKindIsNamedAtEveryPlace() throws {
    let tree = try Self.tree()
    let places = Self.leaves(tree)
    #expect(places.count > 300)
    var mismatches: [String] = []
    var random = Seeded(state: 601)
    for place in places.shuffled(using: &random).prefix(20) {
      let wrong = Self.replacing(tree, place.path[...], by: ["surprise": 1])
      let got = try Self.complaint(wrong) ?? "taken"
      if !got.hasPrefix("my.json: \(place.text)") || got.contains("\n") {
        mismatches.append("\(place.text): \(got)")
      }
    }
    #expect(mismatches == [])
  }

  /// Numbers at the edge of everything, in the place of every number: refused with the place, or a phone that lives.
  @Test func extremeNumbersAreRefusedOrWork() throws {
    let tree = try Self.tree()
    let numbers = Self.leaves(tree).filter { place in
      guard let number = Self.value(tree, place.path) as? NSNumber else { return false }
      return CFBooleanType.isNumber(number)
    }
    var random = Seeded(state: 602)
    var mismatches: [String] = []
    var taken = 0
    for place in numbers.shuffled(using: &random).prefix(20) {
      let extreme = [-1, 0, 0.5, 1e-300, 1e15, 1e300, 180, 181].randomElement(using: &random)!
      let data = try JSONSerialization.data(
        withJSONObject: Self.replacing(tree, place.path[...], by: extreme))
      do {
        let phone = try PhoneDescription(json: data, file: "my.json")
        taken += 1
        try Self.live(phone)
      } catch let error as PhoneFileError {
        // A contradiction may name the other of two values that do not go together.
        let owner = place.path.first.map { "\($0)" } ?? ""
        if !"\(error)".hasPrefix("my.json: \(owner)") || "\(error)".contains("\n") {
          mismatches.append("\(place.text) = \(extreme): \(error)")
        }
      }
    }
    #expect(mismatches == [])
    #expect(taken > 3)
  }

  /// A phone goes through its poses and prints itself.
  static func live(_ phone: PhoneDescription) throws {
    for pose in ["closed", "book", "face-up"] {
      var state = try #require(PhoneState.initial(phone, pose: pose))
      state = PhoneRules.next(state, .turn(1), at: .zero, in: phone).state
      state = PhoneRules.next(state, .hinge(to: 100, over: .seconds(1)), at: .zero, in: phone).state
      for keyframe in state.keyframes(in: phone) { state = PhoneRules.pass(keyframe, state, in: phone).state }
      for camera in phone.cameras {
        _ = RotationAngles.capture(camera.id, state, at: .zero, in: phone)
        _ = Facing.direction(of: camera.id, for: .inner, state, in: phone)
        for format in camera.formats {
          for ratio in format.aspectRatios { _ = format.size(aspectRatio: ratio) }
        }
      }
      for display in DisplayID.allCases {
        _ = ReservedRegions.all(on: display, interfaceTurn: 1, state, at: .zero, in: phone)
      }
    }
    let again = try PhoneDescription(json: phone.json(), file: "again.json")
    #expect(again == phone)
  }

  /// Every number that an `Int` or the rules of devices must hold.
  @Test func wholeNumbersAndGainsHaveLimits() throws {
    let rows: [(String, String)] = [
      (
        "minimumFocusDistance\": 0.5",
        "cameras[0].traits.minimumFocusDistance: expected a whole number of millimetres"
      ),
      ("aperture\": 0", "cameras[0].traits.aperture: expected a number of f-stops above 0"),
      (
        "roomExposure\": -1", "cameras[0].traits.roomExposure: expected a number of seconds times ISO above 0"
      ),
      ("maxWhiteBalanceGain\": 0.5", "cameras[0].traits.maxWhiteBalanceGain: expected a gain from 1 to 1000"),
      ("neutralGains\": [1, 1, 0]", "cameras[0].traits.neutralGains[2]: expected a gain from 1 to 1000"),
    ]
    for (field, wanted) in rows {
      let text = #"{"basedOn": "no-camera", "cameras": [{"id": "x", "traits": {""# + field + "}}]}"
      #expect(DescriptionFileTests.complaint(text).hasPrefix("my.json: \(wanted)"))
    }
    let buffers = DescriptionFileTests.complaint(#"{"basedOn": "no-camera", "policy": {"videoBuffers": 0}}"#)
    #expect(
      buffers.hasPrefix("my.json: policy.videoBuffers: expected a whole number of buffers from 1 to 1000"))
  }

  /// A field more, anywhere an object is.
  @Test func unknownFieldsAreNamedEverywhere() throws {
    let tree = try Self.tree()
    let places: [[Any]] = [
      [], ["hinge"], ["hinge", "closedUpTo"], ["displays", 1], ["displays", 0, "orientations"],
      ["cameras", 2],
      ["cameras", 2, "mount"], ["cameras", 2, "mount", "nativeUp"], ["cameras", 1, "formats", 1],
      ["cameras", 1, "traits"],
      ["cameras", 1, "occlusion", "size"], ["timing"], ["timing", "displayFrame"],
      ["policy", "multiCamLimit"],
    ]
    var mismatches: [String] = []
    for path in places {
      var object = Self.value(tree, path) as! [String: Any]
      object["colour"] = "red"
      let got = try Self.complaint(Self.replacing(tree, path[...], by: object)) ?? "taken"
      let wanted = "my.json: \(Place(path: path + ["colour"]).text): unknown field; known here: "
      if !got.hasPrefix(wanted) { mismatches.append(got) }
    }
    #expect(mismatches == [])
  }

  /// Values that are each allowed and do not go together.
  @Test func contradictionsAreNamed() {
    let rows: [(String, (inout PhoneDescription) -> Void)] = [
      ("displays: the first display has to be the outer one", { $0.displays.reverse() }),
      (#"displays[1].id: "outer" is there twice"#, { $0.displays[1].id = .outer }),
      ("displays[0].panel: without a hinge there is no cover", { $0.hinge = nil }),
      (
        "displays[0].orientations.value: a display offers at least one orientation",
        { $0.displays[0].orientations.value = [] }
      ),
      (
        "displays: a phone with a hinge has an inner display that spans it",
        { $0.displays[1].spansHinge = false }
      ),
      (
        "hinge.openingLightsInner.value: 95.0 is more than openingMovesApp, 90.0",
        { $0.hinge!.openingLightsInner.value = 95 }
      ),
      (
        "hinge.closingMovesApp.value: 91.0 is more than openingMovesApp, 90.0",
        { $0.hinge!.closingMovesApp.value = 91 }
      ),
      (
        "hinge.openingLightsInner.value: 80.0 is more than closingMovesApp, 70.0",
        { $0.hinge!.openingLightsInner.value = 80 }
      ),
      (#"cameras[6].id: "outer-front" is there twice"#, { $0.cameras.append($0.cameras[1]) }),
      (
        "cameras[2].traits.neutralGains.value: there are three gains",
        { $0.cameras[2].traits.neutralGains.value = [1] }
      ),
      (
        "cameras[2].traits.minExposureBias.value: more than maxExposureBias",
        { $0.cameras[2].traits.minExposureBias.value = 9 }
      ),
      ("cameras[2].uniqueID: ", { $0.cameras[2].uniqueID = $0.cameras[0].uniqueID }),
      (
        #"cameras[0].constituents: "rear-dual-wide" is a virtual camera itself"#,
        { $0.cameras[0].constituents[0] = .rearDualWide }
      ),
      (
        "cameras[1].switching: a virtual camera has it, and no other",
        { $0.cameras[1].switching = .followsZoom }
      ),
      ("cameras[0].switching: a virtual camera has it, and no other", { $0.cameras[0].switching = nil }),
      (
        "cameras[0].switchOverZoomFactors.value: there is one factor fewer than constituents",
        { $0.cameras[0].switching = .followsZoom }
      ),
      ("cameras[1].formats: a camera has at least one format", { $0.cameras[1].formats = [] }),
      (
        "cameras[1].formats[1].minFrameRate: 300.0 is more than maxFrameRate, ",
        { $0.cameras[1].formats[1].minFrameRate = 300 }
      ),
      ("cameras[1].formats[0].minISO: more than maxISO", { $0.cameras[1].formats[0].minISO = 1e6 }),
      (
        "cameras[1].formats[0].minExposure: more than maxExposure",
        { $0.cameras[1].formats[0].minExposure = 100 }
      ),
      (
        "cameras[1].formats[0].photoSizes: a size is a width and a height",
        { $0.cameras[1].formats[0].photoSizes = [[1, 2, 3]] }
      ),
      (
        "cameras[1].formats[0].depthSizes: a size is a width and a height",
        { $0.cameras[1].formats[0].depthSizes = [[1]] }
      ),
    ]
    var mismatches: [String] = []
    for (wanted, change) in rows {
      var phone = Self.small
      change(&phone)
      let got = phone.contradiction.map { "\($0.place): \($0.reason)" } ?? "none"
      if !got.hasPrefix(wanted) { mismatches.append("\(got), not \(wanted)") }
    }
    #expect(Self.small.contradiction == nil)
    #expect(mismatches == [])
  }
}

/// Foundation holds true and false as numbers, too.
private enum CFBooleanType {
  static func isNumber(_ value: NSNumber) -> Bool { String(cString: value.objCType) != "c" }
}
