/// Text in columns, two spaces apart.
struct TextTable {
  var head: [String]
  var rows: [[String]] = []
  /// The widest that a column may be, by its head; longer cells go on in the next line, broken between words.
  var limits: [String: Int] = [:]

  var text: String {
    let cells = ([head] + rows).map { row in
      row.enumerated().map { column, text in Self.lines(text, limits[head[column]]) }
    }
    let widths = head.indices.map { column in
      cells.flatMap { $0[column] }.map(\.count).max() ?? 0
    }
    return cells.flatMap { row in
      (0..<(row.map(\.count).max() ?? 0)).map { line in
        let words = row.enumerated().map { column, lines in
          let text = line < lines.count ? lines[line] : ""
          return text + String(repeating: " ", count: widths[column] - text.count)
        }
        return String(words.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
      }
    }.joined(separator: "\n")
  }

  private static func lines(_ text: String, _ limit: Int?) -> [String] {
    guard let limit, text.count > limit else { return [text] }
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= limit {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
