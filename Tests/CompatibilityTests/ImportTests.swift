import CoreGraphics
import CoreImage
import Testing

/// Swift Testing brings overlays for some frameworks; a file that imports both must find them.
@Suite struct ImportTests {
  @Test func testingStandsBesideEveryName() {
    let extent = CIImage(color: CIColor(red: 1, green: 0, blue: 0)).cropped(
      to: CGRect(x: 0, y: 0, width: 2, height: 3)
    ).extent
    let path = CGMutablePath()
    path.addRect(extent)
    #expect(path.boundingBox == CGRect(x: 0, y: 0, width: 2, height: 3))
  }
}
