import Foundation
import Scenarios

/// Finds apps: executables beside diptych whose sources are a folder of `Apps/`.
struct AppFinder {
  /// The folder in which diptych itself lies.
  var buildFolder: URL
  /// The folder with the sample apps' sources, if this is a checkout.
  var sources: URL?

  init() {
    let own =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments[0]
    self.init(executable: URL(fileURLWithPath: own).resolvingSymlinksInPath())
  }

  init(executable: URL) {
    buildFolder = executable.deletingLastPathComponent()
    let starts = [buildFolder, URL(fileURLWithPath: FileManager.default.currentDirectoryPath)]
    sources = starts.lazy.compactMap(Self.apps(above:)).first
  }

  private static func apps(above start: URL) -> URL? {
    var folder = start
    while folder.path != "/" {
      let apps = folder.appendingPathComponent("Apps")
      let manifest = folder.appendingPathComponent("Package.swift")
      if FileManager.default.fileExists(atPath: apps.path),
        FileManager.default.fileExists(atPath: manifest.path)
      {
        return apps
      }
      folder = folder.deletingLastPathComponent()
    }
    return nil
  }

  struct App: Hashable {
    var name: String
    var executable: String
    var isBuilt: Bool
  }

  /// The sample apps, by name. Throws `ScenarioError`.
  func apps() throws -> [App] {
    guard let sources else { return [] }
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: sources.path) } catch {
      throw ScenarioError(
        file: sources.path, place: "", what: "cannot be listed: \(error.localizedDescription)")
    }
    return names.sorted().filter { !$0.hasPrefix(".") }.map { name in
      let path = buildFolder.appendingPathComponent(name).path
      return App(name: name, executable: path, isBuilt: FileManager.default.isExecutableFile(atPath: path))
    }
  }

  /// The executable of an app by name or path. Throws `ScenarioError`.
  func executable(_ app: String) throws -> String {
    var isFolder: ObjCBool = false
    if !app.contains("/"), app != "diptych" {
      let beside = buildFolder.appendingPathComponent(app).path
      if FileManager.default.fileExists(atPath: beside, isDirectory: &isFolder), !isFolder.boolValue,
        FileManager.default.isExecutableFile(atPath: beside)
      {
        return beside
      }
      if try apps().contains(where: { $0.name == app }) {
        throw ScenarioError(file: app, place: "", what: "is not built: swift build --product \(app)")
      }
    }
    guard FileManager.default.fileExists(atPath: app, isDirectory: &isFolder) else {
      let names = try apps().map(\.name)
      let known = names.isEmpty ? "" : "; known apps: \(names.joined(separator: ", "))"
      throw ScenarioError(file: app, place: "", what: "there is no such app\(known)")
    }
    if isFolder.boolValue {
      throw ScenarioError(file: app, place: "", what: "is a folder, not an app's executable")
    }
    guard FileManager.default.isExecutableFile(atPath: app) else {
      throw ScenarioError(file: app, place: "", what: "is not executable")
    }
    return URL(fileURLWithPath: app).standardizedFileURL.path
  }
}
