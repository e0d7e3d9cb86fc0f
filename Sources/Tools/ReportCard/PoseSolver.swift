import Foundation
import PhoneModel

/// A pinhole camera as it follows from a picture (rule 5). World frame, metres; pixels.
struct SolvedCamera: Hashable, Sendable {
  var pose: CameraPose
  /// Focal length in pixels of the picture.
  var focal: Double
  /// Root mean square distance between seen and computed corners, pixels.
  var residual: Double
  /// Marks that the solution rests on.
  var tagCount: Int
  /// One standard deviation of the focal length, as a share of it.
  var focalSpread: Double
  /// Covariance of the position, square metres, row by row.
  var covariance: [Double]

  /// How far `place` is from the solved position: 1 is 30 mm (rule 13), or three standard deviations in a
  /// direction in which the marks do not fix the position that well.
  func miss(_ place: Vector3) -> Double {
    let d: Vector3 = place - pose.position
    var matrix = covariance.map { $0 * 9 }
    for i in 0..<3 { matrix[i * 4] += 0.03 * 0.03 }
    guard let x = LinearAlgebra.solve(matrix, [d.x, d.y, d.z]) else { return .infinity }
    return (d.x * x[0] + d.y * x[1] + d.z * x[2]).squareRoot()
  }

  /// The angle that `pixels` next to each other about the middle of the picture cover, degrees.
  func fieldOfView(pixels: Double) -> Double { 2 * atan2(pixels / 2, focal) * 180 / .pi }
}

/// Where a point of the world appears in a picture.
struct SeenPoint: Hashable, Sendable {
  var world: Vector3
  var pixel: SIMD2<Double>
}

/// Finds a camera's attitude, position and focal length from marks of known place: a first guess from each
/// mark's own homography under a row of focal lengths, then least squares over all corners (seven unknowns)
/// with far-off corners weighing less. The optical axis goes through the middle of the picture.
///
/// A wall seen square on looks the same from afar through a longer lens. So the solution also weighs, a little,
/// that the camera is somewhere about the phone; it decides only what the marks leave open.
enum PoseSolver {
  /// Standard deviations: of a corner, pixels; of a camera about the phone, metres.
  static let cornerNoise = 0.3
  static let reach = 0.1
  static let mostMarks = 28

  /// Nil when no camera explains the marks to within `tolerance` pixels (root mean square).
  static func solve(
    tags: [(corners: [Vector3], seen: [SIMD2<Double>])], width: Double, height: Double, near phone: Vector3,
    from start: Guess? = nil, tolerance: Double = 3
  ) -> SolvedCamera? {
    let middle = SIMD2(width / 2, height / 2)
    var marks = tags.map { tag in
      zip(tag.corners, tag.seen).map { SeenPoint(world: $0, pixel: $1 - middle) }
    }
    guard !marks.isEmpty else { return nil }
    // The largest say all; more only take time.
    marks = Array(marks.sorted { area($0) > area($1) }.prefix(mostMarks))
    guard var best = start ?? firstGuess(marks, size: max(width, height), near: phone) else { return nil }
    best = refine(best, marks.flatMap { $0 }, near: phone)
    // Marks that do not fit at all are left out, once.
    let errors = marks.map { mark in
      (mark.map { squaredError(best, $0) }.reduce(0, +) / 4).squareRoot()
    }
    let limit = max(2.0, 4 * errors.sorted()[errors.count / 2])
    let kept = zip(marks, errors).filter { $0.1 <= limit }.map(\.0)
    if kept.count < marks.count, kept.count >= 2 {
      marks = kept
      best = refine(best, marks.flatMap { $0 }, near: phone)
    }
    let points = marks.flatMap { $0 }
    let residual = (points.map { squaredError(best, $0) }.reduce(0, +) / Double(points.count)).squareRoot()
    guard residual <= tolerance, residual.isFinite else { return nil }
    let covariance = covariance(best, points, noise: max(residual, cornerNoise))
    return SolvedCamera(
      pose: best.pose, focal: best.focal, residual: residual, tagCount: marks.count,
      focalSpread: covariance.focal.squareRoot(), covariance: covariance.position)
  }

