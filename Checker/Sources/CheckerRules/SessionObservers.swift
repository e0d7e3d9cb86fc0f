import CaptureFacts
import SourceModel

/// What a program makes and observes of sessions.
struct SessionObservers {
  /// Where sessions are made, outside tests.
  private(set) var sessions: [Site] = []
  private var named: [String: Site] = [:]
  private var keyPaths: Set<String> = []

  private static let sessionNames: Set<String> = ["AVCaptureSession", "AVCaptureMultiCamSession"]

  /// What is made of sessions, and which of these names, of notifications or of properties that are watched, are used.
  init(_ program: Program, names: Set<String>) {
    for unit in program.units(naming: names.union(Self.sessionNames)) {
      unit.forEachExpression { site in
        switch site.expression.kind {
        case .call(let callee, _):
          if let name = callee.names?.last, Self.sessionNames.contains(name),
            !Self.isForShow(program, site), !Self.neverRuns(site)
          {
            sessions.append(site)
          }
        case .name(let name), .implicitMember(let name), .member(_, let name):
          // A chain's last name stands for the whole chain, so the outermost expression is kept.
          if named[name] == nil { named[name] = site }
        case .keyPath(_, let names): keyPaths.formUnion(names)
        case .string(let text?, _): keyPaths.insert(text)
        default: break
        }
      }
    }
  }

  /// In a test or a preview of Xcode's canvas.
  private static func isForShow(_ program: Program, _ site: Site) -> Bool {
    if let type = site.unit.type, program.type(type, isA: ["XCTestCase", "PreviewProvider"]) { return true }
    return site.file.imports.contains { ["XCTest", "Testing"].contains($0) }
      || site.around.contains { node in
        guard case .expression(let outer) = node, case .macro(let name, _) = outer.kind else { return false }
        return name == "Preview"
      }
  }

  /// A local session of a function that neither starts it nor hands it on: it only asks what could be added.
  private static func neverRuns(_ site: Site) -> Bool {
    // `session ?? AVCaptureSession()` stands for none.
    if case .expression(let outer)? = site.around.last, case .binary(_, "??", let right) = outer.kind,
      right.span == site.span
    {
      return true
    }
    guard case .statement(let statement)? = site.around.last, case .bind(let binding) = statement.kind,
      let name = binding.names.first, let root = site.function
    else { return false }
    var staysHere = true
    Node.function(root).walk { node, around in
      guard case .expression(let expression) = node, case .name(name) = expression.kind else {
        return staysHere
      }
      if case .expression(let outer)? = around.last, case .member(_, let member) = outer.kind {
        if member == "startRunning" { staysHere = false }
      } else {
        staysHere = false
      }
      return staysHere
    }
    return staysHere
  }

  func first(of names: Set<String>) -> Site? {
    names.compactMap { named[$0] }.min { ($0.file.path, $0.span.start) < ($1.file.path, $1.span.start) }
  }

  func watches(_ key: String) -> Bool { keyPaths.contains(key) }
}
