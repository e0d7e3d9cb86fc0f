import Foundation
import SourceModel
import Testing

@testable import SourceReading

/// Texts that nobody writes, and everybody's checker meets: none may stop it.
@Suite struct HostileTextTests {
  private struct Shape: Sendable {
    var problems: [String]
    var types: [String]
    var statements: Int
    var nodes: Int
    /// How many nodes lie around the innermost one.
    var depth: Int
    /// For each node, what is around it, summed up: what a walk costs that looks outward from every node.
    var looks: Int
  }

  /// Read and walked on the stack that the check uses; the tree is let go there, too.
  private func shape(_ text: String) -> Shape {
    DeepStack.run {
      let file = read(text)
      var (nodes, depth, looks) = (0, 0, 0)
      for node in file.nodes {
        node.walk { _, around in
          nodes += 1
          depth = max(depth, around.count)
          looks += around.count
          return true
        }
      }
      return Shape(
        problems: file.problems.map(\.message), types: file.types.map(\.name),
        statements: file.statements.statements.count, nodes: nodes, depth: depth, looks: looks)
    }
  }

  private func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

  @Test func nothingAndNearlyNothing() {
    for text in ["", "\n", " ", "\u{FEFF}", "//", "/*", "\"", "}", "{", "#if", "@", "\u{0}"] {
      #expect(shape(text).types == [])
    }
    let marked = shape("\u{FEFF}class A {}\n")
    #expect(marked.problems == [] && marked.types == ["A"])
  }

  @Test func zeroBytesAndControlCharacters() {
    let file = shape("class A { let a = \"x\u{0}y\" }\n\u{0}\nclass B { }\u{1}\n")
    #expect(file.types.contains("A") && file.types.contains("B"))
  }

  /// A file that nests deeper than anyone writes is left out, with its place; the parser would take minutes.
  @Test func deepNesting() {
    var mismatches: [String] = []
    for (open, close) in [
      ("(", ")"), ("[", "]"), ("{ ", " }"), ("f(", ")"), ("if a { ", " }"), ("{ a in ", " }()"),
      ("func f() { ", " }"), ("class A { ", " }"), ("do { ", " } catch { }"), ("\"\\(", ")\""),
      ("switch a { case b: ", " }"), ("while a { ", " }"), ("@a(", ")"), ("let a: (", ")"),
    ] {
      for end in ["", repeated(close, 10_000)] {
        let problems = shape("class First {}\n" + repeated(open, 10_000) + end).problems
        if problems != ["too many brackets inside one another; the file is left out"] {
          mismatches.append("\(open): \(problems)")
        }
      }
    }
    #expect(mismatches == [])
    #expect(read("f(" + repeated("(", 256)).problems.map(\.offset) == [257])
  }

  /// What nests as deep as the parser goes, and deeper, in every way.
  @Test func nesting() {
    for (open, close) in [
      ("(", ")"), ("f { ", " }"), ("if a { ", " }"), ("!", "a"), ("try ", "f()"), ("-", "1"),
      ("a ? b : ", "c"), ("#if A\n", "\n#endif"), ("x = ", "y"), ("\\.", "a"), ("A<", ">"), ("/*", "*/"),
      ("func f() { ", " }"), ("class A { ", " }"), ("switch a { case b: ", " }"), ("await ", "a"),
    ] {
      let file = shape("class First {}\n" + repeated(open, 60) + repeated(close, 60) + "\n")
      #expect(file.types.first == "First", "\(open)")
    }
  }

  @Test func longExpressions() {
    let sum = shape("let a = 0" + repeated(" + b", 5000))
    #expect(sum.problems == [] && sum.nodes > 5000)
    let chain = shape("let a = b" + repeated(".c(d)", 5000))
    #expect(chain.nodes > 5000)
    let list = shape("let a = [" + repeated("b, ", 20_000) + "]")
    #expect(list.problems == [] && list.nodes > 20_000)
    let assigned = shape("a" + repeated(" = a", 5000))
    #expect(assigned.nodes > 5000)
    let otherwise = shape("if a { }" + repeated(" else if a { }", 3000))
    #expect(otherwise.nodes > 3000)
    let text = shape("let a = \"" + repeated("x", 1_000_000) + "\"\n" + repeated("/", 1_000_000))
    #expect(text.problems == [])
    let lines = shape(repeated("a()\n", 50_000))
    #expect(lines.statements == 50_000)
  }

  /// Chains nest without a bracket. However long they are, the model stays flat enough that looking outward from each of
  /// its nodes costs in proportion to their number.
  @Test func longChainsStayFlat() {
    let chains: [(String, String, String)] = [
      ("let a = b", " + c", ""), ("let a = b", " ?? c", ""), ("func f() { a", " = b", " }"),
      ("let a = ", "b ? c : ", "d"), ("func f() { if a { b() }", " else if a { b() }", " }"),
      ("func f() { if a { b() }", " else if a { b() }", " else { c() } }"), ("let a = ", "- ", "b"),
      ("func f() { ", "try ", "a() }"), ("func f() { ", "await ", "a() }"), ("let a = b", "!", ""),
      ("let a = b", "?.c", ""), ("let a = b", ".c", ""), ("let a = b", ".c(d.e)", ""),
      ("let a = b", ".c { $0.d }", ""), ("let a = b", "[0]", ""), ("let a = b", " as C", ""),
      ("let a: A", "?", " = nil"), ("let a: ", "A<", "B"), ("let a: A", ".B", " = c"),
    ]
    var mismatches: [String] = []
    for (start, link, end) in chains {
      let (short, long) = (
        shape(start + repeated(link, 1000) + end), shape(start + repeated(link, 4000) + end)
      )
      if long.depth > 4 * 256 { mismatches.append("\(link): \(long.depth) deep") }
      if long.looks > 5 * max(short.looks, 4096) {
        mismatches.append("\(link): \(short.looks), \(long.looks)")
      }
    }
    #expect(mismatches == [])
  }

