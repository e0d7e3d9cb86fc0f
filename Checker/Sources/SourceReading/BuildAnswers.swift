import SwiftIfConfig
import SwiftSyntax

/// How an iOS build answers `#if`: an iPhone, no simulator, no Catalyst, a release build, every framework of iOS there.
///
/// Flags of the project are unset, as they are unless the build sets them; `defines` of the configuration sets some.
public struct BuildAnswers: BuildConfiguration {
  public var defines: Set<String>
  public var isCatalyst: Bool

  public init(defines: Set<String> = [], isCatalyst: Bool = false) {
    self.defines = defines
    self.isCatalyst = isCatalyst
  }

  /// Modules that an iOS build does not find. What is not named here is taken to be there: a framework of iOS, or a package
  /// that the project has.
  static let absentModules: Set<String> = [
    "AppKit", "Cocoa", "Carbon", "WatchKit", "TVUIKit", "Glibc", "Musl", "Android", "WinSDK", "WASILibc",
    "ucrt", "FoundationNetworking",
    "FoundationXML", "IOBluetooth", "ScreenCaptureKit", "Virtualization", "HostModel",
  ]

  public func isCustomConditionSet(name: String) -> Bool { defines.contains(name) }
  public func hasFeature(name: String) -> Bool { true }
  public func hasAttribute(name: String) -> Bool { true }

  public func canImport(importPath: [(TokenSyntax, String)], version: CanImportVersion) -> Bool {
    guard let module = importPath.first?.1 else { return false }
    return !Self.absentModules.contains(module)
  }

  public func isActiveTargetOS(name: String) -> Bool { name == "iOS" }
  public func isActiveTargetArchitecture(name: String) -> Bool { name == "arm64" }
  public func isActiveTargetEnvironment(name: String) -> Bool { isCatalyst && name == "macCatalyst" }
  public func isActiveTargetRuntime(name: String) -> Bool { name == "_ObjC" || name == "_Native" }
  public func isActiveTargetPointerAuthentication(name: String) -> Bool { false }
  public func isActiveTargetObjectFormat(name: String) -> Bool { name == "MachO" }
  public var targetPointerBitWidth: Int { 64 }
  public var targetAtomicBitWidths: [Int] { [8, 16, 32, 64, 128] }
  public var endianness: Endianness { .little }
  public var languageVersion: VersionTuple { VersionTuple(6) }
  public var compilerVersion: VersionTuple { VersionTuple(6, 3) }
}
