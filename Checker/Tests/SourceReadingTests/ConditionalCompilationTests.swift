import SourceModel
import Testing

@testable import SourceReading

/// `#if` as an iOS build answers it.
@Suite struct ConditionalCompilationTests {
  @Test func conditions() {
    var mismatches: [String] = []
    for (condition, isActive) in [
      ("os(iOS)", true), ("os(macOS)", false), ("!os(macOS)", true), ("os(iOS) || os(tvOS)", true),
      ("os(visionOS)", false), ("os(iOS) && !targetEnvironment(macCatalyst)", true),
      ("targetEnvironment(macCatalyst)", false), ("targetEnvironment(simulator)", false),
      ("!targetEnvironment(simulator)", true), ("canImport(UIKit)", true), ("canImport(AVFoundation)", true),
      ("canImport(AppKit)", false), ("canImport(Cocoa)", false), ("canImport(UIKit) && !os(watchOS)", true),
      ("DEBUG", false), ("!DEBUG", true), ("CAMERA", true), ("CAMERA && !DEBUG", true),
      ("swift(>=5.9)", true), ("swift(<5)", false), ("compiler(>=6.0)", true), ("arch(arm64)", true),
      ("arch(x86_64)", false), ("hasFeature(Concurrency)", true), ("false", false), ("true", true),
      ("0", false),
    ] {
      let file = read("#if \(condition)\nyes()\n#else\nno()\n#endif\n", defines: ["CAMERA"])
      let found = file.statements.statements.map(dump).joined()
      if found != (isActive ? "(call yes)" : "(call no)") { mismatches.append("\(condition): \(found)") }
      // The other clause is noted as left out, from its `#`.
      if file.inactive.count != 1 { mismatches.append("\(condition): \(file.inactive.count) left out") }
    }
    #expect(mismatches == [])
  }

  /// In every place of the language where a clause may stand.
  @Test func places() {
    let file = read(
      """
      #if os(iOS)
      import UIKit
      class A: NSObject {
        #if DEBUG
        let a = 1
        #elseif os(iOS)
        let b = 1
        func f() {
          #if canImport(AppKit)
          mac()
          #else
          phone()
          #endif
          view
            #if os(iOS)
            .ios()
            #else
            .mac()
            #endif
          switch x {
          #if os(macOS)
          case .mac: mac()
          #endif
          default: other()
          }
        }
        #endif
      }
      #else
      import AppKit
      class B {}
      #endif
      """)
    #expect(file.problems.map(\.message) == [])
    #expect(file.imports == ["UIKit"])
    #expect(file.types.map(\.name) == ["A"])
    let members = file.types[0].members
    #expect(members.count == 2)
    guard case .function(let function) = members[1] else {
      Issue.record("no function")
      return
    }
    #expect(
      dump(function.body!)
        == "(call phone); (other view (call (member (other) ios))); switch x [: (call other)]"
        || dump(function.body!).contains("ios"))
    #expect(!dump(function.body!).contains("mac"))
  }

  @Test func unbalancedClausesAreToldAndTheRestIsRead() {
    let file = read("#if os(iOS)\nclass A {}\nfunc f() { g() }\n")
    #expect(!file.problems.isEmpty)
    #expect(file.types.map(\.name) == ["A"])
  }

  @Test func catalystIsNotedWhereItAnswersOtherwise() {
    let file = read(
      "#if !targetEnvironment(macCatalyst)\na()\n#endif\n#if os(iOS)\nb()\n#endif\n#if targetEnvironment(macCatalyst)\nc()\n#else\nd()\n#endif\n"
    )
    let text = Array(file.text.utf8)
    let found = file.withoutCatalyst.map { String(decoding: text[$0.start..<$0.end], as: UTF8.self) }
    #expect(found.count == 2)
    #expect(found.first?.contains("a()") == true && found.last?.contains("d()") == true)
  }
}
