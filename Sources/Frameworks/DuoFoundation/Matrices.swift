// Small matrices of floats as camera geometry uses them, in columns. Names and meaning are those of Apple's simd. [header]

/// Three columns of three numbers.
public struct simd_float3x3: Hashable, Sendable {
  private var first, second, third: SIMD3<Float>

  /// All zero.
  public init() { self.init([0, 0, 0], [0, 0, 0], [0, 0, 0]) }

  public init(_ col0: SIMD3<Float>, _ col1: SIMD3<Float>, _ col2: SIMD3<Float>) {
    (first, second, third) = (col0, col1, col2)
  }

  public init(columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)) {
    self.init(columns.0, columns.1, columns.2)
  }

  /// - Precondition: three columns.
  public init(_ columns: [SIMD3<Float>]) {
    precondition(columns.count == 3, "a 3 x 3 matrix has three columns")
    self.init(columns[0], columns[1], columns[2])
  }

  /// - Precondition: three rows.
  public init(rows: [SIMD3<Float>]) { self = simd_float3x3(rows).transpose }

  /// A matrix that scales each axis.
  public init(diagonal: SIMD3<Float>) {
    self.init([diagonal.x, 0, 0], [0, diagonal.y, 0], [0, 0, diagonal.z])
  }

  public var columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>) {
    get { (first, second, third) }
    set { (first, second, third) = newValue }
  }

  /// A column.
  public subscript(column: Int) -> SIMD3<Float> {
    get { [first, second, third][column] }
    set {
      switch column {
      case 0: first = newValue
      case 1: second = newValue
      case 2: third = newValue
      default: preconditionFailure("column \(column) of a 3 x 3 matrix")
      }
    }
  }

  public subscript(column: Int, row: Int) -> Float {
    get { self[column][row] }
    set { self[column][row] = newValue }
  }

  public var transpose: simd_float3x3 {
    simd_float3x3(
      [first.x, second.x, third.x], [first.y, second.y, third.y], [first.z, second.z, third.z])
  }

  public static func * (matrix: simd_float3x3, vector: SIMD3<Float>) -> SIMD3<Float> {
    matrix.first * vector.x + matrix.second * vector.y + matrix.third * vector.z
  }

  public static func * (left: simd_float3x3, right: simd_float3x3) -> simd_float3x3 {
    simd_float3x3(left * right.first, left * right.second, left * right.third)
  }
}

/// Four columns of three numbers: a turn and a shift.
public struct simd_float4x3: Hashable, Sendable {
  private var first, second, third, fourth: SIMD3<Float>

  /// All zero.
  public init() { self.init([0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]) }

  public init(
    _ col0: SIMD3<Float>, _ col1: SIMD3<Float>, _ col2: SIMD3<Float>, _ col3: SIMD3<Float>
  ) {
    (first, second, third, fourth) = (col0, col1, col2, col3)
  }

  public init(columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)) {
    self.init(columns.0, columns.1, columns.2, columns.3)
  }

  public var columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>, SIMD3<Float>) {
    get { (first, second, third, fourth) }
    set { (first, second, third, fourth) = newValue }
  }

  /// A column.
  public subscript(column: Int) -> SIMD3<Float> { [first, second, third, fourth][column] }

  public subscript(column: Int, row: Int) -> Float { self[column][row] }

  public static func * (left: simd_float3x3, right: simd_float4x3) -> simd_float4x3 {
    simd_float4x3(left * right.first, left * right.second, left * right.third, left * right.fourth)
  }
}

public typealias matrix_float3x3 = simd_float3x3
public typealias float3x3 = simd_float3x3
public typealias matrix_float4x3 = simd_float4x3
public typealias float4x3 = simd_float4x3

public let matrix_identity_float3x3 = simd_float3x3(diagonal: [1, 1, 1])
