import Foundation

/// The size of a JPEG or PNG, from its first bytes.
struct PictureSize: Hashable {
  var width, height: Int

  /// Throws `ScenarioError` with the file and what is wrong with it.
  init(path: String) throws {
    let data = try contents(of: path)
    func failure(_ what: String) -> ScenarioError { ScenarioError(file: path, place: "", what: what) }
    let bytes = [UInt8](data.prefix(1 << 20))
    func big16(_ at: Int) -> Int { Int(bytes[at]) << 8 | Int(bytes[at + 1]) }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      guard bytes.count >= 33 else { throw failure("the PNG breaks off at byte \(bytes.count)") }
      guard data.suffix(8).starts(with: [0x49, 0x45, 0x4E, 0x44]) else {
        throw failure("the PNG breaks off at byte \(data.count)")
      }
      width = big16(16) << 16 | big16(18)
      height = big16(20) << 16 | big16(22)
    } else if bytes.starts(with: [0xFF, 0xD8]) {
      var at = 2
      var found: (Int, Int)?
      while found == nil, at + 9 < bytes.count {
        guard bytes[at] == 0xFF else { throw failure("the JPEG is damaged at byte \(at)") }
        let marker = bytes[at + 1]
        if marker == 0xFF {
          at += 1
        } else if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
          found = (big16(at + 7), big16(at + 5))
        } else {
          at += 2 + big16(at + 2)
        }
      }
      guard let found else { throw failure("the JPEG breaks off at byte \(data.count)") }
      guard data.suffix(64).contains(0xD9) else { throw failure("the JPEG breaks off at byte \(data.count)") }
      (width, height) = found
    } else {
      throw failure("is neither a JPEG nor a PNG nor a movie")
    }
    guard width > 0, height > 0 else { throw failure("the picture is empty") }
  }
}
