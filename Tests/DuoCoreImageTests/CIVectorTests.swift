import DuoCoreImage
import Testing

@Suite struct CIVectorTests {
  @Test func numbersByName() {
    let vector = CIVector(x: 1, y: 2, z: 3, w: 4)
    #expect([vector.x, vector.y, vector.z, vector.w, vector.value(at: 4)] == [1, 2, 3, 4, 0])
    #expect(vector.count == 4)
    #expect(CIVector(cgRect: vector.cgRectValue) == vector)
    #expect(CIVector(cgPoint: vector.cgPointValue) == CIVector(x: 1, y: 2))
  }
}
