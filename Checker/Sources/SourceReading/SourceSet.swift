import Foundation

/// Which files are read: those under the given paths, without what is not the app's own source.
public struct SourceSet: Sendable {
  /// In the order of their names, so that a run's output does not depend on the file system.
  public var files: [String] = []
  /// How many were left out, by reason: `Objective-C`, `generated`, the name of a folder of others' code.
  public var leftOut: [String: Int] = [:]
  /// What could not be looked at.
  public var problems: [(path: String, message: String)] = []
  /// Links that lead to nothing: told, though nobody who runs the checker can have meant them.
  public var badLinks: [(path: String, message: String)] = []

  static let foldersOfOthers: Set<String> = [
    "Pods", ".build", "Carthage", "DerivedData", "SourcePackages", "node_modules", ".git", ".swiftpm",
    "checkouts",
  ]
  static let objectiveC: Set<String> = ["m", "mm", "h"]

  /// Collects what is under the paths; `exclude` are path prefixes or folder names of the configuration.
  public init(paths: [String], exclude: [String] = []) {
    var seen: Set<FileIdentity> = []
    for path in paths {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        problems.append((path, "there is no such file or folder"))
        continue
      }
      if isFolder.boolValue {
        visit(path, exclude: exclude, seen: &seen)
      } else {
        add(path, seen: &seen)
      }
    }
    files.sort()
  }

  /// A file system object however it is reached, so that links in a circle end and no file is read twice.
  private struct FileIdentity: Hashable {
    var device: UInt64
    var node: UInt64
  }

  private func identity(_ path: String) -> FileIdentity? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return FileIdentity(device: UInt64(status.st_dev), node: UInt64(status.st_ino))
  }

  /// Why a name in a folder leads to nothing; nil where that may be meant: a link to something else than a source.
  private func badLink(_ path: String) -> String? {
    var status = stat()
    guard stat(path, &status) != 0 else { return nil }
    switch errno {
    case ELOOP: return "is a link in a circle"
    case ENOENT where path.hasSuffix(".swift"): return "is a link that leads nowhere"
    case ENOENT: return nil
    case let code: return "cannot be looked at (\(String(cString: strerror(code))))"
    }
  }

  private mutating func visit(_ folder: String, exclude: [String], seen: inout Set<FileIdentity>) {
    guard let itself = identity(folder) else { return problems.append((folder, "cannot be looked at")) }
    guard seen.insert(itself).inserted else { return }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    } catch {
      return problems.append((folder, "cannot be listed (\((error as NSError).localizedDescription))"))
    }
    for name in names {
      let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
      if exclude.contains(where: {
        $0 == name || path == $0 || path.hasSuffix("/" + $0) || path.hasPrefix($0 + "/")
      }) {
        leftOut["excluded by configuration", default: 0] += 1
        continue
      }
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        if let problem = badLink(path) { badLinks.append((path, problem)) }
        continue
      }
      if isFolder.boolValue {
        if Self.foldersOfOthers.contains(name) {
          leftOut[name, default: 0] += 1
        } else {
          visit(path, exclude: exclude, seen: &seen)
        }
      } else {
        add(path, seen: &seen)
      }
    }
  }

  private mutating func add(_ path: String, seen: inout Set<FileIdentity>) {
    let name = (path as NSString).lastPathComponent
    let kind = (name as NSString).pathExtension
    if Self.objectiveC.contains(kind) { leftOut["Objective-C", default: 0] += 1 }
    guard kind == "swift" else { return }
    if name.hasSuffix(".generated.swift") || name.hasSuffix(".pb.swift") {
      leftOut["generated", default: 0] += 1
      return
    }
    if let itself = identity(path), !seen.insert(itself).inserted { return }
    files.append(path)
  }
}
