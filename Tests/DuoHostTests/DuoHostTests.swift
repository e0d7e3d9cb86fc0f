import Foundation
import Scenarios
import Testing

@testable import DuoHost

/// A folder that goes away with the test.
private func withFolder(_ body: (URL) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("host-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { do { try FileManager.default.removeItem(at: folder) } catch { Issue.record(error) } }
  try body(folder)
}

@Test func propertyListsAreFoundInTheirOrderAndFilledIn() throws {
  try withFolder { folder in
    let app = folder.appendingPathComponent("Lens")
    try Data("no ELF file".utf8).write(to: app)
    #expect(try AppBundle(executable: app).info.isEmpty)

    func put(_ text: String, _ path: String) throws {
      let file = folder.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      let list = ["Text": text, "Class": "$(PRODUCT_MODULE_NAME).SceneDelegate"]
      try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0).write(to: file)
    }
    // From the last place to the first: each one found before wins over those after it.
    for path in [
      "Info.plist", "Kit_Lens.resources/Resources/Info.plist", "Lens-Info.plist", "Lens.app/Info.plist",
    ] {
      try put(path, path)
      let info = try AppBundle(executable: app).info
      #expect(info["Text"] as? String == path)
      #expect(info["Class"] as? String == "Lens.SceneDelegate")
    }
  }
}

@Test func aBrokenPropertyListIsNamed() throws {
  try withFolder { folder in
    let app = folder.appendingPathComponent("Lens")
    try Data("no ELF file".utf8).write(to: app)
    let list = folder.appendingPathComponent("Info.plist")
    try Data("<plist><dict>".utf8).write(to: list)
    #expect { try AppBundle(executable: app) } throws: { error in
      let text = "\(error)"
      return text.hasPrefix("\(list.path): is not a property list") && !text.contains("\n")
    }
  }
}

@Test func aFolderThatCannotBeListedIsNamed() {
  #expect { try AppBundle(executable: URL(fileURLWithPath: "/proc/self/no-such-folder/Lens")) } throws: {
    "\($0)".hasPrefix("/proc/self/no-such-folder: cannot be listed: ")
  }
}

@Test func lumaFollowsTheWeightsOf709() {
  let colours: [(blue: UInt8, green: UInt8, red: UInt8)] = [
    (0, 0, 0), (255, 255, 255), (255, 0, 0), (0, 255, 0), (0, 0, 255), (12, 200, 77),
  ]
  let bytes = Data(colours.flatMap { [$0.blue, $0.green, $0.red, 255] })
  let gray = DisplayComposer.gray(PixelPicture(width: colours.count, height: 1, layout: .bgra, bytes: bytes))
  for (luma, colour) in zip(gray.bytes, colours) {
    let exact = 0.2126 * Double(colour.red) + 0.7152 * Double(colour.green) + 0.0722 * Double(colour.blue)
    #expect(abs(Double(luma) - exact) <= 1)
  }
}

@Test func aCanvasDrawsInPointsAndIsOpaque() {
  let canvas = Canvas(width: 8, height: 4, scale: 2)
  let red = PixelPicture(width: 1, height: 1, layout: .bgra, bytes: Data([0, 0, 255, 255]))
  canvas.draw(red, in: CGRect(x: 1, y: 0, width: 2, height: 2))
  let bytes = canvas.picture.bytes
  for y in 0..<4 {
    for x in 0..<8 {
      let expected: [UInt8] = (2..<6).contains(x) ? [0, 0, 255, 255] : [0, 0, 0, 255]
      let start = (y * 8 + x) * 4
      #expect([UInt8](bytes[start..<(start + 4)]) == expected)
    }
  }
}

@Test @MainActor func theRequestSaysInWhichOrderThreadsGo() {
  let orders = RunOrder.allCases.map { order in
    Host.order(
      RunRequest(
        phone: .duo, world: .room, scenario: .tour, order: order, observations: "o", trace: "t"))
  }
  #expect(orders == [.racing, .fixed])
  #expect(Host.order(nil) == .racing)
}
