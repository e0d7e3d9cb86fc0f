import CheckerRules
import Foundation
import SourceModel
import SourceReading
import Testing

@testable import CheckerReports

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct ReportsTests {
  /// Tabs, letters of several bytes and several UTF-16 units before the place, and signs that each format must write
  /// otherwise.
  private let text = "let a = 1\n\tlet 👩‍👩‍👧é = \"<&>\"; mirror(%)\r\n  b()\n"

  private func result(_ path: String = "App/Ä b.swift") throws -> CheckResult {
    let file = SourceReader().read(path: path, text: text)
    let start = try #require(text.utf8.firstRange(of: Array("mirror".utf8)))
    let offset = text.utf8.distance(from: text.utf8.startIndex, to: start.lowerBound)
    let rule = try #require(AllRules.rule(named: "mirror-before-automatic-off"))
    let other = try #require(AllRules.rule(named: "start-on-main"))
    let fix = Fix("Turn it off", [Fix.Edit(Span(offset, offset), "x")])
    let first = Finding(
      rule, in: file, Span(offset, offset + 6), "100 % <wrong>, \"a\" & b:\nc", severity: .error, fix: fix)
    let value = Span(8, 9)
    let second = Finding(
      other, in: file, Span(0, 3), "b", severity: .note,
      related: [
        .init(in: file, value, "here"), .init(in: file, value, "<é>"), .init(in: file, value, "here"),
      ])
    return CheckResult(
      findings: [second, first],
      problems: [
        CheckProblem("c.json", nil, "is <no> JSON", isFailure: true),
        CheckProblem(path, Place(line: 2, column: 1), "does not parse: \u{1}"),
      ], filesRead: 3, leftOut: ["Pods": 2], suppressed: 1, inBaseline: 2, fixed: 0,
      rules: [other.about, rule.about],
      readiness: Readiness(strategies: ["virtual"], poses: [("open", "well")], scenarios: ["diptych run APP"])
    )
  }

  private var empty: CheckResult {
    CheckResult(findings: [], problems: [], filesRead: 0, leftOut: [:], rules: [], readiness: Readiness())
  }

  @Test func textPointsAtThePlace() throws {
    let lines = Format.text.render(try result()).split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
    let index = try #require(lines.firstIndex { $0.contains("[mirror-before-automatic-off]") })
    #expect(lines[0] == "c.json: error: is <no> JSON")
    #expect(lines.contains { $0.hasPrefix("App/Ä b.swift:1:1: note: b [start-on-main]") })
    // The caret is below the word, whatever is before it: a family of emoji is two columns wide.
    let source = try #require(lines.first { $0.contains("mirror(%)") })
    let caret = try #require(
      lines.first { $0.trimmingCharacters(in: .whitespaces) == "^" && $0.contains("\t") })
    #expect(source == "  \tlet 👩‍👩‍👧é = \"<&>\"; mirror(%)")
    #expect(caret == "  \t" + String(repeating: " ", count: 17) + "^")
    #expect(lines[index].contains("App/Ä b.swift:2:") || lines[index].contains("c [mirror"))
    #expect(lines.contains("1 error, 0 warnings, 1 note in 3 Swift files; left out: 2 Pods"))
    #expect(lines.contains("1 suppressed with a reason, 2 in the baseline"))
  }

  @Test func jsonFitsItsSchema() throws {
    let schema = try Schema(published: "check")
    for one in [try result(), empty] { #expect(try schema.problems(Format.json.render(one)) == []) }
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(Format.json.render(try result()).utf8)) as? [String: Any])
    let findings = try #require(object["findings"] as? [[String: Any]])
    #expect(findings.map { $0["line"] as? Int } == [1, 2])
    #expect(findings.map { $0["column"] as? Int } == [1, 36])
    #expect(findings.map { $0["endColumn"] as? Int } == [4, 42])
    #expect(findings.map { $0["fixable"] as? Bool } == [false, true])
    // The schema is one that finds something.
    #expect(try !schema.problems("{}").isEmpty)
    #expect(
      try !schema.problems(Format.json.render(empty).replacing("\"version\" : 1", with: "\"version\" : 2"))
        .isEmpty)
  }

  @Test func sarifHasWhatReadersNeed() throws {
    let schema = try Schema(sarif)
    for one in [try result(), empty] { #expect(try schema.problems(Format.sarif.render(one)) == []) }
    let text = Format.sarif.render(try result())
    let object = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let run = try #require((object["runs"] as? [[String: Any]])?.first)
    let results = try #require(run["results"] as? [[String: Any]])
    let rules = try #require(
      ((run["tool"] as? [String: Any])?["driver"] as? [String: Any])?["rules"] as? [[String: Any]])
    for one in results {
      #expect(rules[try #require(one["ruleIndex"] as? Int)]["id"] as? String == one["ruleId"] as? String)
    }
    // UTF-16 units: a tab, `let `, eight of the family, `é = "<&>"; `.
    #expect(text.contains("\"startColumn\" : 25"))
    #expect(text.contains("App/%C3%84%20b.swift"))
    #expect(SARIFFormat.uri("/a b") == "file:///a%20b" && SARIFFormat.uri("./a") == "a")
    // Where a finding leads to: no place with the same words twice.
    let related = results.map { $0["relatedLocations"] as? [[String: Any]] ?? [] }
    func member(_ value: Any?, _ name: String) -> Any? { (value as? [String: Any])?[name] }
    let words = related.map { $0.map { member($0["message"], "text") as? String } }
    let columns = related.map {
      $0.map { member(member($0["physicalLocation"], "region"), "startColumn") as? Int }
    }
    #expect(words == [["here", "<é>"], []] && columns == [[9, 9], []])
    let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
    #expect(invocation["executionSuccessful"] as? Bool == false)
  }

  @Test func junitIsXMLWithACaseForEachRule() throws {
    for one in [try result(), empty] {
      let reader = CaseCounter()
      let parser = XMLParser(data: Data(Format.junit.render(one).utf8))
      parser.delegate = reader
      #expect(parser.parse())
      #expect(reader.counts["testcase", default: 0] == one.rules.count + one.problems.count)
      #expect(reader.counts["failure", default: 0] == (one.findings.isEmpty ? 0 : 1))
      #expect(reader.counts["error", default: 0] == one.problems.count)
      #expect(reader.tests == "\(one.rules.count + one.problems.count)")
    }
  }

  @Test func gitHubCommandsStayInTheirLine() throws {
    let lines = Format.github.render(try result()).split(separator: "\n").map(String.init)
    #expect(lines.count == 4)
    #expect(lines.allSatisfy { $0.hasPrefix("::") })
    #expect(lines[0] == "::error file=c.json,title=diptych check::is <no> JSON")
    #expect(lines[2] == "::notice file=App/Ä b.swift,line=1,col=1,title=start-on-main::b")
    #expect(lines[3].hasPrefix("::error file=App/Ä b.swift,line=2,col="))
    #expect(lines[3].hasSuffix("::100 %25 <wrong>, \"a\" & b:%0Ac"))
    #expect(Format.github.render(empty) == "")
  }

  @Test func baselinesKnowALineAgain() throws {
    let found = try result().findings
    let baseline = Baseline(found, relativeTo: ".")
    let (new, known, gone) = baseline.filter(found, relativeTo: ".")
    #expect(new.isEmpty && known == 2 && gone.isEmpty)
    #expect(baseline.filter([], relativeTo: ".").gone.count == 2)
    #expect(baseline.filter(found + [found[0]], relativeTo: ".").new.count == 1)
    #expect(Baseline.fingerprint(found[0]) != Baseline.fingerprint(found[1]))
    #expect(Baseline.fingerprint(found[0]) == Baseline.fingerprint(try result().findings[0]))
  }
}

