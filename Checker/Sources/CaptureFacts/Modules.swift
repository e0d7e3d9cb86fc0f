import SourceModel

/// Which files belong to one program.
///
/// Nothing in the sources says where one target ends and the next begins. As long as no type is declared twice, all files
/// are one program, so that an app and the package beside it are seen together. Where two folders declare the same type,
/// as several apps in one repository do, each of the folders is a program of its own.
public enum Modules {
  /// The files of each program, in the order of paths. Every file is in exactly one.
  public static func split(_ files: [SourceFile]) -> [[SourceFile]] {
    var open = [files]
    var done: [[SourceFile]] = []
    while let group = open.popLast() {
      if let parts = parts(of: group) { open += parts } else { done.append(group) }
    }
    return done.sorted { ($0.first?.path ?? "") < ($1.first?.path ?? "") }
  }

  /// The group's folders below the one that holds a conflict; nil where there is none.
  private static func parts(of files: [SourceFile]) -> [[SourceFile]]? {
    guard let (first, second) = conflict(files) else { return nil }
    let shared = zip(folders(first.path), folders(second.path)).prefix { $0 == $1 }.count
    var inside: [Substring: [SourceFile]] = [:]
    var outside: [SourceFile] = []
    for file in files {
      let names = folders(file.path)
      if names.count > shared, Array(names.prefix(shared)) == Array(folders(first.path).prefix(shared)) {
        inside[names[shared], default: []].append(file)
      } else {
        outside.append(file)
      }
    }
    // What is beside the folders may belong to any of them; alone it still says what it says.
    return inside.sorted { $0.key < $1.key }.map(\.value) + (outside.isEmpty ? [] : [outside])
  }

  /// Two files in different folders that declare a type of the same name.
  private static func conflict(_ files: [SourceFile]) -> (SourceFile, SourceFile)? {
    var seen: [String: SourceFile] = [:]
    for file in files {
      for type in file.types where type.form != .extension {
        guard !type.modifiers.contains("private"), !type.modifiers.contains("fileprivate") else { continue }
        if let other = seen[type.name], folders(other.path) != folders(file.path),
          branches(other.path, file.path)
        {
          return (other, file)
        }
        seen[type.name] = seen[type.name] ?? file
      }
    }
    return nil
  }

  /// Do both lie in folders below the one that they share? Else there is nothing to split.
  private static func branches(_ a: String, _ b: String) -> Bool {
    let (first, second) = (folders(a), folders(b))
    let shared = zip(first, second).prefix { $0 == $1 }.count
    return first.count > shared && second.count > shared
  }

  private static func folders(_ path: String) -> [Substring] { Array(path.split(separator: "/").dropLast()) }
}
