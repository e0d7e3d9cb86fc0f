import SourceModel
import Testing

@testable import SourceReading

/// What each construct of the language is understood as.
@Suite struct ConstructsTests {
  private func mismatches(_ table: [(String, String)]) -> [String] {
    table.compactMap { source, expected in
      let file = read(source)
      let found = file.statements.statements.map(dump).joined(separator: "; ")
      guard found != expected || !file.problems.isEmpty else { return nil }
      return "\(source) is \(found)" + (file.problems.first.map { ": \($0.message)" } ?? "")
    }
  }

  @Test func expressions() {
    #expect(
      mismatches([
        ("f(a, b: c)", "(call f a b:c)"),
        ("f(a) { x in g(x) }", "(call f a ~{x in (call g x)})"),
        ("f { a } done: { b }", "(call f ~{a} done:~{b})"),
        ("a.b?.c!.d", "(member (force (member (chain (member a b)) c)) d)"),
        ("f(.front)", "(call f .front)"),
        ("f(.init(a))", "(call f (call .init a))"),
        ("devices[0, b: 1]", "(index devices 0 b:1)"),
        ("f([1, 2.5, true, nil])", "(call f (array 1 2.5 true nil))"),
        ("f([a: 1, b: 2])", "(call f (dictionary a:1 b:2))"),
        ("f([:])", "(call f (dictionary))"),
        ("f((a, b: c))", "(call f (tuple a b:c))"),
        ("f((a))", "(call f a)"),
        ("f(\"text\")", "(call f \"text\")"),
        ("f(\"a\\(b + c)d\")", "(call f (string (+ b c)))"),
        ("f(\"\"\"\n  x\n  \"\"\")", "(call f \"x\")"),
        ("f(#\"a\\(b)\"#)", "(call f \"a\\(b)\")"),
        ("f(/a+/)", "(call f /a+/)"),
        ("f(!a, -b, &c)", "(call f (!_ a) (-_ b) (&_ c))"),
        ("f(a...)", "(call f (_... a))"),
        (
          "try a(); try? b(); try! c()",
          "(try-plain (call a)); (try-optional (call b)); (try-forced (call c))"
        ),
        ("try await a()", "(try-plain (await (call a)))"),
        (
          "f(a as B, a as? C, a as! D<E>, a is G.H)",
          "(call f (upward a B) (conditional a C) (forced a D<E>) (test a G.H))"
        ),
        ("f(a ? b : c)", "(call f (if a b c))"),
        (
          "f(\\.isRunning, \\Camera.session.inputs)",
          "(call f (path .isRunning) (path Camera.session.inputs))"
        ),
        ("f(#selector(shoot), #keyPath(A.b))", "(call f (#selector shoot) (#keyPath (member A b)))"),
        ("#Preview { Camera() }", "(#Preview ~{(call Camera)})"),
        (
          "f { [weak self, unowned b, c = d.e] in self?.g() }",
          "(call f ~{[weak-self unowned-b c=(member d e)](call (member (chain self) g))})"
        ),
        ("f { (a: Int, b) async throws -> Int in a }", "(call f ~{a:Int b async throws in a})"),
        ("f { $0 + $1 }", "(call f ~{(+ $0 $1)})"),
        ("a = b; a += b; a.b = c", "(= a b); (+= a b); (= (member a b) c)"),
        ("_ = a", "(= _ a)"),
        ("try a = b()", "(try-plain (= a (call b)))"),
        ("do { let a = if b { 1 } else { 2 } }", "do {let a = (value if b {1} else {2})}"),
        (
          "do { let a = switch b { case .c: 1; default: 2 } }", "do {let a = (value switch b [ .c: 1] [: 2])}"
        ),
        ("Array<Int>()", "(call Array)"),
        ("[Int]()", "(call (array Int))"),
        ("super.viewDidLoad()", "(call (member super viewDidLoad))"),
        ("f(consume a)", "(call f a)"),
        ("self.self", "(member self self)"),
        ("a.0.1", "(member (member a 0) 1)"),
        ("f(`default`)", "(call f `default`)"),
      ]) == [])
  }

  @Test func statementsOfEachKind() {
    #expect(
      mismatches([
        ("do { let a: Int = 1, b = 2 }", "do {let a: Int = 1; let b = 2}"),
        ("do { let a, b: Int; f(a, b) }", "do {let a: Int; let b: Int; (call f a b)}"),
        ("do { let (a, b) = c }", "do {let a,b* = c}"),
        ("do { weak var a: A? = b }", "do {weak var a: A? = b}"),
        ("do { async let a = b() }", "do {async let a = (call b)}"),
        (
          "if a, let b = c, let d, case .e(let f) = g, #available(iOS 17.0, *) { h() }",
          "if a, let b = c, let d = d, let f* ~(call .e (other)) = g, available iOS[17, 0] {(call h)}"
        ),
        (
          "if a { b() } else if c { d() } else { e() }",
          "if a {(call b)} else if c {(call d)} else {(call e)}"
        ),
        (
          "if #unavailable(iOS 18, macOS 15) { a() }",
          "if not-available iOS[18]macOS[15] {(call a)}"
        ),
        ("do { guard let a, b else { return }; c() }", "do {guard let a = a, b {return}; (call c)}"),
        (
          "switch a { case .b, .c: d(); case let .e(f) where f > 1: g(f); case 1...3: break; default: h() }",
          "switch a [ .b,.c: (call d)] [ (call .e (other)) let f where (> f 1): (call g f)] [ (... 1 3): break] [: (call h)]"
        ),
        ("for a in b where c { d() }", "for a in b where c {(call d)}"),
        ("for (a, b) in c { d() }", "for a,b in c {(call d)}"),
        ("for await a in b { c() }", "for a in b {(call c)}"),
        ("while a, let b = c() { d() }", "while a, let b = (call c) {(call d)}"),
        ("repeat { a() } while b", "repeat {(call a)} b"),
        (
          "do { try a() } catch E.b { c() } catch { d() }",
          "do {(try-plain (call a))} catch (member E b) {(call c)} catch {(call d)}"
        ),
        ("func f(a b: Int, _ c: Int, d: Int = 1) { defer { e() }; return }", ""),
        (
          "do { func g(a b: Int, _ c: Int) { defer { e() }; return }; g(a: 1, 2) }",
          "do {func g(a:_:) {defer {(call e)}; return}; (call g a:1 2)}"
        ),
        ("do { struct S { } ; S() }", "do {type S; (call S)}"),
        ("a: for b in c { break a; continue a }", "for b in c {break a; continue a}"),
        (
          "switch a { case 1: fallthrough; default: throw b }",
          "switch a [ 1: fallthrough] [: throw b]"
        ),
        ("do { return if a { b } else { c } }", "do {return (value if a {b} else {c})}"),
      ]) == [])
  }

  @Test func typesAsTheSourceWritesThem() {
    var mismatches: [String] = []
    for (source, base, arguments, optionals) in [
      ("Int", "Int", [], 0), ("AVCaptureDevice.Position?", "AVCaptureDevice.Position", [], 1),
      ("[AVCaptureDevice]", "Array", ["AVCaptureDevice"], 0), ("[A: B]!", "Dictionary", ["A", "B"], 1),
      ("any P", "P", [], 0), ("some View", "View", [], 0), ("Set<A>??", "Set", ["A"], 2),
      ("(A)", "A", [], 0), ("(A, B)", "", ["A", "B"], 0), ("A & B", "A", [], 0), ("A.Type", "A.Type", [], 0),
      ("inout A", "A", [], 0), ("@escaping () -> Void", "", [], 0), ("(@Sendable (A) -> B)?", "", [], 1),
      ("A<B>.C<D>", "A.C", ["D"], 0), ("[[A]]", "Array", ["Array<A>"], 0),
    ] as [(String, String, [String], Int)] {
      let found = read("func f(a: \(source)) {}").functions[0].parameters[0].type!
      if found.base != base || found.arguments.map(\.description) != arguments || found.optionals != optionals
      {
        mismatches.append("\(source) is \(found.base) \(found.arguments) \(found.optionals)")
      }
    }
    #expect(mismatches == [])
    let function = read("var f: (A, B?) -> [C]").properties[0].type?.function
    #expect(function?.parameters.map(\.description) == ["A", "B?"])
    #expect(function?.result.map(\.description) == ["Array<C>"])
    #expect(
      read("func f(a: borrowing @MainActor () -> Void) {}").functions[0].parameters[0].type?.attributes
        .isEmpty == false)
  }

  @Test func declarations() {
    let file = read(
      """
      import AVFoundation
      @preconcurrency import UIKit.UIView
      @MainActor final class Camera: NSObject, @unchecked Sendable, P<Int> {
        private let session = AVCaptureSession()
        @Published private(set) var a: Int = 1, b: Int
        lazy var layer: CALayer = { CALayer() }()
        var c: Int { session.inputs.count }
        var d: Int { get { 1 } set { e = newValue } }
        var f = 1 { willSet { g() } didSet { h() } }
        static weak var shared: Camera?
        let (x, y) = (1, 2)
        init?(a: Int) { super.init() }
        deinit { stop() }
        subscript(i: Int) -> Int { i }
        enum Mode: String { case photo, video; var z: Int { 1 } }
        struct Settings { struct Deep {} }
      }
      extension Camera.Settings: Q where A: B { func f() {} }
      actor Worker { nonisolated func f() async throws -> Int { 1 } }
      protocol P { var a: Int { get set }; func f() }
      func top(_ a: Int = 1) {}
      var global = 1
      """)
    #expect(file.problems.map(\.message) == [])
    #expect(file.imports == ["AVFoundation", "UIKit.UIView"])
    #expect(
      file.types.map { "\($0.form) \($0.name)" } == [
        "class Camera", "extension Camera.Settings", "actor Worker", "protocol P",
      ])
    let camera = file.types[0]
    #expect(camera.inherited.map(\.base) == ["NSObject", "Sendable", "P"])
    #expect(camera.attributes.map(\.name) == ["MainActor"])
    #expect(camera.modifiers == ["final"])
    let members = camera.members.map { member in
      switch member {
      case .property(let property):
        "\(property.name) \(property.isConstant) \(property.isStored) \(property.accessors.map(\.name))"
      case .function(let function): "\(function.form) \(function.fullName)"
      case .type(let type): "type \(type.name) \(type.members.count)"
      }
    }
    #expect(
      members == [
        "session true true []", "a false true []", "b false true []", "layer false true []",
        #"c false false ["get"]"#, #"d false false ["get", "set"]"#, #"f false true ["willSet", "didSet"]"#,
        "shared false true []", "x true true []", "y true true []", "initializer init(a:)",
        "deinitializer deinit", "subscript subscript", "type Camera.Mode 1", "type Camera.Settings 1",
      ])
    guard case .property(let session) = camera.members[0], case .property(let a) = camera.members[1] else {
      Issue.record("no properties")
      return
    }
    #expect(session.value.map(dump) == "(call AVCaptureSession)")
    #expect(a.attributes.map(\.name) == ["Published"])
    #expect(a.modifiers == ["private(set)"])
    guard case .function(let work) = file.types[2].members[0] else {
      Issue.record("no function")
      return
    }
    #expect(work.isAsync && work.canThrow && work.has("nonisolated") && work.result?.base == "Int")
    #expect(file.functions[0].parameters[0].label == nil)
    #expect(file.functions[0].parameters[0].value.map(dump) == "1")
    #expect(file.properties.map(\.name) == ["global"])
  }

  /// Attributes with what stands in their parentheses, and versions from every way to write them.
  @Test func attributesAndAvailability() {
    var mismatches: [String] = []
    for (source, expected) in [
      ("@available(iOS 27.1, *)", "iOS[27, 1] *[]"),
      ("@available(iOS 27, macOS 15.1.2, *)", "iOS[27] macOS[15, 1, 2]"),
      ("@available(iOS, introduced: 26.2)", "iOS[26, 2]"),
      ("@available(macCatalyst, unavailable)", "macCatalyst[]"),
      ("@available(*, unavailable)", "*[]"),
      ("@available(iOS, introduced: 13, deprecated: 17.0, message: \"old\")", "iOS[13]"),
      ("@available(iOS, deprecated: 17.0)", ""), ("@MainActor", ""),
      ("@available(iOS 17, *) @available(macCatalyst, unavailable)", "iOS[17] macCatalyst[]"),
    ] {
      let found = read("\(source) func f() {}").functions[0].availability
        .map { "\($0.platform)\($0.version)" }.joined(separator: " ")
      // A star alone names no platform; whether it is listed does not matter to anyone.
      if found.replacing(" *[]", with: "") != expected.replacing(" *[]", with: "") {
        mismatches.append("\(source): \(found)")
      }
    }
    #expect(mismatches == [])
    let attributes = read("@objc(name:) @State(wrappedValue: 1) @A.B func f() {}").functions[0].attributes
    #expect(attributes.map(\.name) == ["objc", "State", "A.B"])
    #expect(attributes.map(\.text) == ["name:", "wrappedValue: 1", ""])
  }
}
