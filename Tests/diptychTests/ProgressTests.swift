import Foundation
import Testing

@testable import diptych

/// However long a step takes, it is announced once; an unjudged one and one that waits for its time, too.
@Test func everyStepIsAnnouncedOnce() throws {
  let desk = try Desk()
  try desk.put(
    """
    {"schema": "diptych/scenario/1", "name": "slow", "intent": "selfie", "steps": [
      {"name": "first"}, {"name": "long", "do": {"wait": "95 s"}}, {"name": "late", "at": "150 s"},
      {"name": "open", "do": {"pose": "open-landscape"}, "over": "25 s", "judge": false},
      {"name": "two\\nlines", "do": {"wait": "12 s"}}]}
    """, "slow.json")
  try desk.link("ClassicSelfie", as: "App")
  let slow = try desk.diptych("run", "./App", "--scenario", "slow.json", "--out", "slow")
  #expect(slow.lines == ["[1/5] first", "[2/5] long", "[3/5] late", "[4/5] open", "[5/5] two lines"])
  let tour = try desk.diptych("run", "./App", "--out", "tour")
  #expect(tour.lines.map { $0.prefix { $0 != " " } } == (1...10).map { "[\($0)/10]" })
  #expect(Set(tour.lines).count == 10)
}
