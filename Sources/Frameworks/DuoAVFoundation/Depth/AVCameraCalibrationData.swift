import DuoFoundation
import Foundation
import PhoneHardware

/// How a camera turns points of the world into points of its picture. Immutable.
public final class AVCameraCalibrationData: NSObject, @unchecked Sendable {
  // `@unchecked` since the base class says nothing about it; all members are constant values.

  /// Columns (fx, 0, 0), (0, fy, 0), (ox, oy, 1): focal lengths and principal point in pixels of a picture of
  /// `intrinsicMatrixReferenceDimensions`; the origin is the middle of the top left pixel. [header]
  public let intrinsicMatrix: matrix_float3x3
  /// Width and height in pixels that the matrix speaks of. [header]
  public let intrinsicMatrixReferenceDimensions: CGSize
  /// Turn and shift (millimetres) from the frame of the reference camera to this camera's: x right, y down, z
  /// forward. A camera's own frame is the reference here. [header]; choice of the reference [inferred]
  public let extrinsicMatrix: matrix_float4x3
  /// Side of a pixel of the sensor at the reference dimensions, millimetres. [header]
  public let pixelSize: Float
  /// How much a point moves outwards by the lens, by its distance from the middle: floats, 0 everywhere, since no
  /// lens of a simulated phone bends lines. [header]
  public let lensDistortionLookupTable: Data?
  /// The way back. [header]
  public let inverseLensDistortionLookupTable: Data?
  /// The middle of the distortion in pixels of the reference dimensions. [header]
  public let lensDistortionCenter: CGPoint

  package init(
    intrinsicMatrix: matrix_float3x3, referenceDimensions: CGSize, extrinsicMatrix: matrix_float4x3,
    pixelSize: Float, lensDistortionCenter: CGPoint
  ) {
    self.intrinsicMatrix = intrinsicMatrix
    intrinsicMatrixReferenceDimensions = referenceDimensions
    self.extrinsicMatrix = extrinsicMatrix
    self.pixelSize = pixelSize
    self.lensDistortionCenter = lensDistortionCenter
    let table = [Float](repeating: 0, count: Self.tableLength).withUnsafeBytes { Data($0) }
    lensDistortionLookupTable = table
    inverseLensDistortionLookupTable = table
  }

  /// Entries of the lens tables, as iPhones have. [forum]
  private static let tableLength = 42

  /// Of a camera as it delivers now, for its unturned picture.
  /// - Parameter pixelSize: Of the sensor when the whole picture is read out pixel by pixel, millimetres.
  package convenience init(_ picture: StreamConfiguration, pixelSize: Double) {
    let intrinsics = CameraIntrinsics(picture)
    self.init(
      intrinsicMatrix: intrinsics.matrix,
      referenceDimensions: CGSize(width: picture.width, height: picture.height),
      extrinsicMatrix: simd_float4x3([1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]),
      pixelSize: Float(pixelSize), lensDistortionCenter: intrinsics.principalPoint)
  }

  /// Of the same camera for pictures that are turned and flipped.
  func moved(_ move: GridMove) -> AVCameraCalibrationData {
    let (width, height) = (
      intrinsicMatrixReferenceDimensions.width, intrinsicMatrixReferenceDimensions.height
    )
    func point(_ x: Double, _ y: Double) -> CGPoint {
      // Points count from the middle of the first pixel.
      let p = move.place(x: x + 0.5, y: y + 0.5, width: width, height: height)
      return CGPoint(x: p.x - 0.5, y: p.y - 0.5)
    }
    let old = intrinsicMatrix
    let middle = point(Double(old[2, 0]), Double(old[2, 1]))
    let focal = move.size(width: old[0, 0], height: old[1, 1])
    let size = move.size(width: width, height: height)
    let (x, y) = (move.direction(x: 1, y: 0), move.direction(x: 0, y: 1))
    let turn = simd_float3x3(
      [Float(x.x), Float(x.y), 0], [Float(y.x), Float(y.y), 0], [0, 0, 1])
    return AVCameraCalibrationData(
      intrinsicMatrix: simd_float3x3(
        [focal.width, 0, 0], [0, focal.height, 0], [Float(middle.x), Float(middle.y), 1]),
      referenceDimensions: CGSize(width: size.width, height: size.height),
      extrinsicMatrix: turn * extrinsicMatrix, pixelSize: pixelSize,
      lensDistortionCenter: point(lensDistortionCenter.x, lensDistortionCenter.y))
  }
}

/// The pinhole of a camera's picture.
struct CameraIntrinsics: Equatable, Sendable {
  /// Pixels.
  var focalLength: Double
  /// Pixels from the middle of the top left pixel. The lens looks at the middle of the picture.
  var principalPoint: CGPoint

  init(_ picture: StreamConfiguration) {
    let halfWidth = tan(picture.fieldOfView * .pi / 360) / picture.zoom
    focalLength = Double(picture.width) / 2 / halfWidth
    principalPoint = CGPoint(x: Double(picture.width) / 2 - 0.5, y: Double(picture.height) / 2 - 0.5)
  }

  /// For a picture of another size and way of lying, of the same part of the world.
  /// - Parameters: width, height: Of the picture after turn and flip.
  func matrix(width: Int, height: Int, of picture: StreamConfiguration, _ move: GridMove) -> simd_float3x3 {
    let size = move.size(width: Double(picture.width), height: Double(picture.height))
    let (sx, sy) = (Double(width) / size.width, Double(height) / size.height)
    let middle = move.place(
      x: principalPoint.x + 0.5, y: principalPoint.y + 0.5, width: Double(picture.width),
      height: Double(picture.height))
    return simd_float3x3(
      [Float(focalLength * sx), 0, 0], [0, Float(focalLength * sy), 0],
      [Float(middle.x * sx - 0.5), Float(middle.y * sy - 0.5), 1])
  }

  var matrix: simd_float3x3 {
    simd_float3x3(
      [Float(focalLength), 0, 0], [0, Float(focalLength), 0],
      [Float(principalPoint.x), Float(principalPoint.y), 1])
  }
}
