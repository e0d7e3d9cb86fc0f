import Foundation
import PackagePlugin

/// `swift package diptych-check [PATH…] [options]`: the check of the package that it is called in. Without a path it reads
/// the sources of the package's own targets, but not their tests.
@main
struct DiptychCheck: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let check = Process()
    check.executableURL = try context.tool(named: "diptych-check").url
    check.currentDirectoryURL = context.package.directoryURL
    check.arguments = arguments.first == "rules" ? arguments : Self.sources(context.package) + arguments
    try check.run()
    check.waitUntilExit()
    // A plug-in has no exit status of its own: an error makes SwiftPM end with 1.
    if check.terminationReason != .exit || check.terminationStatus != 0 {
      Diagnostics.error("diptych-check ended with \(check.terminationStatus)")
    }
  }

  /// Where the package's targets are, for when no path is given.
  private static func sources(_ package: Package) -> [String] {
    let root = package.directoryURL.standardizedFileURL.path + "/"
    return package.targets.compactMap { $0 as? SwiftSourceModuleTarget }.filter { $0.kind != .test }
      .flatMap { target in
        let path = target.directoryURL.standardizedFileURL.path
        return ["--else", path.hasPrefix(root) ? String(path.dropFirst(root.count)) : path]
      }
  }
}
