import PhoneModel
import Testing

/// What is assumed about people, poses and times is a value of the description, and used from there.
@Suite struct AssumedValuesTests {
  @Test func people() throws {
    let phone = try DescriptionFileTests.load(
      """
      {"basedOn": "duo", "people": {"eyeHeight": 1.7, "handDistance": 0.6, "tableDistance": 0.8,
       "tableElevation": 40, "tableHeight": 0.9, "subjectDistance": 2}}
      """)
    let held = Pose.named("book", for: phone)!.placement
    #expect(held.holderEyes == [0, 1.7, 0.6] && held.subjectEyes == [0, 1.7, -2])
    let body = PlacedPhone(Body(phone, hinge: 120), at: held)
    #expect(abs((body.display(.inner)!.middle - held.holderEyes).length - 0.6) < 1e-9)
    let standing = Pose.named("tent", for: phone)!.placement
    let toEyes = standing.holderEyes - standing.position
    #expect(abs(toEyes.length - 0.8) < 1e-9)
    #expect(abs(toEyes.angle(to: [toEyes.x, 0, toEyes.z]) - 40) < 1e-6)
    #expect(standing.tableHeight == 0.9 && standing.subjectEyes == [0, 1.7, -2])
    #expect(Pose.named("face-up", for: phone)!.placement.tableHeight == 0.9)
    let origins = [duo.people.eyeHeight, duo.people.handDistance, duo.people.tableDistance].map(\.origin)
    #expect(origins == [.assumed, .assumed, .assumed])
  }

  @Test func poses() throws {
    let phone = try DescriptionFileTests.load(
      """
      {"basedOn": "duo", "poses": {"book": 100, "tabletopRearFlat": 95, "tabletopCoverFlat": 105, "tent": 50}}
      """)
    let names = ["book", "tabletop-rear-flat", "tabletop-cover-flat", "tent", "closed", "flipped"]
    #expect(names.map { Pose.named($0, for: phone)!.hinge } == [100, 95, 105, 50, 0, 180])
    #expect(PhoneState.initial(phone, pose: "book")!.hinge.to == 100)
    // The eyes follow: the reference's value for a book at 100.
    let book = PlacedPhone(Body(phone, hinge: 100), at: Pose.named("book", for: phone)!.placement)
    #expect(abs(book.angle(of: .innerFront, to: .holder)! - 37) <= 0.5)
  }

  @Test func posesBelongToAHinge() {
    let value = #"{"value": 100, "origin": "assumed"}"#
    let rows = [
      (#"{"basedOn": "duo", "poses": null}"#, "my.json: poses: a phone with a hinge has them"),
      (
        #"{"basedOn": "duo", "poses": {"book": 190}}"#,
        "my.json: poses.book: expected a number of degrees from 0 to 180, found 190"
      ),
      (
        #"{"basedOn": "duo", "people": {"handDistance": 450}}"#,
        "my.json: people.handDistance: expected a number of metres from 0.05 to 10, found 450"
      ),
      (
        #"{"basedOn": "single", "poses": {"book": \#(value), "tabletopRearFlat": \#(value), "tabletopCoverFlat": \#(value), "tent": \#(value)}}"#,
        "my.json: poses: without a hinge there are none"
      ),
    ]
    for (text, wanted) in rows { #expect(DescriptionFileTests.complaint(text) == wanted) }
  }

  /// At 5 degrees the cover stands 3.4 mm before the inner camera.
  @Test func coveredWithin() throws {
    func isCovered(_ millimetres: Int) throws -> Bool {
      let phone = try DescriptionFileTests.load(
        #"{"basedOn": "duo", "policy": {"coveredWithin": \#(millimetres)}}"#)
      let placed = PlacedPhone(Body(phone, hinge: 5), at: PhoneState.initial(phone).placement)
      return placed.isCovered(.innerFront)
    }
    #expect(try [1, 3, 4, 5].map(isCovered) == [false, false, true, true])
  }
}