  struct Guess {
    var pose: CameraPose
    var focal: Double
  }

  /// Where the point appears, from the picture's middle, x right and y down; nil behind the camera.
  static func project(_ guess: Guess, _ world: Vector3) -> SIMD2<Double>? {
    let d: Vector3 = world - guess.pose.position
    let z = d.dot(guess.pose.forward)
    guard z > 1e-6 else { return nil }
    return SIMD2(d.dot(guess.pose.right), -d.dot(guess.pose.up)) * (guess.focal / z)
  }

  static func squaredError(_ guess: Guess, _ point: SeenPoint) -> Double {
    guard let seen = project(guess, point.world) else { return 1e8 }
    let d = seen - point.pixel
    return d.x * d.x + d.y * d.y
  }

  // MARK: First guess

  private static func firstGuess(_ marks: [[SeenPoint]], size: Double, near phone: Vector3) -> Guess? {
    let sample = marks.prefix(12).flatMap { [$0[0], $0[2]] }
    var best: (Guess, Double)?
    for mark in marks.prefix(4) {
      guard let homography = Homography(mark) else { continue }
      var focal = size * 0.25
      while focal < size * 6 {
        if let guess = homography.pose(focal: focal) {
          let cost =
            sample.map { min(squaredError(guess, $0), 1e4) }.reduce(0, +) + guessWeight
            * priorCost(guess, phone)
          if cost < best?.1 ?? .infinity { best = (guess, cost) }
        }
        focal *= 1.18
      }
    }
    return best?.0
  }

  private static let priorWeight = (cornerNoise / reach) * (cornerNoise / reach)

  /// A first guess is off by pixels, which would hide where the phone is.
  private static let guessWeight = 50.0

  private static func priorCost(_ guess: Guess, _ phone: Vector3) -> Double {
    let d: Vector3 = guess.pose.position - phone
    return priorWeight * d.dot(d)
  }

  private static func area(_ mark: [SeenPoint]) -> Double {
    let p = mark.map(\.pixel)
    let a = p[2] - p[0]
    let b = p[3] - p[1]
    return abs(a.x * b.y - a.y * b.x)
  }

  // MARK: Least squares

  /// Rows of the derivative of a point's (x, y) by rotation (3), position (3) and log focal length (1).
  private static func derivatives(_ guess: Guess, _ world: Vector3) -> ([Double], [Double])? {
    let pose = guess.pose
    let d: Vector3 = world - pose.position
    let x = d.dot(pose.right), y = d.dot(pose.up), z = d.dot(pose.forward)
    guard z > 1e-6 else { return nil }
    let k = guess.focal / z
    let xTurn = pose.right.cross(d), yTurn = pose.up.cross(d), zTurn = pose.forward.cross(d)
    let uTurn: Vector3 = (xTurn - zTurn * (x / z)) * k
    let vTurn: Vector3 = (yTurn - zTurn * (y / z)) * -k
    let uMove: Vector3 = (pose.right - pose.forward * (x / z)) * -k
    let vMove: Vector3 = (pose.up - pose.forward * (y / z)) * k
    return (
      [uTurn.x, uTurn.y, uTurn.z, uMove.x, uMove.y, uMove.z, k * x],
      [vTurn.x, vTurn.y, vTurn.z, vMove.x, vMove.y, vMove.z, -k * y]
    )
  }

