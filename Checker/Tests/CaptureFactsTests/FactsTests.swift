import SourceModel
import SourceReading
import Testing

@testable import CaptureFacts

@Suite struct FactsTests {
  /// The type of what is given to `probe`, with what is around it.
  @Test func types() {
    var mismatches: [String] = []
    for (body, expected) in [
      ("probe(AVCaptureSession())", "AVCaptureSession"),
      ("let a = AVCaptureSession(); probe(a)", "AVCaptureSession"),
      ("let a: AVCaptureDevice? = x; probe(a)", "AVCaptureDevice?"), ("probe(session)", "AVCaptureSession"),
      ("probe(self.session)", "AVCaptureSession"),
      ("probe(AVCaptureDevice.default(for: .video))", "AVCaptureDevice?"),
      ("guard let d = AVCaptureDevice.default(for: .video) else { return }; probe(d)", "AVCaptureDevice"),
      ("if let d = device { probe(d.activeFormat) }", "AVCaptureDevice.Format"),
      ("probe(device?.position)", "AVCaptureDevice.Position"),
      ("for d in found.devices { probe(d) }", "AVCaptureDevice"),
      ("probe(found.devices.first)", "AVCaptureDevice?"),
      ("found.devices.forEach { probe($0) }", "AVCaptureDevice"),
      ("found.devices.filter { d in probe(d); return true }", "AVCaptureDevice"),
      ("probe(make())", "AVCaptureSession"), ("probe(x as? AVCaptureDevice)", "AVCaptureDevice?"),
      ("probe(try? AVCaptureDeviceInput(device: d))", "AVCaptureDeviceInput?"),
      ("probe(layer)", "AVCaptureVideoPreviewLayer"), ("probe(layer.connection)", "AVCaptureConnection?"),
      ("probe([session])", "Array<AVCaptureSession>"),
      ("probe(a == b)", "Bool"), ("probe(1)", "Int"), ("probe(1.5)", "Double"), ("probe(\"a\")", "String"),
      ("probe(unknown)", nil), ("probe(unknown.session)", nil), ("let a = b; let b = a; probe(a)", nil),
      ("let session = unknown; probe(session)", nil),
    ] as [(String, String?)] {
      let program = program(
        """
        class Camera {
          let session = AVCaptureSession()
          var device: AVCaptureDevice?
          let found: AVCaptureDevice.DiscoverySession
          lazy var layer = { let l = AVCaptureVideoPreviewLayer(); return l }()
          func make() -> AVCaptureSession { session }
          func f(x: Any) { \(body) }
        }
        """)
      let found = program.probed.first.flatMap { program.type(of: $0)?.description }
      if found != expected { mismatches.append("\(body): \(found ?? "nil")") }
    }
    #expect(mismatches == [])
  }

  /// Two expressions name the same thing, or not.
  @Test func references() {
    var mismatches: [String] = []
    for (body, isSame) in [
      ("let c = output.connection(with: .video); probe(c); probe(output.connection(with: .video))", true),
      ("probe(session); probe(self.session)", true), ("probe(a?.b); probe(a!.b)", true),
      ("if let session = self.session { probe(session) }; probe(session)", true),
      ("probe(a.b); probe(a.c)", false), ("probe(a[0]); probe(a[1])", false),
      ("probe(a[0]); probe(a[0])", true),
      ("var c = a; c = b; probe(c); probe(a)", false),
      ("f { [weak self] in probe(self?.session) }; probe(session)", true),
      ("let s = AVCaptureSession(); probe(s); let t = AVCaptureSession(); probe(t)", false),
      ("do { let c = a; probe(c) }; do { let c = b; probe(c) }", false),
      ("probe(output.connection(with: .video)); probe(output.connection(with: .audio))", false),
    ] {
      let program = program("class Camera { let session: AVCaptureSession; func f() { \(body) } }")
      let sites = program.probed
      let references = sites.map { program.reference($0) }
      if (references[0] != nil && references[0] == references[1]) != isSame {
        mismatches.append("\(body): \(references.map { $0?.description ?? "nil" })")
      }
    }
    #expect(mismatches == [])
  }

