import DuoCoreGraphics
import Testing

@Test func graysAreColoursToo() {
  let gray = CGColor(gray: 0.25, alpha: 0.5)
  #expect(gray.numberOfComponents == 2)
  #expect(gray.rgba == (0.25, 0.25, 0.25, 0.5))
  #expect(gray.copy(alpha: 1)?.alpha == 1)
}
