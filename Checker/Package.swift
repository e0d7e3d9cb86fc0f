// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// The checker of sources is a package of its own: it alone needs SwiftSyntax, and no app that runs on a phone of Diptych does.
///
/// On Linux SwiftSyntax comes with the toolchain, built for its own compiler plug-ins, without a package that says so: hence
/// the unsafe flags, which a root package may use. On macOS the same sources build against the public package.
#if os(Linux)
  let syntaxPackages: [Package.Dependency] = []
  let syntaxProducts: [Target.Dependency] = []
  let host = toolchainHostLibraries()
  let syntaxSettings: [SwiftSetting] = [.unsafeFlags(["-I", host])]
  let syntaxLinking: [LinkerSetting] = [.unsafeFlags(["-L", host, "-Xlinker", "-rpath", "-Xlinker", host])]
#else
  let syntaxPackages: [Package.Dependency] = [
    .package(url: "https://github.com/swiftlang/swift-syntax.git", from: "603.0.0")
  ]
  let syntaxProducts: [Target.Dependency] = [
    "SwiftSyntax", "SwiftParser", "SwiftParserDiagnostics", "SwiftDiagnostics", "SwiftOperators",
    "SwiftIfConfig",
  ]
  .map { .product(name: $0, package: "swift-syntax") }
  let syntaxSettings: [SwiftSetting] = []
  let syntaxLinking: [LinkerSetting] = []
#endif

/// Where the toolchain that builds this package keeps the libraries of its own macros.
func toolchainHostLibraries() -> String {
  let candidates = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { folder in
    URL(fileURLWithPath: String(folder) + "/swift").resolvingSymlinksInPath().deletingLastPathComponent()
      .appendingPathComponent("../lib/swift/host").standardizedFileURL.path
  }
  return candidates.first { FileManager.default.fileExists(atPath: $0 + "/SwiftSyntax.swiftmodule") }
    ?? "/usr/lib/swift/host"
}

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies + syntaxProducts, swiftSettings: strict + syntaxSettings,
    linkerSettings: syntaxLinking)
}

let package = Package(
  name: "Checker",
  platforms: [.macOS(.v14)],
  products: [
    .executable(name: "diptych-check", targets: ["diptych-check"]),
    .plugin(name: "DiptychCheck", targets: ["DiptychCheck"]),
  ],
  dependencies: syntaxPackages,
  targets: [
    .target(name: "SourceModel", swiftSettings: strict),
    .target(
      name: "SourceReading", dependencies: ["SourceModel"] + syntaxProducts,
      swiftSettings: strict + syntaxSettings,
      linkerSettings: syntaxLinking),
    .target(name: "CaptureFacts", dependencies: ["SourceModel"], swiftSettings: strict),
    .target(name: "CheckerRules", dependencies: ["SourceModel", "CaptureFacts"], swiftSettings: strict),
    .target(name: "CheckerReports", dependencies: ["SourceModel", "CheckerRules"], swiftSettings: strict),
    .target(
      name: "Checking",
      dependencies: ["SourceModel", "SourceReading", "CaptureFacts", "CheckerRules", "CheckerReports"],
      swiftSettings: strict + syntaxSettings, linkerSettings: syntaxLinking),
    .executableTarget(
      name: "diptych-check", dependencies: ["Checking", "CheckerReports", "CheckerRules"],
      swiftSettings: strict + syntaxSettings, linkerSettings: syntaxLinking),
    .plugin(
      name: "DiptychCheck",
      capability: .command(
        intent: .custom(
          verb: "diptych-check",
          description: "Says what in the package's sources will misbehave on an iPhone Duo")),
      dependencies: ["diptych-check"]),
    .executableTarget(
      name: "check-corpus", dependencies: ["Checking"], swiftSettings: strict + syntaxSettings,
      linkerSettings: syntaxLinking),
    .executableTarget(
      name: "check-bench", dependencies: ["Checking", "SourceReading", "SourceModel"],
      swiftSettings: strict + syntaxSettings,
      linkerSettings: syntaxLinking),
    tests("SourceReading", ["SourceReading", "SourceModel"]),
    tests("CaptureFacts", ["CaptureFacts", "SourceReading", "SourceModel"]),
    tests("CheckerRules", ["Checking", "CheckerRules", "CaptureFacts", "SourceReading", "SourceModel"]),
    tests("CheckerReports", ["CheckerReports", "CheckerRules", "SourceReading", "SourceModel"]),
    tests("Checking", ["Checking", "CheckerReports", "CheckerRules", "SourceReading", "SourceModel"]),
  ]
)
