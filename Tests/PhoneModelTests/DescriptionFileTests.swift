import Foundation
import PhoneModel
import Testing

@Suite struct DescriptionFileTests {
  static func load(_ text: String) throws -> PhoneDescription {
    try PhoneDescription(json: Data(text.utf8), file: "my.json")
  }

  static func complaint(_ text: String) -> String {
    do {
      _ = try load(text)
      return "no complaint"
    } catch { return "\(error)" }
  }

  @Test func everyBuiltInPhoneComesBackAsItWasPrinted() throws {
    for phone in PhoneDescription.builtIn {
      #expect(try PhoneDescription(json: phone.json(), file: phone.name) == phone)
    }
    #expect(PhoneDescription.builtIn.map(\.name) == ["duo", "single", "single-square", "no-camera"])
  }

  @Test func startsFromABuiltInPhone() throws {
    let phone = try Self.load(
      """
      {"basedOn": "duo", "name": "mine", "displays": [{"id": "inner", "nativeTop": "top"}], "hinge": {"closedUpTo": 8, "fullyOpenFrom": {"value": 160, "origin": "measured", "note": "mine"}},
       "cameras": [{"id": "rear-wide", "mount": {"fromHinge": {"value": 50}, "face": "inside"}},
                   {"id": "rear-dual-wide", "switchOverZoomFactors": [3]}]}
      """)
    var wanted = PhoneDescription.duo
    wanted.name = "mine"
    wanted.hinge?.closedUpTo = Sourced(8, .assumed)
    wanted.hinge?.fullyOpenFrom = Sourced(160, .measured, "mine")
    let index = wanted.cameras.firstIndex { $0.id == .rearWide }!
    wanted.cameras[index].mount.fromHinge = Sourced(50, .assumed)
    wanted.cameras[index].mount.face = Sourced(.inside, .assumed)
    let dual = wanted.cameras.firstIndex { $0.id == .rearDualWide }!
    wanted.cameras[dual].switchOverZoomFactors = Sourced([3], .assumed)
    wanted.displays[1].nativeTop = Sourced(.top, .assumed)
    #expect(phone == wanted)
    #expect(try Self.load(#"{"basedOn": "single-square"}"#) == .singleSquare)
  }

  /// A changed value does not keep the source of the old one.
  @Test func aChangedValueIsAssumed() throws {
    let phone = try Self.load(#"{"basedOn": "duo", "hinge": {"openingMovesApp": 95}}"#)
    #expect(phone.hinge?.openingMovesApp == Sourced(95, .assumed))
  }

  @Test func nullTakesAnOptionalFieldAway() throws {
    let phone = try Self.load(#"{"basedOn": "duo", "cameras": [{"id": "outer-front", "occlusion": null}]}"#)
    #expect(phone.camera(.outerFront)?.occlusion == nil)
    #expect(phone.camera(.innerFront)?.occlusion != nil)
  }

  /// One line each, naming file and place.
  @Test func complaints() {
    let rows: [(String, String)] = [
      (
        #"{"basedOn": "duo", "hinge": {"closedUpTo": {"value": "5 cm"}}}"#,
        #"my.json: hinge.closedUpTo.value: expected a number of degrees from 0 to 180, found "5 cm""#
      ),
      (
        #"{"basedOn": "duo", "hinge": {"closedUpTo": 181}}"#,
        "my.json: hinge.closedUpTo: expected a number of degrees from 0 to 180, found 181"
      ),
      (
        #"{"basedOn": "duo", "hinge": {"closedUpTo": 175}}"#,
        "my.json: hinge.closedUpTo.value: 175.0 is more than fullyOpenFrom, 170.0"
      ),
      (
        #"{"basedOn": "trio"}"#,
        #"my.json: basedOn: expected one of duo, single, single-square, no-camera, found "trio""#
      ),
      (
        #"{"basedOn": "duo", "cameras": [{"id": "outer-front", "mount": {"fromHinge": {"value": 3, "unit": "cm"}}}]}"#,
        "my.json: cameras[0].mount.fromHinge.unit: unknown field; known here: note, origin, value"
      ),
      (
        #"{"basedOn": "duo", "cameras": [{"id": "outer-front", "startLatency": "250 ms"}]}"#,
        #"my.json: cameras[0].startLatency: expected a whole number of nanoseconds, 0 or more, found "250 ms""#
      ),
      (
        #"{"basedOn": "duo", "cameras": [{"id": "outer-front", "startLatency": {"value": 1, "origin": "guessed"}}]}"#,
        #"my.json: cameras[0].startLatency.origin: expected one of apple, documented, measured, forum, derived, assumed, found "guessed""#
      ),
      (
        #"{"basedOn": "duo", "policy": {"accessoryWhilePartlyOpen": 1}}"#,
        "my.json: policy.accessoryWhilePartlyOpen: expected true or false, found 1"
      ),
      (#"{"basedOn": "duo", "displays": 2}"#, "my.json: displays: expected a list, found 2"),
      (
        #"{"basedOn": "duo", "displays": [{"id": "inner", "orientations": [0, 4]}]}"#,
        "my.json: displays[0].orientations[1]: expected a whole number of quarter turns from 0 to 3, found 4"
      ),
      (
        #"{"basedOn": "duo", "cameras": [{"id": "virtual-front", "constituents": ["outer-front", "third"]}]}"#,
        #"my.json: cameras[0].constituents: there is no camera "third""#
      ),
      (
        #"{"basedOn": "single", "cameras": [{"id": "front", "mount": {"panel": "cover"}}]}"#,
        "my.json: cameras[3].mount.panel: without a hinge there is no cover"
      ),
      (#"[1]"#, "my.json: expected an object, found a list"),
      (#"{"name": "mine"}"#, "my.json: cameras: missing field"),
    ]
    var mismatches: [String] = []
    for (text, wanted) in rows {
      let got = Self.complaint(text)
      let place = wanted.replacing("my.json: expected", with: "my.json: : expected")
      if got != wanted, got != place { mismatches.append(got + "\n  not: " + wanted) }
    }
    #expect(mismatches == [])
    let broken = Self.complaint(#"{"name": "#)
    #expect(broken.hasPrefix("my.json: not JSON: ") && !broken.contains("\n"))
  }

  /// Whatever field is taken out of a whole description, the complaint names it.
  @Test func everyMissingFieldIsNamed() throws {
    let object = try JSONSerialization.jsonObject(with: PhoneDescription.noCamera.json()) as! [String: Any]
    var mismatches: [String] = []
    for name in object.keys where name != "hinge" {
      var part = object
      part[name] = nil
      let text = String(decoding: try JSONSerialization.data(withJSONObject: part), as: UTF8.self)
      let got = Self.complaint(text)
      if got != "my.json: \(name): missing field" { mismatches.append(got) }
    }
    #expect(mismatches == [])
  }

  /// Values that are no numbers have one, too, where it is not plain what they are.
  @Test func labels() {
    let phone = PhoneDescription.duo
    #expect(phone.hinge?.openingMovesApp.origin == .measured)
    #expect(phone.cameras.flatMap(\.formats).allSatisfy { !$0.pixelFormat.isEmpty })
    #expect(phone.camera(.outerFront)?.mount.face == Sourced(.outside, .apple))
    #expect(phone.display(.inner)?.nativeTop.origin == .assumed)
    #expect(phone.camera(.rearDualWide)?.switchOverZoomFactors.origin == .assumed)
  }
}
