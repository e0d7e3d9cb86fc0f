import DuoLayout
import Testing

@Test func requiredIsTheStrongest() {
  let wishes = stride(from: Float(1), to: 1000, by: 0.5).map(Strength.init)
  #expect(wishes.allSatisfy { $0 < .required })
}
