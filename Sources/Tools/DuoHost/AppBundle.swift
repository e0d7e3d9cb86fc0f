import Foundation

/// The app's executable and what its `Info.plist` says.
///
/// On a phone the property list lies in the app's bundle. Here it is looked for in this order: the section
/// `.info_plist` of the executable (`objcopy --add-section .info_plist=Info.plist APP`), `NAME.app/Info.plist` and
/// `NAME-Info.plist` beside it, a SwiftPM resource bundle of the target (`PACKAGE_NAME.resources`), and last a
/// plain `Info.plist` beside it. An app without one has no usage texts, and is told so by the frameworks.
package struct AppBundle {
  var executable: URL
  /// Name of the executable, which is also the name of its Swift module.
  var name: String
  /// With build-time variables filled in. Property list values are read only and not shared.
  package nonisolated(unsafe) var info: [String: Any]

  /// The bundle of the running process. Throws `BundleError` for a property list that cannot be read.
  static func main() throws -> AppBundle { try AppBundle(executable: process()) }

  /// The bundle of the app whose module is called `module` and whose executable lies beside the running one, as that of
  /// an app does that a test target depends on. Throws `BundleError`.
  package static func beside(module: String) throws -> AppBundle {
    try AppBundle(executable: process().deletingLastPathComponent().appendingPathComponent(module))
  }

  private static func process() -> URL {
    let link = "/proc/self/exe"
    let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: path)
  }

  init(executable: URL) throws {
    self.executable = executable
    name = executable.lastPathComponent
    info = [:]
    let isThere = FileManager.default.fileExists(atPath: executable.path)
    if isThere, let embedded = try ELFSection.contents(of: ".info_plist", in: executable) {
      info = try Self.parse(embedded, file: "\(executable.path) (section .info_plist)")
    } else if let file = try Self.candidates(executable).first(where: {
      FileManager.default.fileExists(atPath: $0.path)
    }) {
      let data: Data
      do { data = try Data(contentsOf: file) } catch {
        throw BundleError(file: file.path, what: "cannot be read: \(error.localizedDescription)")
      }
      info = try Self.parse(data, file: file.path)
    }
    info = Self.expand(info, module: name) as? [String: Any] ?? [:]
  }

  private static func candidates(_ executable: URL) throws -> [URL] {
    let folder = executable.deletingLastPathComponent()
    let name = executable.lastPathComponent
    var found = [
      folder.appendingPathComponent("\(name).app/Info.plist"),
      folder.appendingPathComponent("\(name)-Info.plist"),
    ]
    let neighbours: [String]
    do { neighbours = try FileManager.default.contentsOfDirectory(atPath: folder.path) } catch {
      throw BundleError(file: folder.path, what: "cannot be listed: \(error.localizedDescription)")
    }
    for bundle in neighbours.sorted() where bundle.hasSuffix("_\(name).resources") {
      let resources = folder.appendingPathComponent(bundle)
      found.append(resources.appendingPathComponent("Info.plist"))
      found.append(resources.appendingPathComponent("Resources/Info.plist"))
    }
    return found + [folder.appendingPathComponent("Info.plist")]
  }

  private static func parse(_ data: Data, file: String) throws -> [String: Any] {
    let list: Any
    do {
      list = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    } catch {
      throw BundleError(file: file, what: "is not a property list: \(error.localizedDescription)")
    }
    guard let dictionary = list as? [String: Any] else {
      throw BundleError(file: file, what: "is a property list, but not a dictionary")
    }
    return dictionary
  }

  /// Xcode fills these variables in when it builds an app; here the source's property list is used as it is.
  private static func expand(_ value: Any, module: String) -> Any {
    if let text = value as? String {
      return ["PRODUCT_MODULE_NAME", "EXECUTABLE_NAME", "PRODUCT_NAME", "TARGET_NAME"].reduce(text) {
        $0.replacingOccurrences(of: "$(\($1))", with: module).replacingOccurrences(
          of: "${\($1)}", with: module)
      }
    }
    if let dictionary = value as? [String: Any] { return dictionary.mapValues { expand($0, module: module) } }
    if let list = value as? [Any] { return list.map { expand($0, module: module) } }
    return value
  }
}

/// What is wrong with an app's property list. One line.
struct BundleError: Error, Hashable, CustomStringConvertible {
  var file: String
  var what: String
  var description: String { "\(file): \(what)" }
}
