import Foundation
import PhoneModel
import Scenarios
import SchemaCheck
import Testing

@testable import ReportCard

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A report with something of everything, and text that must be escaped.
private func sample() -> Report {
  let nasty = "<b>\"it's\" & more</b>\u{1}"
  let preview = PreviewReport(
    camera: .outerFront, device: "Front <Camera>", faces: .away, upright: false, roll: Roll(degrees: 95),
    mirrored: true, stale: false, age: 0.02, readFromPicture: true, visible: 0.8, verdict: .fail,
    findings: [
      Finding(8, .fail, nasty, expected: "person"),
      Finding(11, .fail, "x", expected: "y", assumed: "a guess"),
    ], passed: [.rule(14), .rule(15)])
  func display(_ id: DisplayID, _ previews: [PreviewReport], picture: String?) -> DisplayReport {
    DisplayReport(
      display: id, lit: !previews.isEmpty, viewer: previews.isEmpty ? nil : "holder", picture: picture,
      pictureTurn: picture == nil ? nil : 90, verdict: .worst(previews.map(\.verdict)), previews: previews,
      findings: [])
  }
  func step(_ name: String, _ verdict: Verdict, _ displays: [DisplayReport], _ findings: [Finding] = [])
    -> StepReport
  {
    StepReport(
      name: name, time: 1.5, pose: "book", hinge: 120, verdict: verdict, displays: displays,
      findings: findings)
  }
  return Report(
    schema: Report.schema, app: "App & Co", phone: "duo", world: "room", scenario: "tour", intent: .selfie,
    camera: .granted, verdict: .disagreement, notes: 1, incomplete: "cut <short>",
    findings: [Finding(.app, .fail, "The app stopped.")],
    steps: [
      step("passes", .pass, []),
      step(
        "fails", .fail,
        [display(.outer, [], picture: nil), display(.inner, [preview], picture: "pictures/1.png")]),
      step("notes", .note, [], [Finding(2, .note, "slow")]),
      step("differs", .disagreement, [], [Finding(15, .disagreement, "they differ")]),
      StepReport(
        name: "not reached", time: nil, pose: nil, hinge: nil, verdict: .notJudged, displays: [], findings: []
      ),
    ])
}

@Test func thePageHoldsEverythingAndAsksForNothing() throws {
  var page = ""
  var asked: [String] = []
  try ReportPage.write(
    sample(),
    picture: {
      asked.append($0)
      return Data([1, 2, 3])
    }, to: { page += $0 })
  #expect(asked == ["pictures/1.png"])
  #expect(page.contains("data:image/png;base64,AQID"))
  for resource in ["http:", "https:", "<script", "@import", "url(", "<link", "src=\"pictures"] {
    #expect(!page.contains(resource))
  }
  #expect(page.contains("&lt;b&gt;&quot;it&#39;s&quot; &amp; more"))
  #expect(!page.contains("<b>\"it"))
  for text in [
    "assumed: a guess", "Incomplete: cut &lt;short&gt;", "turned 90° +5°", "prefers-color-scheme:dark",
  ] {
    #expect(page.contains(text))
  }
  // Findings lead to what their rules ask, and pictures say how they were turned.
  for text in [
    "href=\"#rule15\"", "<dt id=\"rule15\">", "turned by 90°, since", "Camera <b>granted</b> before",
    "<figcaption>Inner display, as the holder sees it",
  ] {
    #expect(page.contains(text), "\(text)")
  }
  let links = page.matches(of: /href="#rule(\d+)"/).compactMap { Int($0.output.1) }
  #expect(Set(links).subtracting(RuleWords.used(in: sample())) == [])
  #expect(RuleWords.all.map(\.number) == RuleWords.all.map(\.number).sorted())
  #expect(ScreenRule.allCases.allSatisfy { RuleWords.words($0.rawValue) != nil })
  func count(_ text: String) -> Int { page.components(separatedBy: text).count - 1 }
  #expect(count("<section") == count("</section>"))
  #expect(count("<div") == count("</div>"))
  #expect(count("<ul") == count("</ul>"))
}

@Test func theJUnitFileIsXML() throws {
  let document = try XMLDocument(xmlString: JUnit.xml(sample()))
  let suite = try #require(document.rootElement()?.elements(forName: "testsuite").first)
  func attribute(_ name: String) -> String? { suite.attribute(forName: name)?.stringValue }
  #expect(attribute("tests") == "6")
  #expect(attribute("failures") == "2")
  #expect(attribute("errors") == "1")
  #expect(attribute("skipped") == "1")
  let cases = suite.elements(forName: "testcase")
  #expect(cases.map { $0.elements(forName: "failure").count } == [0, 1, 0, 0, 0, 1])
  let failure = cases[1].elements(forName: "failure").first
  #expect(failure?.stringValue?.contains("inner, rule 8: <b>\"it's\" & more</b>?") == true)
}

@Test func theReportFitsItsSchema() throws {
  let schema = try JSONSchema(published: "report")
  let json = try JSONValue.parse(sample().json(), file: "report")
  #expect(try schema.problems(json) == [])
  guard case .object(var fields) = json else { return }
  fields["extra"] = .number(2)
  fields["app"] = nil
  fields["intent"] = .text("me")
  #expect(
    try schema.problems(.object(fields)) == [
      "all: extra is unknown", "all.intent: is not in the enum", "all: app is missing",
    ])
  #expect(try JSONDecoder().decode(Report.self, from: sample().json()) == sample())
}

private func inTemporaryFolder<R>(_ body: (URL) throws -> R) throws -> R {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

private func names(_ folder: URL) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
}

@Test func aReportTakesItsPlaceAtTheEnd() throws {
  try inTemporaryFolder { parent in
    let place = parent.appendingPathComponent("out")
    let picture = PixelPicture(width: 3, height: 2, layout: .bgra, bytes: Data(repeating: 200, count: 24))
    for _ in 0..<2 {
      let folder = try ReportFolder(place.path)
      #expect(try folder.keep("1.png", picture) == "pictures/1.png")
      try folder.finish(sample())
      folder.discard()
      #expect(try names(parent) == ["out"])
      #expect(
        try names(place) == [
          "junit.xml", "output.txt", "pictures", "report.html", "report.json", "trace.jsonl",
        ])
    }
    let png = try Data(contentsOf: place.appendingPathComponent("pictures/1.png"))
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))

    let dropped = try ReportFolder(place.path)
    _ = try dropped.keep("2.png", picture)
    dropped.discard()
    #expect(try names(parent) == ["out"])
    #expect(try names(place.appendingPathComponent("pictures")) == ["1.png"])
  }
}

@Test func placesThatCannotHoldAReportAreRefused() throws {
  try inTemporaryFolder { parent in
    let file = parent.appendingPathComponent("file")
    try Data([1]).write(to: file)
    let full = parent.appendingPathComponent("full")
    try FileManager.default.createDirectory(at: full, withIntermediateDirectories: true)
    try Data([1]).write(to: full.appendingPathComponent("precious"))
    func complaint(_ path: String) -> String {
      do {
        _ = try ReportFolder(path)
        return "fine"
      } catch { return "\(error)".replacing(parent.path, with: "P") }
    }
    #expect(complaint(file.path) == "P/file: is a file, and the report needs a folder")
    #expect(
      complaint(full.path)
        == "P/full: holds other things, such as precious; a report needs a folder of its own")
    #expect(complaint("/proc/nowhere/out").hasPrefix("/proc/nowhere/out: cannot be written"))
    #expect(try names(parent) == ["file", "full"])
  }
}
