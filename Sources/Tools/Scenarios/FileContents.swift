import Foundation

/// The text of the operating system's last error, such as "No such file or directory".
public func systemReason(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }

/// The bytes of a file that a person named. Throws `ScenarioError` with the path as it was given.
func contents(of path: String) throws -> Data {
  func failure() -> ScenarioError {
    let what = errno == ENOENT ? "there is no such file" : errno == EISDIR ? "is a folder" : systemReason()
    return ScenarioError(file: path, place: "", what: "cannot be read: \(what)")
  }
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw failure() }
  defer { close(descriptor) }
  var data = Data()
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(descriptor, &block, block.count)
    if count < 0 && errno == EINTR { continue }
    guard count >= 0 else { throw failure() }
    guard count > 0 else { return data }
    data.append(contentsOf: block[..<count])
  }
}
