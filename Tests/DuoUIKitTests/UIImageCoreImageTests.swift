import DuoCoreGraphics
import DuoCoreImage
import Foundation
import Testing

@testable import DuoUIKit

@Suite struct UIImageCoreImageTests {
  private let red = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 0, width: 6, height: 4))

  @Test func anImageOfCoreImages() {
    let image = UIImage(ciImage: red, scale: 2, orientation: .right)
    #expect(image.size == CGSize(width: 2, height: 3))
    #expect(image.ciImage === red && image.cgImage == nil)
    #expect(UIImage(ciImage: red).size == CGSize(width: 6, height: 4))
    #expect(UIImage(ciImage: CIImage(color: .red)).size == .zero)
  }

  @Test func itIsDrawnAsAnyOther() throws {
    let data = try #require(UIImage(ciImage: red).pngData())
    let pixels = try #require(UIImage(data: data)?.cgImage)
    #expect(pixels.width == 6 && pixels.height == 4)
    let colours = pixels.withPixels { bytes in
      stride(from: 0, to: bytes.count, by: 4).map { Array(bytes[$0..<$0 + 4]) }
    }
    #expect(colours.allSatisfy { $0 == [0, 0, 255, 255] })
  }

  @Test func backToCoreImage() throws {
    let own = UIImage(ciImage: red)
    #expect(CIImage(image: own)?.extent == red.extent)
    let data = try #require(own.pngData())
    let read = try #require(UIImage(data: data))
    #expect(CIImage(image: read)?.extent == red.extent)
    #expect(CIImage(image: UIImage()) == nil)
    let turned = UIImage(cgImage: read.cgImage!, scale: 1, orientation: .left)
    // The orientation is for the caller to apply.
    #expect(CIImage(image: turned)?.extent == red.extent)
  }
}
