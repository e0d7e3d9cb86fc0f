import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite struct ExtrinsicsTests {
  let bench = CaptureBench()

  /// Four columns of x, y, z and a filler.
  func columns(_ data: Data) -> [[Float]] {
    let values = data.withUnsafeBytes { bytes in
      stride(from: 0, to: data.count, by: 4).map { bytes.loadUnaligned(fromByteOffset: $0, as: Float.self) }
    }
    return (0..<4).map { Array(values[$0 * 4..<$0 * 4 + 4]) }
  }

  func matrix(_ from: CameraID, _ to: CameraID) -> Data? {
    AVCaptureDevice.extrinsicMatrix(from: bench.device(from), to: bench.device(to))
  }

  @Test func aCameraToItselfIsTheIdentity() throws {
    let data = try #require(matrix(.rearWide, .rearWide))
    #expect(data.count == 64)
    #expect(columns(data) == [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0]])
  }

  @Test func virtualCamerasAndOtherPanelsHaveNone() {
    #expect(matrix(.rearDualWide, .rearWide) == nil && matrix(.rearWide, .virtualFront) == nil)
    #expect(matrix(.outerFront, .innerFront) == nil && matrix(.rearWide, .outerFront) == nil)
  }

  /// The inner camera looks the other way than the rear one, from the same panel: seen from behind, 23 mm nearer to the
  /// hinge and 8 mm higher up. The rear's picture has the free edge on top, the inner's the hinge.
  @Test func rearToInner() throws {
    let got = columns(try #require(matrix(.rearWide, .innerFront)))
    let rear = PhoneDescription.duo.camera(.rearWide)!.mount
    let inner = PhoneDescription.duo.camera(.innerFront)!.mount
    // Body axes: x to the free edge, y up, z to the holder. Rear: up = +x, looks along -z, so right = (-z) x (+x) = -y.
    // Inner: up = -x, looks along +z, so right = (+z) x (-x) = -y. Down is the opposite of up.
    let right = SIMD3<Double>(0, -1, 0), rearDown = SIMD3<Double>(-1, 0, 0)
    let innerDown = SIMD3<Double>(1, 0, 0)
    func seen(_ v: SIMD3<Double>) -> [Float] {
      [Float((v * right).sum()), Float((v * innerDown).sum()), Float(v.z), 0]
    }
    let thickness = PhoneDescription.duo.panelThickness.value
    let apart = SIMD3(
      rear.fromHinge.value - inner.fromHinge.value, rear.aboveMiddle.value - inner.aboveMiddle.value, 0)
    #expect(got[0] == seen(right) && got[1] == seen(rearDown) && got[2] == seen([0, 0, -1]))
    #expect(abs(got[3][0] - seen(apart)[0]) < 1e-4 && abs(got[3][1] - seen(apart)[1]) < 1e-4)
    #expect(abs(abs(got[3][2]) - Float(thickness)) < 1e-4 || got[3][2] == 0)
  }

  /// There and back is where one was.
  @Test func thereAndBack() throws {
    let there = columns(try #require(matrix(.rearWide, .innerFront)))
    let back = columns(try #require(matrix(.innerFront, .rearWide)))
    func apply(_ m: [[Float]], _ p: [Float]) -> [Float] {
      (0..<3).map { row in m[0][row] * p[0] + m[1][row] * p[1] + m[2][row] * p[2] + m[3][row] }
    }
    for point in [[0, 0, 0], [10, -20, 300], [1, 2, 3]] as [[Float]] {
      let returned = apply(back, apply(there, point))
      #expect(zip(returned, point).allSatisfy { abs($0 - $1) < 1e-3 })
    }
  }
}