private final class CaseCounter: NSObject, XMLParserDelegate {
  var counts: [String: Int] = [:]
  var tests: String?

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String] = [:]
  ) {
    counts[name, default: 0] += 1
    if name == "testsuite" { tests = attributes["tests"] }
  }
}

/// What SARIF 2.1.0 requires of the properties that the report uses.
private let sarif = """
  {
    "type": "object", "required": ["version", "runs"], "additionalProperties": false,
    "properties": {
      "$schema": { "type": "string" }, "version": { "enum": ["2.1.0"] },
      "runs": { "type": "array", "items": { "$ref": "#/$defs/run" } }
    },
    "$defs": {
      "text": { "type": "object", "required": ["text"], "additionalProperties": false, "properties": { "text": { "type": "string" } } },
      "level": { "enum": ["none", "note", "warning", "error"] },
      "one": { "type": "integer", "minimum": 1 },
      "run": {
        "type": "object", "required": ["tool"], "additionalProperties": false,
        "properties": {
          "tool": { "type": "object", "required": ["driver"], "additionalProperties": false, "properties": { "driver": { "$ref": "#/$defs/driver" } } },
          "columnKind": { "enum": ["utf16CodeUnits", "unicodeCodePoints"] },
          "results": { "type": "array", "items": { "$ref": "#/$defs/result" } },
          "invocations": { "type": "array", "items": { "$ref": "#/$defs/invocation" } }
        }
      },
      "driver": {
        "type": "object", "required": ["name"], "additionalProperties": false,
        "properties": { "name": { "type": "string" }, "rules": { "type": "array", "uniqueItems": true, "items": { "$ref": "#/$defs/rule" } } }
      },
      "rule": {
        "type": "object", "required": ["id"], "additionalProperties": false,
        "properties": {
          "id": { "type": "string" }, "shortDescription": { "$ref": "#/$defs/text" },
          "fullDescription": { "$ref": "#/$defs/text" }, "help": { "$ref": "#/$defs/text" },
          "defaultConfiguration": {
            "type": "object", "additionalProperties": false,
            "properties": { "level": { "$ref": "#/$defs/level" }, "enabled": { "type": "boolean" } }
          }
        }
      },
      "result": {
        "type": "object", "required": ["message"], "additionalProperties": false,
        "properties": {
          "ruleId": { "type": "string" }, "ruleIndex": { "type": "integer", "minimum": -1 },
          "level": { "$ref": "#/$defs/level" }, "message": { "$ref": "#/$defs/text" },
          "locations": { "type": "array", "items": { "$ref": "#/$defs/location" } },
          "relatedLocations": { "type": "array", "uniqueItems": true, "items": { "$ref": "#/$defs/location" } },
          "partialFingerprints": { "type": "object", "additionalProperties": { "type": "string" } }
        }
      },
      "location": {
        "type": "object", "additionalProperties": false,
        "properties": {
          "message": { "$ref": "#/$defs/text" },
          "physicalLocation": {
            "type": "object", "required": ["artifactLocation"], "additionalProperties": false,
            "properties": {
              "artifactLocation": { "type": "object", "additionalProperties": false, "properties": { "uri": { "type": "string" } } },
              "region": {
                "type": "object", "additionalProperties": false,
                "properties": {
                  "startLine": { "$ref": "#/$defs/one" }, "startColumn": { "$ref": "#/$defs/one" },
                  "endLine": { "$ref": "#/$defs/one" }, "endColumn": { "$ref": "#/$defs/one" }
                }
              }
            }
          }
        }
      },
      "invocation": {
        "type": "object", "required": ["executionSuccessful"], "additionalProperties": false,
        "properties": {
          "executionSuccessful": { "type": "boolean" },
          "toolExecutionNotifications": { "type": "array", "items": { "$ref": "#/$defs/notification" } }
        }
      },
      "notification": {
        "type": "object", "required": ["message"], "additionalProperties": false,
        "properties": {
          "level": { "$ref": "#/$defs/level" }, "message": { "$ref": "#/$defs/text" },
          "locations": { "type": "array", "items": { "$ref": "#/$defs/location" } }
        }
      }
    }
  }
  """
