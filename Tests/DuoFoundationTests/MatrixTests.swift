import Foundation
import Testing

@testable import DuoFoundation

@Suite struct MatrixTests {
  private let matrix = simd_float3x3(rows: [[1, 2, 3], [4, 5, 6], [7, 8, 10]])

  @Test func columnsRowsAndSubscripts() {
    #expect(matrix.columns.0 == [1, 4, 7] && matrix[1] == [2, 5, 8] && matrix[2, 1] == 6)
    #expect(matrix == simd_float3x3([[1, 4, 7], [2, 5, 8], [3, 6, 10]]))
    #expect(matrix == simd_float3x3(columns: ([1, 4, 7], [2, 5, 8], [3, 6, 10])))
    #expect(matrix.transpose == simd_float3x3([1, 2, 3], [4, 5, 6], [7, 8, 10]))
    var other = matrix_float3x3()
    other.columns.1 = [9, 8, 7]
    other[0, 2] = 5
    other[2] = [1, 1, 1]
    #expect(other == simd_float3x3([0, 0, 5], [9, 8, 7], [1, 1, 1]))
  }

  @Test func products() {
    #expect(matrix * SIMD3<Float>(1, 10, 100) == [321, 654, 1087])
    #expect(matrix * matrix_identity_float3x3 == matrix)
    let square = matrix * matrix
    for column in 0..<3 {
      for row in 0..<3 {
        let sum = (0..<3).reduce(Float(0)) { $0 + matrix[$1, row] * matrix[column, $1] }
        #expect(square[column, row] == sum)
      }
    }
    let pose = simd_float4x3(columns: ([1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 2, 3]))
    let turned = simd_float3x3(diagonal: [2, 3, 4]) * pose
    #expect(turned.columns.3 == [2, 6, 12] && turned[0] == [2, 0, 0] && turned[3, 2] == 12)
    #expect(simd_float4x3().columns.0 == [0, 0, 0])
  }
}
