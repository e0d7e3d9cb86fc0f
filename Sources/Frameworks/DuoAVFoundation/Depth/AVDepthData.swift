import DuoCoreMedia
import DuoFoundation
import DuoImageIO
import Foundation

/// How far away the things in a picture are. Immutable; operations make new objects.
public final class AVDepthData: NSObject {
  /// How complete the map is. [header]
  public enum Quality: Int, Hashable, Sendable {
    case low = 0
    case high = 1
  }

  /// What the numbers are good for. [header]
  public enum Accuracy: Int, Hashable, Sendable {
    /// Nearer and farther are right, distances are not.
    case relative = 0
    case absolute = 1
  }

  /// `kCVPixelFormatType_DepthFloat16`, `..._DepthFloat32`, `..._DisparityFloat16` or `..._DisparityFloat32`.
  /// [header]
  public var depthDataType: OSType { depthDataMap.format }
  /// Metres along the optical axis, or 1/metres. NaN: unknown. Never drawn unless somebody looks. [header]
  public let depthDataMap: CVPixelBuffer
  public let depthDataQuality: Quality
  /// Smoothed, and without holes. [header]
  public let isDepthDataFiltered: Bool
  public let depthDataAccuracy: Accuracy
  /// The camera behind the map; nil where it is not known. [header]
  public let cameraCalibrationData: AVCameraCalibrationData?

  /// - Precondition: the map has one of the four formats.
  package init(
    map: CVPixelBuffer, quality: Quality = .high, isFiltered: Bool, accuracy: Accuracy = .absolute,
    calibration: AVCameraCalibrationData?
  ) {
    precondition(DepthKind(map.format) != nil, "a depth map in format \(map.format)")
    depthDataMap = map
    depthDataQuality = quality
    isDepthDataFiltered = isFiltered
    depthDataAccuracy = accuracy
    cameraCalibrationData = calibration
  }

  private var kind: DepthKind { DepthKind(depthDataMap.format)! }

  private func with(_ map: CVPixelBuffer, _ calibration: AVCameraCalibrationData?) -> AVDepthData {
    AVDepthData(
      map: map, quality: depthDataQuality, isFiltered: isDepthDataFiltered, accuracy: depthDataAccuracy,
      calibration: calibration)
  }

  /// The types that `converting(toDepthDataType:)` takes. [header]
  public var availableDepthDataTypes: [OSType] { DepthKind.allFormats }

  /// The same depth in another type. An unknown type raises `NSInvalidArgumentException`. [header]
  public func converting(toDepthDataType depthDataType: OSType) -> AVDepthData {
    guard let target = DepthKind(depthDataType) else {
      raise(
        .invalidArgument,
        "*** -[AVDepthData depthDataByConvertingToDepthDataType:] Unsupported depth data type")
    }
    let kind = kind
    let grid = DepthGrid(depthDataMap, kind).map { kind.converted($0, to: target) }
    return with(grid.buffer(depthDataType, target), cameraCalibrationData)
  }

  /// The map turned and flipped so that one that lies as this orientation says becomes upright; the calibration
  /// follows. [header]
  public func applyingExifOrientation(_ exifOrientation: CGImagePropertyOrientation) -> AVDepthData {
    let move = GridMove(exifOrientation)
    let grid = DepthGrid(depthDataMap, kind).turned(move)
    return with(grid.buffer(depthDataType, kind), cameraCalibrationData?.moved(move))
  }

  /// The same facts about another map. What comes out has no calibration. [header]
  /// - Throws: `AVError.malformedDepth` for a buffer that is no depth map. [inferred] for the code
  public func replacingDepthDataMap(with pixelBuffer: CVPixelBuffer) throws -> AVDepthData {
    guard DepthKind(pixelBuffer.format) != nil else {
      throw AVError(
        .malformedDepth,
        userInfo: [NSLocalizedFailureReasonErrorKey: "The pixel buffer has no pixel format of depth data."])
    }
    return with(pixelBuffer, nil)
  }

  public override var description: String {
    let type = String(
      decoding: (0..<4).map { UInt8(truncatingIfNeeded: depthDataType >> (24 - 8 * $0)) }, as: UTF8.self)
    return "<AVDepthData: \(type) \(depthDataMap.width)x\(depthDataMap.height) "
      + "\(depthDataQuality == .high ? "high" : "low")/\(depthDataAccuracy == .absolute ? "abs" : "rel") "
      + "\(isDepthDataFiltered ? "filtered" : "raw")>"
  }
}
