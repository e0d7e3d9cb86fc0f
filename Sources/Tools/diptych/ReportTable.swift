import ReportCard

/// A report for people at a terminal of 80 columns.
enum ReportTable {
  static func text(_ report: Report, folder: String) -> String {
    var table = TextTable(
      head: ["Step", "Display", "Camera", "Faces", "Picture", "Verdict"],
      limits: ["Step": 19, "Picture": 17])
    for step in report.steps {
      var lines: [(String, PreviewReport?)] = []
      for display in step.displays where display.lit {
        if display.previews.isEmpty { lines.append((display.display.rawValue, nil)) }
        for preview in display.previews { lines.append((display.display.rawValue, preview)) }
      }
      if lines.isEmpty { lines = [("", nil)] }
      defer {
        for photo in step.photos {
          table.rows.append([
            "", "photo", photo.camera?.rawValue ?? "", photo.faces.rawValue, picture(photo),
            photo.verdict.rawValue,
          ])
        }
        for movie in step.movies { table.rows.append(row(movie)) }
      }
      for (index, line) in lines.enumerated() {
        let preview = line.1
        table.rows.append([
          index == 0 ? step.name : "", line.0, preview?.camera?.rawValue ?? "",
          preview?.faces.rawValue ?? "", picture(preview), index == 0 ? step.verdict.rawValue : "",
        ])
      }
    }
    var text = "\n\(report.app): \(report.scenario) on \(report.phone), intent \(report.intent.rawValue)\n\n"
    text += table.text + "\n"
    let found = findings(report)
    if !found.isEmpty { text += "\n" + found.joined(separator: "\n") + "\n" }
    if let incomplete = report.incomplete { text += "\nIncomplete: \(incomplete).\n" }
    let notes = report.notes == 0 ? "" : " (\(report.notes) note\(report.notes == 1 ? "" : "s"))"
    let soFar = report.incomplete != nil && report.verdict == .pass ? " so far" : ""
    return text + "\n\(report.verdict.rawValue)\(soFar)\(notes): \(folder)/report.html"
  }

  private static func picture(_ preview: PreviewReport?) -> String {
    guard let preview else { return "" }
    let upright = preview.upright.map { $0 ? "upright" : ReportWords.upright(preview) }
    let mirrored = preview.mirrored.flatMap { $0 ? "mirrored" : nil }
    let stale = preview.stale.flatMap { $0 ? "stale" : nil }
    return [upright, mirrored, stale].compactMap(\.self).joined(separator: " ")
  }

  private static func picture(_ photo: PhotoReport) -> String {
    let upright = photo.upright.map { $0 ? "upright" : ReportWords.upright($0, photo.roll) }
    let mirrored = photo.mirrored.flatMap { $0 ? "mirrored" : nil }
    return [upright, mirrored].compactMap(\.self).joined(separator: " ")
  }

  /// By its first picture, which says how it is shown.
  private static func row(_ movie: MovieReport) -> [String] {
    let first = movie.pictures.first
    let upright = first?.upright.map { $0 ? "upright" : ReportWords.upright($0, first?.roll) }
    let mirrored = first?.mirrored.flatMap { $0 ? "mirrored" : nil }
    return [
      "", "movie", first?.camera?.rawValue ?? "", first?.faces.rawValue ?? "",
      [upright, mirrored].compactMap(\.self).joined(separator: " "), movie.verdict.rawValue,
    ]
  }

  /// One line for each thing that did not pass, however many steps it holds in; what was not judged is left to the report.
  private static func findings(_ report: Report) -> [String] {
    var found = RepeatedFindings()
    found.add(report.findings, at: "run", step: nil)
    for step in report.steps {
      found.add(step.findings, at: step.name, step: step.name)
      for display in step.displays {
        let place = "\(step.name), \(display.display.rawValue)"
        found.add(display.findings, at: place, step: step.name)
        for preview in display.previews { found.add(preview.findings, at: place, step: step.name) }
      }
      for photo in step.photos { found.add(photo.findings, at: "\(step.name), photo", step: step.name) }
      for movie in step.movies { found.add(movie.findings, at: "\(step.name), movie", step: step.name) }
    }
    return found.lines
  }
}