  private static func refine(_ start: Guess, _ points: [SeenPoint], near phone: Vector3) -> Guess {
    var guess = start
    var damping = 1e-4
    var cost = robustCost(guess, points) + priorCost(guess, phone)
    for _ in 0..<80 {
      var (matrix, vector) = normalEquations(guess, points)
      let pull: Vector3 = (phone - guess.pose.position) * priorWeight
      for i in 0..<3 {
        matrix[(i + 3) * 8] += priorWeight
        vector[i + 3] += pull[i]
      }
      var damped = matrix
      for i in 0..<7 { damped[i * 7 + i] += damping * max(matrix[i * 7 + i], 1e-9) }
      guard let step = LinearAlgebra.solve(damped, vector) else { break }
      let next = moved(guess, step)
      let nextCost = robustCost(next, points) + priorCost(next, phone)
      if nextCost < cost {
        let gain = (cost - nextCost) / max(cost, 1e-12)
        guess = next
        cost = nextCost
        damping = max(damping / 10, 1e-9)
        if gain < 1e-8 { break }
      } else {
        damping *= 8
        if damping > 1e9 { break }
      }
    }
    return guess
  }

  /// Huber: beyond this many pixels an error counts linearly.
  private static let linearBeyond = 1.5

  private static func robustCost(_ guess: Guess, _ points: [SeenPoint]) -> Double {
    points.reduce(0) { sum, point in
      let error = squaredError(guess, point).squareRoot()
      return sum
        + (error <= linearBeyond ? error * error : 2 * linearBeyond * error - linearBeyond * linearBeyond)
    }
  }

  private static func normalEquations(_ guess: Guess, _ points: [SeenPoint]) -> ([Double], [Double]) {
    var matrix = [Double](repeating: 0, count: 49)
    var vector = [Double](repeating: 0, count: 7)
    for point in points {
      guard let seen = project(guess, point.world), let rows = derivatives(guess, point.world) else {
        continue
      }
      let error = point.pixel - seen
      let size = (error.x * error.x + error.y * error.y).squareRoot()
      let weight = size <= linearBeyond ? 1 : linearBeyond / size
      for (row, rest) in [(rows.0, error.x), (rows.1, error.y)] {
        for i in 0..<7 {
          let scaled = weight * row[i]
          vector[i] += scaled * rest
          for j in 0...i { matrix[i * 7 + j] += scaled * row[j] }
        }
      }
    }
    for i in 0..<7 { for j in 0..<i { matrix[j * 7 + i] = matrix[i * 7 + j] } }
    return (matrix, vector)
  }

  private static func moved(_ guess: Guess, _ step: [Double]) -> Guess {
    let turn = Vector3(step[0], step[1], step[2])
    let angle = turn.length
    var pose = guess.pose
    if angle > 1e-12 {
      let rotation = Rotation(about: turn, degrees: angle * 180 / .pi)
      pose = CameraPose(
        position: pose.position, forward: rotation.apply(pose.forward), up: rotation.apply(pose.up))
    }
    pose.position += Vector3(step[3], step[4], step[5])
    return Guess(pose: pose, focal: guess.focal * exp(min(max(step[6], -0.5), 0.5)))
  }

  private static func covariance(_ guess: Guess, _ points: [SeenPoint], noise: Double)
    -> (position: [Double], focal: Double)
  {
    var (matrix, _) = normalEquations(guess, points)
    let scale = 1 / (noise * noise)
    for i in matrix.indices { matrix[i] *= scale }
    for i in 3..<6 { matrix[i * 8] += 1 / (reach * reach) }
    var position = [Double](repeating: 0, count: 9)
    var focal = Double.infinity
    for column in 3..<7 {
      var unit = [Double](repeating: 0, count: 7)
      unit[column] = 1
      guard let solution = LinearAlgebra.solve(matrix, unit) else { continue }
      if column == 6 {
        focal = solution[6]
      } else {
        for row in 0..<3 { position[row * 3 + column - 3] = solution[row + 3] }
      }
    }
    return (position, focal)
  }
}

/// The map from a mark's plane to the picture.
private struct Homography {
  /// Row by row.
  let h: [Double]
  let centre, right, up: Vector3

