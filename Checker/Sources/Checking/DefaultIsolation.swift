import Foundation
import SourceModel

/// Where code runs whose source does not say: on the main actor, if the project's targets are built so (Swift 6.2).
enum DefaultIsolation {
  /// Only where nothing else can be meant: each target that says anything says so, the project builds apps and their tests,
  /// and no file belongs to a package, whose manifest has a say of its own.
  static func isMain(_ paths: [String], _ files: [SourceFile]) -> Bool {
    guard !files.contains(where: { $0.path == "Package.swift" || $0.path.hasSuffix("/Package.swift") }) else {
      return false
    }
    var said: [Substring] = []
    for file in paths.flatMap(DeploymentTarget.projectFiles) where !file.hasSuffix("Package.swift") {
      // A project file that cannot be read says nothing.
      guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { continue }
      guard
        !["product-type.framework", "product-type.library", "app-extension"].contains(where: text.contains)
      else { return false }
      said += values(text)
    }
    return !said.isEmpty && said.allSatisfy { $0 == "MainActor" }
  }

  /// `SWIFT_DEFAULT_ACTOR_ISOLATION = MainActor;`
  private static func values(_ text: String) -> [Substring] {
    var found: [Substring] = []
    var rest = text[...]
    while let range = rest.range(of: "SWIFT_DEFAULT_ACTOR_ISOLATION") {
      rest = rest[range.upperBound...]
      found.append(rest.drop { " =\"".contains($0) }.prefix { $0.isLetter })
    }
    return found
  }
}