  @Test func scopes() {
    let program = program(
      """
      let a = 0
      class A { let a = 1; func f(a: Int) { probe(a) } ; func g() { probe(a); let a = 2; probe(a) }
        func h() { for a in xs { probe(a) }; use { [a = b] in probe(a) }; use { a in probe(a) }
          switch x { case .some(let a): probe(a); default: probe(a) } } }
      func top() { probe(a); probe(String) }
      class B: A { func k() { probe(a) } ; struct Inner { func m() { probe(a) } } }
      """)
    let found = program.probed.map { site -> String in
      guard case .name(let name) = site.expression.kind else { return "?" }
      return switch program.definition(of: name, at: site) {
      case .local: "local"
      case .parameter: "parameter"
      case .element: "element"
      case .captured: "captured"
      case .property(_, let owner): "property of \(owner ?? "file")"
      case .type: "type"
      case .localFunction: "function"
      case nil: "nothing"
      }
    }
    #expect(
      found.sorted()
        == [
          "parameter", "property of A", "local", "element", "captured", "parameter", "local", "property of A",
          "property of file", "nothing", "property of A", "property of A",
        ].sorted())
  }

  @Test func isolation() {
    var mismatches: [String] = []
    for (text, expected) in [
      ("@MainActor class A { func f() { probe(1) } }", .main),
      ("class A: UIViewController { func f() { probe(1) } }", .main),
      ("class A { func f() { probe(1) } }", .unknown), ("actor A { func f() { probe(1) } }", .actor("A")),
      ("class A { @MainActor func f() { probe(1) } }", .main),
      ("class A: UIView { nonisolated func f() { probe(1) } }", .unknown),
      ("class A: UIView { func f() { queue.async { probe(1) } } }", .background),
      ("class A { func f() { DispatchQueue.main.async { probe(1) } } }", .main),
      ("class A: UIView { func f() { DispatchQueue.global().async { probe(1) } } }", .background),
      ("class A: UIView { func f() { Task { probe(1) } } }", .main),
      ("class A: UIView { func f() { Task.detached { probe(1) } } }", .background),
      ("class A: UIView { func f() { xs.forEach { probe($0) } } }", .main),
      ("class A: UIView { func f() { later { probe(1) } } }", .unknown),
      ("struct A: View { var body: some View { probe(1) } }", .main),
      ("@globalActor actor G {}\n@G class A { func f() { probe(1) } }", .actor("G")),
      ("class A { func captureOutput() { probe(1) } }", .background),
      ("class B: A { func f() { probe(1) } }\n@MainActor class A {}", .main),
      ("func f() { MainActor.assumeIsolated { probe(1) } }", .main),
    ] as [(String, Isolation)] {
      let program = program(text)
      let found = program.probed.first.map { program.isolation(of: $0) }
      if found != expected { mismatches.append("\(text): \(found.map { "\($0)" } ?? "nil")") }
    }
    #expect(mismatches == [])
  }

  @Test func callers() throws {
    let program = program(
      "class Camera { func start() { session.startRunning() } ; func start(at x: Int) {} ; func all() { start(); self.start(at: 1) } }",
      "class Screen: UIViewController { let camera = Camera(); let other: Other; func f() { camera.start(); other.start() } }\nclass Other { func start() {} }"
    )
    let start = try #require(program.types["Camera"]?.functions["start"]?.first)
    let found = program.callers(of: start)
    #expect(
      found.map { "\($0.file.path) \($0.unit.type ?? "")" }.sorted() == ["0.swift Camera", "1.swift Screen"])
    let site = try #require(program.calls("startRunning").first)
    #expect(program.wayFromMain(to: site)?.file.path == "1.swift")
    #expect(program.ancestry("Screen") == ["Screen", "UIViewController"])
    #expect(program.units(ofType: "Camera", in: program.files[0]).count == 3)
  }

  /// `#available` in all its places, against both versions.
  @Test func guards() {
    var mismatches: [String] = []
    for (body, from, before) in [
      ("if #available(iOS 17, *) { probe(1) }", true, false),
      ("if #available(iOS 17, *) { } else { probe(1) }", false, true),
      ("if #unavailable(iOS 17) { probe(1) }", false, true),
      ("if #unavailable(iOS 17) { } else { probe(1) }", true, false),
      ("guard #available(iOS 17, *) else { return }; probe(1)", true, false),
      ("guard #available(iOS 17, *) else { probe(1); return }", false, true),
      ("if #unavailable(iOS 17) { return }; probe(1)", true, false),
      ("if #available(iOS 17, *) { return }; probe(1)", false, true),
      ("if #available(iOS 16, *) { probe(1) }", false, false),
      ("if #available(iOS 18, *) { probe(1) }", true, false),
      ("probe(1)", false, false), ("if #available(macOS 17, *) { probe(1) }", false, false),
      ("if #available(iOS 17, *), x { probe(1) }", true, false),
      ("if #available(iOS 17, *), probe(1) { }", true, false),
      ("use { if #available(iOS 17, *) { probe(1) } }", true, false),
    ] {
      let program = program("func f() { \(body) }")
      guard let site = program.probed.first else {
        mismatches.append("\(body): no site")
        continue
      }
      let found = (site.runsOnlyFrom(iOS: [17, 0]), site.runsOnlyBefore(iOS: [17]))
      if found != (from, before) { mismatches.append("\(body): \(found)") }
    }
    #expect(mismatches == [])
    let attributed = program("@available(iOS 17, *) func f() { probe(1) }")
    #expect(attributed.probed[0].runsOnlyFrom(iOS: [17]))
    #expect([17].isBefore([17, 1]) && ![17, 0].isBefore([17]) && [9].isBefore([10]))
  }

  @Test func modules() {
    func files(_ list: [(String, String)]) -> [[String]] {
      Modules.split(list.map { SourceReader().read(path: $0.0, text: $0.1) }).map { $0.map(\.path).sorted() }
    }
    #expect(
      files([("App/A.swift", "class A {}"), ("Kit/B.swift", "class B {}")]) == [
        ["App/A.swift", "Kit/B.swift"]
      ])
    #expect(
      files([("One/A.swift", "class A {}"), ("Two/A.swift", "class A {}"), ("Two/B.swift", "class B {}")])
        == [["One/A.swift"], ["Two/A.swift", "Two/B.swift"]])
    // Private types, extensions, and files of one folder do not split.
    #expect(files([("One/A.swift", "private class A {}"), ("Two/A.swift", "private class A {}")]).count == 1)
    #expect(files([("One/A.swift", "extension A {}"), ("Two/A.swift", "extension A {}")]).count == 1)
    #expect(files([("One/A.swift", "class A {}"), ("One/B.swift", "class A {}")]).count == 1)
    #expect(files([]) == [] || files([]) == [[]])
  }
}
