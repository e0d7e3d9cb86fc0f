import CaptureFacts
import Foundation

/// The lowest iOS version on which an app runs, as its project files say it.
enum DeploymentTarget {
  /// The lowest that any project file under or directly above the paths names; nil where none does.
  static func find(_ paths: [String]) -> [Int]? {
    var found: [[Int]] = []
    for path in paths {
      for file in projectFiles(path) {
        // A project file that cannot be read says nothing.
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { continue }
        found += versions(text, isManifest: file.hasSuffix("Package.swift"))
      }
    }
    return found.min { $0.isBefore($1) }
  }

  /// `IPHONEOS_DEPLOYMENT_TARGET = 15.0;` in Xcode's projects and configurations, `.iOS(.v15)` and `.iOS("15.1")` in manifests.
  static func versions(_ text: String, isManifest: Bool) -> [[Int]] {
    var found: [[Int]] = []
    var rest = text[...]
    let mark = isManifest ? ".iOS(" : "IPHONEOS_DEPLOYMENT_TARGET"
    while let range = rest.range(of: mark) {
      rest = rest[range.upperBound...]
      let digits = rest.prefix(24).drop { !$0.isNumber }.prefix { $0.isNumber || $0 == "." || $0 == "_" }
      let parts = digits.split { $0 == "." || $0 == "_" }.compactMap { Int($0) }
      if !parts.isEmpty { found.append(parts) }
    }
    return found
  }

  static func projectFiles(_ path: String) -> [String] {
    let manager = FileManager.default
    var isFolder: ObjCBool = false
    guard manager.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else { return [] }
    var found: [String] = []
    // A package's manifest is often above its sources.
    for above in ["", "/..", "/../.."] {
      let manifest = path + above + "/Package.swift"
      if manager.fileExists(atPath: manifest) {
        found.append(manifest)
        break
      }
    }
    // An unreadable folder is told where its sources are collected.
    let names = (try? manager.contentsOfDirectory(atPath: path)) ?? []
    for name in names.sorted() {
      let inner = path + "/" + name
      if name.hasSuffix(".xcodeproj") { found.append(inner + "/project.pbxproj") }
      if name.hasSuffix(".xcconfig") { found.append(inner) }
      guard manager.fileExists(atPath: inner, isDirectory: &isFolder), isFolder.boolValue,
        !name.hasPrefix(".")
      else {
        continue
      }
      for deeper in ((try? manager.contentsOfDirectory(atPath: inner)) ?? []).sorted()
      where deeper.hasSuffix(".xcodeproj") {
        found.append(inner + "/" + deeper + "/project.pbxproj")
      }
    }
    return found
  }
}
