import DuoFoundation
import Testing

@testable import DuoCoreImage

@Suite struct CIVectorTests {
  @Test func numbersByName() {
    let vector = CIVector(x: 1, y: 2, z: 3, w: 4)
    #expect([vector.x, vector.y, vector.z, vector.w, vector.value(at: 4)] == [1, 2, 3, 4, 0])
    #expect(vector.count == 4)
    #expect(CIVector(cgRect: vector.cgRectValue) == vector)
    #expect(CIVector(cgPoint: vector.cgPointValue) == CIVector(x: 1, y: 2))
  }
}

/// Numbers go into filters in any of Swift's types.
@Suite struct FilterInputTests {
  @Test func numbersOfAnyType() {
    let values: [Any] = [
      NSNumber(value: 2),
      2,
      2.0,
      Float(2),
      CGFloat(2),
    ]
    for value in values {
      let inputs = FilterInputs(values: ["n": value])
      #expect(inputs.number("n") == 2)
    }
    #expect(FilterInputs(values: ["n": "two"]).number("n") == 0)
    #expect(FilterInputs(values: [:]).number("n") == 0)
  }

  @Test func pointsAndRectangles() {
    let inputs = FilterInputs(values: [
      "vector": CIVector(x: 1, y: 2),
      "point": CGPoint(x: 3, y: 4),
      "rect": CGRect(x: 1, y: 2, width: 3, height: 4),
      "text": "none",
    ])
    #expect(inputs.vector("vector") == CIVector(x: 1, y: 2))
    #expect(inputs.vector("point") == CIVector(x: 3, y: 4))
    #expect(inputs.vector("rect")?.cgRectValue == CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(inputs.vector("text") == nil && inputs.vector("nothing") == nil)
    #expect(inputs.transform.isIdentity && inputs.image() == nil)
  }

  @Test func defaultsOfEveryFilter() {
    var mismatches: [String] = []
    for (name, kind) in FilterKind.all {
      if kind.inputs.first != kCIInputImageKey { mismatches.append("\(name): no image") }
      if Set(kind.inputs).count != kind.inputs.count { mismatches.append("\(name): an input twice") }
      if !Set(kind.defaults.keys).isSubset(of: kind.inputs) { mismatches.append("\(name): defaults") }
    }
    #expect(mismatches == [])
  }

  @Test func aFilterForgetsNothingButDefaults() throws {
    let filter = try #require(CIFilter(name: "CIExposureAdjust", parameters: [kCIInputEVKey: 2]))
    filter.setValue(CIImage(color: .red), forKey: kCIInputImageKey)
    #expect(filter.value(forKey: kCIInputEVKey) as? Int == 2)
    filter.setDefaults()
    #expect(filter.value(forKey: kCIInputImageKey) == nil)
    #expect(filter.outputImage == nil)
  }
}