  /// From four corners in the order of `RoomMarks.Mark.corners`.
  init?(_ mark: [SeenPoint]) {
    let corners = mark.map(\.world)
    centre = (corners[0] + corners[1] + corners[2] + corners[3]) / 4
    right = (corners[1] - corners[0]).normalized
    up = (corners[3] - corners[0]).normalized
    let half = (corners[1] - corners[0]).length / 2
    var matrix = [Double](repeating: 0, count: 64)
    var vector = [Double](repeating: 0, count: 8)
    for (index, place) in [(-half, -half), (half, -half), (half, half), (-half, half)].enumerated() {
      let (x, y) = place
      let pixel = mark[index].pixel
      let rows = [
        [x, y, 1, 0, 0, 0, -pixel.x * x, -pixel.x * y], [0, 0, 0, x, y, 1, -pixel.y * x, -pixel.y * y],
      ]
      for (which, row) in rows.enumerated() {
        for column in 0..<8 { matrix[(index * 2 + which) * 8 + column] = row[column] }
        vector[index * 2 + which] = which == 0 ? pixel.x : pixel.y
      }
    }
    guard let solution = LinearAlgebra.solve(matrix, vector) else { return nil }
    h = solution + [1]
  }

  /// The camera that would see the mark so, if its focal length were this.
  func pose(focal: Double) -> PoseSolver.Guess? {
    // Columns are the mark's right and up axes and its middle in the camera's frame (x right, y down, z ahead).
    func column(_ i: Int) -> Vector3 { Vector3(h[i] / focal, h[3 + i] / focal, h[6 + i]) }
    var x = column(0), y = column(1), t = column(2)
    let scale = (x.length * y.length).squareRoot()
    guard scale > 1e-12 else { return nil }
    x /= scale
    y /= scale
    t /= scale
    if t.z < 0 {
      x = -x
      y = -y
      t = -t
    }
    x = x.normalized
    y = (y - x * x.dot(y)).normalized
    let z = x.cross(y)
    // Camera axes in the world: rows of [x y z] applied to the mark's axes.
    let normal = right.cross(up)
    func world(_ row: (Double, Double, Double)) -> Vector3 {
      let a: Vector3 = right * row.0
      let b: Vector3 = up * row.1
      return a + b + normal * row.2
    }
    let cameraRight = world((x.x, y.x, z.x))
    let cameraDown = world((x.y, y.y, z.y))
    let cameraAhead = world((x.z, y.z, z.z))
    let offset: Vector3 = cameraRight * t.x + cameraDown * t.y + cameraAhead * t.z
    let pose = CameraPose(position: centre - offset, forward: cameraAhead, up: -cameraDown)
    return PoseSolver.Guess(pose: pose, focal: focal)
  }
}

enum LinearAlgebra {
  /// Solves a square system, row by row, by Gaussian elimination with row exchange; nil when it is singular.
  static func solve(_ matrix: [Double], _ vector: [Double]) -> [Double]? {
    let n = vector.count
    var a = matrix, b = vector
    for column in 0..<n {
      var pivot = column
      for row in column..<n where abs(a[row * n + column]) > abs(a[pivot * n + column]) { pivot = row }
      guard abs(a[pivot * n + column]) > 1e-14 else { return nil }
      if pivot != column {
        for i in 0..<n { a.swapAt(pivot * n + i, column * n + i) }
        b.swapAt(pivot, column)
      }
      for row in (column + 1)..<max(n, column + 1) {
        let factor = a[row * n + column] / a[column * n + column]
        if factor == 0 { continue }
        for i in column..<n { a[row * n + i] -= factor * a[column * n + i] }
        b[row] -= factor * b[column]
      }
    }
    for row in stride(from: n - 1, through: 0, by: -1) {
      for i in (row + 1)..<max(n, row + 1) { b[row] -= a[row * n + i] * b[i] }
      b[row] /= a[row * n + row]
    }
    return b
  }
}
