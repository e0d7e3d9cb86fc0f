import Foundation
import PhoneModel

/// `report.html`: one file with everything in it, for people.
enum ReportPage {
  /// Writes the page piece by piece; `picture` reads a picture by its path in the report.
  static func write(
    _ report: Report, picture: (String) throws -> Data, to put: (String) throws -> Void
  ) throws {
    let title = escape("\(report.app) on \(report.phone): \(report.scenario)")
    try put(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(title)</title>
      <style>\(ReportStyle.css)</style>
      </head>
      <body>
      <main>
      \(header(report))
      \(summary(report))
      """)
    for (index, step) in report.steps.enumerated() {
      try put(stepHead(step, index))
      try put("<div class=\"body\">\n<div class=\"shots\">\n")
      for display in step.displays where display.lit {
        guard let path = display.picture else { continue }
        let data = try picture(path).base64EncodedString()
        let name = escape("\(display.display.rawValue) display, \(step.name)")
        try put("<figure><img alt=\"\(name)\" src=\"data:image/png;base64,")
        try put(data)
        try put("\">\n<figcaption>\(caption(display))</figcaption></figure>\n")
      }
      try put("</div>\n<div class=\"cards\">\n")
      for display in step.displays where display.lit { try put(displayText(display)) }
      try put("</div>\n</div>\n")
      for (number, photo) in step.photos.enumerated() {
        try put("<div class=\"display\">\n")
        if let path = photo.picture {
          let data = try picture(path).base64EncodedString()
          let name = escape("photo \(number + 1), \(step.name)")
          try put("<a class=\"shot photo\"><img alt=\"\(name)\" src=\"data:image/png;base64,")
          try put(data)
          try put("\"></a>\n")
        }
        try put(photoText(photo, number + 1))
        try put("</div>\n")
      }
      for (number, movie) in step.movies.enumerated() {
        try MoviePage.write(movie, number: number + 1, step: step.name, picture: picture, to: put)
      }
      try put("</section>\n")
    }
    try put(footer(report) + "</main>\n</body>\n</html>\n")
  }

  private static func header(_ report: Report) -> String {
    let notes = report.notes == 0 ? "" : report.notes == 1 ? ", one note" : ", \(report.notes) notes"
    let incomplete =
      report.incomplete.map { "<p class=\"incomplete\">Incomplete: \(escape($0)).</p>" } ?? ""
    let intent =
      switch report.intent {
      case .selfie: "the person who looks at the phone should be seen"
      case .rear: "what lies beyond the phone should be seen"
      case .any: "nothing is asked of the camera's direction"
      }
    let permission =
      switch report.camera {
      case .granted: "<b>granted</b> before"
      case .denied: "<b>denied</b>"
      case .notDetermined: "<b>not determined</b>: asked, the person says yes"
      }
    return """
      <header>
      <p class="eyebrow">Diptych report card</p>
      <h1>\(escape(report.app)) \(chip(report.verdict))</h1>
      <p class="facts"><b>\(escape(report.scenario))</b> on <b>\(escape(report.phone))</b>,
      world <b>\(escape(report.world))</b>\(notes). Intent <b>\(report.intent.rawValue)</b>: \(intent). Camera \(permission).</p>
      \(incomplete)
      \(list(report.findings))
      </header>

      """
  }

  private static func summary(_ report: Report) -> String {
    var rows = ""
    for (index, step) in report.steps.enumerated() {
      let lit = step.displays.filter(\.lit)
      let previews = lit.flatMap { display in display.previews.map { (display, $0) } }
      let lines: [(DisplayReport?, PreviewReport?)] =
        previews.isEmpty
        ? (lit.isEmpty ? [(nil, nil)] : lit.map { ($0, nil) }) : previews.map { ($0.0, $0.1) }
      for (number, line) in lines.enumerated() {
        let (display, preview) = line
        let first =
          number == 0
          ? "<td rowspan=\"\(lines.count)\"><a href=\"#step\(index)\">\(escape(step.name))</a></td>"
            + "<td rowspan=\"\(lines.count)\" class=\"num\">\(step.hinge.map { "\(Int($0.rounded()))°" } ?? "")</td>"
          : ""
        let last =
          number == 0 ? "<td rowspan=\"\(lines.count)\">\(chip(step.verdict))</td>" : ""
        rows += """
          <tr>\(first)<td>\(display?.display.rawValue ?? "")</td><td>\(preview?.camera?.rawValue ?? "")</td>\
          <td>\(preview?.faces.rawValue ?? "")</td><td>\(ReportWords.upright(preview))</td>\
          <td>\(ReportWords.mirrored(preview))</td><td>\(ReportWords.current(preview))</td>\(last)</tr>

          """
      }
    }
    return """
      <div class="scroll"><table>
      <thead><tr><th>Step</th><th>Hinge</th><th>Display</th><th>Camera</th><th>Faces</th><th>Upright</th>\
      <th>Mirrored</th><th>Current</th><th>Verdict</th></tr></thead>
      <tbody>
      \(rows)</tbody></table></div>

      """
  }

  private static func stepHead(_ step: StepReport, _ index: Int) -> String {
    var facts: [String] = []
    if let pose = step.pose, pose != step.name { facts.append(escape(pose)) }
    if let hinge = step.hinge { facts.append("hinge \(Int(hinge.rounded()))°") }
    if let time = step.time { facts.append(String(format: "%.2f s", time)) }
    let dark = step.displays.filter { !$0.lit }.map { "\($0.display.rawValue) display dark" }
    return """
      <section id="step\(index)">
      <h2>\(escape(step.name)) \(chip(step.verdict))</h2>
      <p class="facts">\((facts + dark).joined(separator: " · "))</p>
      \(list(step.findings))
      """
  }

  private static func caption(_ display: DisplayReport) -> String {
    let viewer = display.viewer.map { "as the \($0) sees it" } ?? "nobody looks at it"
    let turn = display.pictureTurn ?? 0
    let turned = turn == 0 ? "" : "; turned by \(turn)°, since the interface does not follow the hold"
    return "\(display.display.rawValue.capitalized) display, \(viewer)\(turned)"
  }

  private static func displayText(_ display: DisplayReport) -> String {
    let viewer = display.viewer.map { "seen by the \($0)" } ?? "nobody looks at it"
    var text = """
      <div class="text">
      <h3>\(display.display.rawValue.capitalized) display \(chip(display.verdict))</h3>
      <p class="facts">\(viewer)</p>
      \(list(display.findings))
      """
    for preview in display.previews {
      let rows = facts(of: preview).map { "<dt>\($0.0)</dt><dd>\($0.1)</dd>" }.joined(separator: "\n")
      text += "<dl>\n\(rows)\n</dl>\n\(list(preview.findings))"
      if !preview.passed.isEmpty {
        let rules = preview.passed.map(link).joined(separator: ", ")
        text += "<p class=\"passed\">Passed: \(rules).</p>\n"
      }
    }
    return text + "</div>\n"
  }

  private static func photoText(_ photo: PhotoReport, _ number: Int) -> String {
    let source = photo.readFromPicture ? "read from its file" : "not read: this world has no tags"
    let device = photo.device.map { " through \(escape($0))" } ?? ""
    let rows = [
      ("Camera", photo.camera.map { "<b>\($0.rawValue)</b>\(device), \(source)" } ?? "unknown\(device)"),
      ("Faces", photo.faces.rawValue),
      ("Upright", ReportWords.upright(photo.upright, photo.roll)),
      ("Mirrored", photo.mirrored.map { $0 ? "yes" : "no" } ?? ""),
      ("Size", "\(photo.width) x \(photo.height)"),
      ("Exif orientation", photo.orientation.map { "\($0)" } ?? ""),
    ]
    let facts = rows.filter { !$0.1.isEmpty }.map { "<dt>\($0.0)</dt><dd>\($0.1)</dd>" }
    let passed = photo.passed.map(\.rawValue).joined(separator: ", ")
    return """
      <div class="text">
      <h3>Photo \(number) \(chip(photo.verdict))</h3>
      <p class="facts">taken at \(String(format: "%.2f s", photo.time)), turned as its Exif says</p>
      <dl>
      \(facts.joined(separator: "\n"))
      </dl>
      \(list(photo.findings))
      \(passed.isEmpty ? "" : "<p class=\"passed\">Passed: \(escape(passed)).</p>\n")</div>

      """
  }

  /// What is known of a preview; a black picture tells neither its camera nor its age.
  private static func facts(of preview: PreviewReport) -> [(String, String)] {
    let source = preview.readFromPicture ? "read from the picture" : "from the trace"
    let device = preview.device.map { "<b>\(escape($0))</b>" }
    let camera =
      preview.camera.map { camera in
        "<b>\(camera.rawValue)</b>\(device.map { " through \($0)" } ?? ""), \(source)"
      } ?? device.map { "unknown, through \($0)" } ?? "unknown"
    let age = preview.age.map { String(format: ", %.0f ms old", $0 * 1000) } ?? ""
    let current = ReportWords.current(preview)
    let rows = [
      ("Camera", camera), ("Faces", preview.faces.rawValue), ("Upright", ReportWords.upright(preview)),
      ("Mirrored", ReportWords.mirrored(preview)), ("Current", current.isEmpty ? "" : current + age),
      ("Visible", "\(Int((preview.visible * 100).rounded())) %"),
    ]
    return rows.filter { !$0.1.isEmpty }
  }

  static func list(_ findings: [Finding]) -> String {
    if findings.isEmpty { return "" }
    let items = findings.map { finding in
      let expected = finding.expected.map { " <span class=\"want\">Expected: \(escape($0)).</span>" } ?? ""
      let assumed =
        finding.assumed.map { " <span class=\"badge\" title=\"\(escape($0))\">assumed: \(escape($0))</span>" }
        ?? ""
      return "<li>\(chip(finding.verdict)) \(link(finding.rule)) "
        + "\(escape(finding.message))\(expected)\(assumed)</li>"
    }
    return "<ul class=\"findings\">\n\(items.joined(separator: "\n"))\n</ul>\n"
  }

  /// A rule's name; one with a number leads to what it asks.
  private static func link(_ rule: FindingRule) -> String {
    let name = escape(rule.description)
    guard case .rule(let number) = rule, let words = RuleWords.words(number) else {
      return "<span class=\"rule\">\(name)</span>"
    }
    return "<a class=\"rule\" href=\"#rule\(number)\" title=\"\(escape(words))\">\(name)</a>"
  }

  static func chip(_ verdict: Verdict) -> String {
    "<span class=\"chip \(verdict.rawValue.replacing(" ", with: "-"))\">\(verdict.rawValue)</span>"
  }

  private static func footer(_ report: Report) -> String {
    """
    <footer>
    <h2>What the rules ask</h2>
    <dl class="rules">
    \(rules(report))
    </dl>
    <p><b>photo</b>: 8, 15 and standing upright hold for photos too, as a viewer program shows their files.
    <b>movie</b>: the same for the first, middle and last picture of a movie, as a player shows them.</p>
    <h2>What the pictures show</h2>
    <p>Whole displays. <b>Black disc</b>: a camera's hole, or a camera under the display while it runs; a faint disc marks \
    where it is while it does not. <b>Soft shadow</b>: the fold of a partly open phone. <b>Green dot</b>: the app uses a \
    camera. <b>Wallpaper with a clock</b>: the app is not on this display. <b>Dark surroundings</b>: an app that does not \
    fill the display. <b>White page</b>: another app in Split View. None of these counts as covering a preview.</p>
    <p>\(chip(.pass)) judged and right · \(chip(.note)) worth knowing · \(chip(.fail)) wrong · \(chip(.notJudged)) with the \
    reason · \(chip(.disagreement)) pixels and trace differ, a fault of Diptych · <span class="badge">assumed: …</span> \
    rests on a value of the phone that nobody knows. What the app printed is in output.txt beside this page.</p>
    <p>Verdicts are read from the pixels of each display and compared with the trace. No one outside Apple \
    has ground truth for this phone; a finding that rests on an assumed value says so.</p></footer>

    """
  }

  private static func rules(_ report: Report) -> String {
    RuleWords.used(in: report).compactMap { number in
      RuleWords.words(number).map { "<dt id=\"rule\(number)\">\(number)</dt><dd>\(escape($0))</dd>" }
    }.joined(separator: "\n")
  }

  static func escape(_ text: String) -> String { JUnit.escape(text) }
}

/// The words of a report's tables.
public enum ReportWords {
  public static func upright(_ preview: PreviewReport?) -> String {
    upright(preview?.upright, preview?.roll)
  }

  public static func upright(_ upright: Bool?, _ roll: Roll?) -> String {
    guard let upright, let roll else { return "" }
    if upright { return "yes" }
    let rest = Int(roll.remainder.rounded())
    return rest == 0
      ? "turned \(roll.quarterTurn)°" : "turned \(roll.quarterTurn)° \(rest > 0 ? "+" : "−")\(abs(rest))°"
  }

  public static func mirrored(_ preview: PreviewReport?) -> String {
    preview?.mirrored.map { $0 ? "yes" : "no" } ?? ""
  }

  public static func current(_ preview: PreviewReport?) -> String {
    preview?.stale.map { $0 ? "stale" : "yes" } ?? ""
  }
}
