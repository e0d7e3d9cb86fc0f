import Foundation

/// The part of `report.html` about one movie.
enum MoviePage {
  static func write(
    _ movie: MovieReport, number: Int, step: String, picture: (String) throws -> Data,
    to put: (String) throws -> Void
  ) throws {
    try put("<div class=\"display movie\">\n<div class=\"frames\">\n")
    for frame in movie.pictures {
      let name = ReportPage.escape("\(frame.place.rawValue) picture of movie \(number), \(step)")
      try put("<figure><img alt=\"\(name)\" src=\"data:image/png;base64,")
      try put(try picture(frame.picture).base64EncodedString())
      try put("\">\n<figcaption>\(caption(frame))</figcaption></figure>\n")
    }
    try put("</div>\n" + text(movie, number) + "</div>\n")
  }

  private static func caption(_ frame: MoviePictureReport) -> String {
    let words = [
      frame.place.rawValue.capitalized, String(format: "%.2f s", frame.time), frame.camera?.rawValue ?? "",
      frame.faces.rawValue, upright(frame), frame.mirrored == true ? "mirrored" : "",
    ]
    return ReportPage.escape(words.filter { !$0.isEmpty }.joined(separator: " · "))
  }

  private static func upright(_ frame: MoviePictureReport) -> String {
    frame.upright == true ? "upright" : ReportWords.upright(frame.upright, frame.roll)
  }

  private static func text(_ movie: MovieReport, _ number: Int) -> String {
    let writer =
      switch movie.writer {
      case .movieFileOutput: "the movie file output"
      case .assetWriter: "an asset writer"
      }
    let begun = movie.time.map { String(format: "begun at %.2f s", $0) } ?? "without a first picture"
    let step = movie.begunIn.map { " in step \(ReportPage.escape($0))" } ?? ""
    var matrix = ""
    if let turn = movie.turn, let flip = movie.flip {
      matrix = "turns by \(turn)°" + (flip ? ", then flips" : "")
    }
    let rows = [
      ("File", ReportPage.escape(movie.file)), ("Written by", writer),
      ("Device", ReportPage.escape(movie.device ?? "")),
      ("Length", movie.duration.map { String(format: "%.2f s", $0) } ?? ""),
      ("Size", movie.width.flatMap { width in movie.height.map { "\(width) x \($0)" } } ?? ""),
      ("Codec", ReportPage.escape(movie.codec ?? "")), ("Sound", movie.sound.map { $0 ? "yes" : "no" } ?? ""),
      ("Matrix", matrix), ("Ended", ReportPage.escape(movie.ending ?? "not ended")),
      ("Read", movie.readFromPictures ? "" : "not read: this world has no tags"),
    ]
    let facts = rows.filter { !$0.1.isEmpty }.map { "<dt>\($0.0)</dt><dd>\($0.1)</dd>" }
    let passed = movie.passed.map(\.rawValue).joined(separator: ", ")
    return """
      <div class="text">
      <h3>Movie \(number) \(ReportPage.chip(movie.verdict))</h3>
      <p class="facts">\(begun)\(step), as a player shows it</p>
      <dl>
      \(facts.joined(separator: "\n"))
      </dl>
      \(ReportPage.list(movie.findings))
      \(passed.isEmpty ? "" : "<p class=\"passed\">Passed: \(ReportPage.escape(passed)).</p>\n")</div>

      """
  }
}