  /// What is given to the links of a long chain is still there, and so is what an `else if` does.
  @Test func longChainsKeepWhatIsInThem() {
    func names(_ text: String) -> Int {
      DeepStack.run {
        var found = 0
        for node in read(text).nodes {
          node.walk { node, _ in
            if case .expression(let one) = node, case .name("wanted") = one.kind { found += 1 }
            return true
          }
        }
        return found
      }
    }
    var counts: [Int] = []
    for (start, link, end) in [
      ("let a = b", " + wanted", ""), ("let a = b", ".c(wanted)", ""), ("let a = b", ".c { wanted }", ""),
      ("let a = b", "[wanted]", ""), ("if a { }", " else if wanted { wanted() }", " else { wanted() }"),
    ] {
      counts.append(names(start + repeated(link, 1000) + end))
    }
    #expect(counts == [1000, 1000, 1000, 1000, 2001])
  }

  /// What a newer compiler may know, and what none does.
  @Test func unknownSyntax() {
    let file = shape(
      """
      @NewThing(1, "a") macro m() = #externalMacro(module: "A", type: "B")
      #whatever(a) { b() }
      #if hasFeature(Later)
      frobnicate class X { }
      #endif
      class A {
        @Attached #member
        property let x = 1
        func f() throws(E) -> some ~Copyable { borrowing x; yield &y; then 1; discard self }
        subscript { }
        #warning("w")
      }
      precedencegroup P { higherThan: Q }
      infix operator <+>: P
      let a = b <+> c
      class Last { func g() { h() } }
      """)
    #expect(file.types.contains("A") && file.types.contains("Last"))
  }

  @Test func brokenFilesKeepWhatCanBeRead() {
    let file = shape("class A { func f( { }\n}\nclass B { func g() { h() } }\n")
    #expect(!file.problems.isEmpty)
    #expect(file.types.contains("B"))
    #expect(!shape("class A {}\n<<<<<<< HEAD\nlet a = 1\n=======\nlet a = 2\n>>>>>>> x\n").problems.isEmpty)
  }

  /// Up to a hundred places have the parser's own words; of more there is the number, and where the first is.
  @Test func textThatIsBrokenEverywhere() {
    var mismatches: [String] = []
    for count in [1, 50, 100, 101, 400] {
      // A word that no declaration begins with, once on each line.
      let text = "class A {}\n" + repeated("func f() { a b }\n", count) + "class Last {}\n"
      let file = read(text)
      let told = file.problems.map(\.message)
      if file.types.map(\.name) != ["A", "Last"] { mismatches.append("\(count): \(file.types.map(\.name))") }
      if count <= 100 ? told.count != count : told != ["\(count) places are no Swift; this is the first"] {
        mismatches.append("\(count): \(told.count) \(told.first ?? "")")
      }
      if file.problems.first.map({ "\(file.place($0.offset))" }) != "2:13" {
        mismatches.append("\(count): \(file.problems.first.map { "\(file.place($0.offset))" } ?? "none")")
      }
    }
    for (start, part) in [("let a: ", "any "), ("let a: ", "A -> "), ("let a = ", "- b "), ("", "@ ")] {
      let told = shape("class A {}\n" + start + repeated(part, 10_000) + "A\n").problems
      if told.count > 4 { mismatches.append("\(part): \(told.count) \(told[0])") }
    }
    #expect(mismatches == [])
  }

  /// Random bytes that are text, and pieces of Swift in random order, with fixed seeds.
  @Test func noise() {
    var random = Seeded(11)
    let pieces = [
      "class A {", "}", "(", ")", "let a = ", "func f() ", "{", "if ", "guard ", "else", "switch x {",
      "case .a:",
      "#if os(iOS)\n", "#endif\n", "\"", "\\(", "a.b?.c", "=", "+", " as? ", ": ", ",", "\n", "try ",
      "await ",
      "@available(iOS 17, *) ", "é👧", "[", "]", "for a in b ", "\u{0}", "/*", "*/", "//", "0x", "1.", "$0",
      "`",
    ]
    for _ in 0..<300 {
      let text = (0..<Int.random(in: 1...80, using: &random)).map { _ in pieces.randomElement(using: &random)!
      }
      .joined(separator: " ")
      _ = shape(text)
    }
    for _ in 0..<100 {
      let bytes = (0..<400).map { _ in UInt8.random(in: 0...255, using: &random) }
      _ = shape(String(decoding: bytes, as: UTF8.self))
    }
  }
}
