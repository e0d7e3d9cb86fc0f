import DuoCoreMedia
import DuoFoundation
import DuoImageIO
import Foundation
import PhoneHardware
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// A map of 32-bit metres.
private func data(
  _ width: Int, _ height: Int, _ values: [Float], calibration: AVCameraCalibrationData? = nil
) -> AVDepthData {
  let grid = DepthGrid(width: width, height: height, values: values)
  let format = kCVPixelFormatType_DepthFloat32
  return AVDepthData(
    map: grid.buffer(format, DepthKind(format)!), isFiltered: false, calibration: calibration)
}

/// What an app reads through the lock functions.
private func read(_ data: AVDepthData) -> [Float] {
  let map = data.depthDataMap
  CVPixelBufferLockBaseAddress(map, .readOnly)
  defer { CVPixelBufferUnlockBaseAddress(map, .readOnly) }
  let base = CVPixelBufferGetBaseAddress(map)!
  let isHalf = [kCVPixelFormatType_DepthFloat16, kCVPixelFormatType_DisparityFloat16].contains(
    CVPixelBufferGetPixelFormatType(map))
  return (0..<CVPixelBufferGetHeight(map)).flatMap { y in
    let row = base + y * CVPixelBufferGetBytesPerRow(map)
    return (0..<CVPixelBufferGetWidth(map)).map { x in
      isHalf
        ? Float(row.assumingMemoryBound(to: Float16.self)[x]) : row.assumingMemoryBound(to: Float.self)[x]
    }
  }
}

private let calibration = AVCameraCalibrationData(
  StreamConfiguration(
    width: 640, height: 480, fieldOfView: 90, zoom: 2, frameDuration: .milliseconds(33)),
  pixelSize: 0.001)

@Suite struct DepthDataTests {
  @Test func theFourTypesConvertIntoEachOther() {
    let metres: [Float] = [0.5, 1, 2, .nan, 4, 0.25]
    let start = data(3, 2, metres)
    var mismatches: [String] = []
    for first in start.availableDepthDataTypes {
      for second in start.availableDepthDataTypes {
        let result = start.converting(toDepthDataType: first).converting(toDepthDataType: second)
        let isDisparity = [kCVPixelFormatType_DisparityFloat16, kCVPixelFormatType_DisparityFloat32].contains(
          second)
        let expected = metres.map { isDisparity ? 1 / $0 : $0 }
        let same = zip(read(result), expected).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN }
        if result.depthDataType != second || !same {
          mismatches.append("\(first) \(second): \(read(result))")
        }
      }
    }
    #expect(start.availableDepthDataTypes == [0x6864_6973, 0x6664_6973, 0x6864_6570, 0x6664_6570])
    #expect(mismatches == [])
    #expect(read(start).prefix(3) == [0.5, 1, 2])
  }

  @Test func halfPrecisionRoundsToTheNearest() {
    let result = data(2, 1, [1.0003, 3.1416]).converting(toDepthDataType: kCVPixelFormatType_DepthFloat16)
    #expect(read(result) == [1, 3.140625])
  }

  @Test func conversionsKeepWhatIsKnown() {
    let start = data(2, 1, [1, 2], calibration: calibration)
    let result = start.converting(toDepthDataType: kCVPixelFormatType_DisparityFloat16)
    #expect(result.cameraCalibrationData === calibration)
    #expect(result.depthDataQuality == .high && result.depthDataAccuracy == .absolute)
    #expect(!result.isDepthDataFiltered)
    #expect("\(result)" == "<AVDepthData: hdis 2x1 high/abs raw>")
  }

  @Test func unknownTypesRaise() async {
    await #expect(processExitsWith: .signal(SIGABRT)) {
      _ = data(1, 1, [1]).converting(toDepthDataType: kCVPixelFormatType_32BGRA)
    }
  }

  /// What a viewer does with the tag, told in Exif's words: where the stored first row and column belong.
  @Test func everyExifOrientationMakesTheMapUpright() {
    // Numbers of the upright picture, 3 wide and 2 high.
    let upright: [[Float]] = [[1, 2, 3], [4, 5, 6]]
    // Rows as a file with that tag stores them. Exif: row 0 is at the top, top, bottom, bottom, left, right, right, left;
    // column 0 at the left, right, right, left, top, top, bottom, bottom.
    func stored(_ tag: UInt32) -> [[Float]] {
      let (w, h) = (3, 2)
      let isTall = tag >= 5
      return (0..<(isTall ? w : h)).map { row in
        (0..<(isTall ? h : w)).map { column in
          switch tag {
          case 1: upright[row][column]
          case 2: upright[row][w - 1 - column]
          case 3: upright[h - 1 - row][w - 1 - column]
          case 4: upright[h - 1 - row][column]
          case 5: upright[column][row]
          case 6: upright[column][w - 1 - row]
          case 7: upright[h - 1 - column][w - 1 - row]
          default: upright[h - 1 - column][row]
          }
        }
      }
    }
    var mismatches: [String] = []
    for orientation in CGImagePropertyOrientation.allCases {
      let rows = stored(orientation.rawValue)
      let result = data(rows[0].count, rows.count, rows.flatMap { $0 }).applyingExifOrientation(orientation)
      if CVPixelBufferGetWidth(result.depthDataMap) != 3 || read(result) != upright.flatMap({ $0 }) {
        mismatches.append("\(orientation.rawValue): \(read(result))")
      }
    }
    #expect(mismatches == [])
  }

  @Test func replacingTheMapDropsTheCalibration() throws {
    let start = data(2, 1, [1, 2], calibration: calibration)
    let other = data(4, 2, [Float](repeating: 3, count: 8)).converting(
      toDepthDataType: kCVPixelFormatType_DisparityFloat32)
    let result = try start.replacingDepthDataMap(with: other.depthDataMap)
    #expect(result.depthDataMap === other.depthDataMap && result.cameraCalibrationData == nil)
    #expect(result.depthDataType == kCVPixelFormatType_DisparityFloat32)
    let picture = CVPixelBuffer(width: 2, height: 2, format: kCVPixelFormatType_32BGRA) { _ in }
    let error = #expect(throws: AVError.self) { try start.replacingDepthDataMap(with: picture) }
    #expect(error?.code == .malformedDepth)
  }

  @Test func dictionariesHoldTheMap() throws {
    var mismatches: [String] = []
    let start = data(3, 2, [0.5, 1, 2, .nan, 4, 0.25])
    for type in start.availableDepthDataTypes {
      let depth = start.converting(toDepthDataType: type)
      var kind: NSString?
      let dictionary = try #require(depth.dictionaryRepresentation(forAuxiliaryDataType: &kind))
      let isDisparity = [kCVPixelFormatType_DisparityFloat16, kCVPixelFormatType_DisparityFloat32].contains(
        type)
      if kind != (isDisparity ? kCGImageAuxiliaryDataTypeDisparity : kCGImageAuxiliaryDataTypeDepth) {
        mismatches.append("\(type) is a \(kind ?? "nil")")
      }
      let back = try AVDepthData(fromDictionaryRepresentation: dictionary)
      let same = zip(read(back), read(depth)).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN }
      if back.depthDataType != type || !same || back.description != depth.description {
        mismatches.append("\(back) is not \(depth)")
      }
    }
    #expect(mismatches == [])
  }

  @Test func brokenDictionariesAreErrors() throws {
    let whole = try #require(data(2, 2, [1, 2, 3, 4]).dictionaryRepresentation(forAuxiliaryDataType: nil))
    func changed(_ change: (inout [AnyHashable: Any], inout [String: Any]) -> Void) -> [AnyHashable: Any] {
      var dictionary = whole
      let key = kCGImageAuxiliaryDataInfoDataDescription as String
      var facts = dictionary[key] as! [String: Any]
      change(&dictionary, &facts)
      dictionary[key] = facts
      return dictionary
    }
    let broken: [[AnyHashable: Any]] = [
      [:], changed { d, _ in d[kCGImageAuxiliaryDataInfoData as String] = nil },
      changed { d, _ in d[kCGImageAuxiliaryDataInfoData as String] = Data(count: 15) },
      changed { _, f in f["Width"] = nil }, changed { _, f in f["Width"] = 3 },
      changed { _, f in f["Height"] = 0 },
      changed { _, f in f["Height"] = Int.max }, changed { _, f in f["BytesPerRow"] = 7 },
      changed { _, f in f["BytesPerRow"] = -8 },
      changed { _, f in f["PixelFormat"] = Int(kCVPixelFormatType_32BGRA) },
      changed { _, f in f["PixelFormat"] = -1 },
    ]
    var accepted: [Int] = []
    for (index, dictionary) in broken.enumerated() {
      do {
        _ = try AVDepthData(fromDictionaryRepresentation: dictionary)
        accepted.append(index)
      } catch let error as AVError {
        if error.code != .malformedDepth { accepted.append(index) }
      }
    }
    #expect(accepted == [])
  }
}

@Suite struct CalibrationTests {
  /// A plain pinhole: where a point of the world falls in the picture of 640 x 480 with 90 degrees at zoom 2.
  @Test func theMatrixProjectsLikeAPinhole() {
    let matrix = calibration.intrinsicMatrix
    #expect(matrix[0, 0] == 640 && matrix[1, 1] == 640)
    #expect(matrix.columns.2 == [319.5, 239.5, 1])
    #expect(calibration.intrinsicMatrixReferenceDimensions == CGSize(width: 640, height: 480))
    // At zoom 2 the edge of the picture is half as far out as at 45 degrees.
    let edge = matrix * SIMD3<Float>(0.5, 0, 1)
    #expect(edge.x / edge.z == 639.5)
    #expect(calibration.pixelSize == 0.001)
    #expect(calibration.lensDistortionCenter == CGPoint(x: 319.5, y: 239.5))
  }

  @Test func noLensBendsLines() {
    for table in [calibration.lensDistortionLookupTable, calibration.inverseLensDistortionLookupTable] {
      #expect(table?.count == 42 * 4 && table?.allSatisfy { $0 == 0 } == true)
    }
  }

  @Test func theCalibrationFollowsTheMap() throws {
    // A camera whose principal point is off the middle.
    let camera = AVCameraCalibrationData(
      intrinsicMatrix: simd_float3x3([10, 0, 0], [0, 20, 0], [2, 1, 1]),
      referenceDimensions: CGSize(width: 8, height: 4),
      extrinsicMatrix: simd_float4x3([1, 0, 0], [0, 1, 0], [0, 0, 1], [3, 5, 7]), pixelSize: 0.002,
      lensDistortionCenter: CGPoint(x: 2, y: 1))
    var mismatches: [String] = []
    // A point of the world lands in the turned map where its pixel went.
    let point = SIMD3<Float>(0.2, -0.05, 2)
    let before = camera.intrinsicMatrix * point
    let (u, v) = (Double(before.x / before.z) + 0.5, Double(before.y / before.z) + 0.5)
    for orientation in CGImagePropertyOrientation.allCases {
      let grid = [Float](repeating: 1, count: 32)
      let result = data(8, 4, grid, calibration: camera).applyingExifOrientation(orientation)
      let moved = try #require(result.cameraCalibrationData)
      let expected: (Double, Double) =
        switch orientation {
        case .up: (u, v)
        case .upMirrored: (8 - u, v)
        case .down: (8 - u, 4 - v)
        case .downMirrored: (u, 4 - v)
        case .leftMirrored: (v, u)
        case .right: (4 - v, u)
        case .rightMirrored: (4 - v, 8 - u)
        case .left: (v, 8 - u)
        }
      let e = moved.extrinsicMatrix
      let seen = e[0] * point.x + e[1] * point.y + e[2] * point.z
      let after = moved.intrinsicMatrix * seen
      let (x, y) = (Double(after.x / after.z) + 0.5, Double(after.y / after.z) + 0.5)
      if abs(x - expected.0) > 1e-4 || abs(y - expected.1) > 1e-4 {
        mismatches.append("\(orientation.rawValue): (\(x), \(y)), not \(expected)")
      }
      let shift = e[3]
      if shift.z != 7 || Set([abs(shift.x), abs(shift.y)]) != [3, 5] { mismatches.append("\(shift)") }
    }
    #expect(mismatches == [])
  }

  @Test func intrinsicsOfPicturesThatAreTurnedAndScaled() {
    let picture = StreamConfiguration(
      width: 1920, height: 1080, fieldOfView: 90, frameDuration: .milliseconds(33))
    let intrinsics = CameraIntrinsics(picture)
    let turned = intrinsics.matrix(
      width: 540, height: 960, of: picture, GridMove(turns: 1, isMirrored: true))
    #expect(turned.columns.0 == [480, 0, 0] && turned.columns.1 == [0, 480, 0])
    #expect(turned.columns.2 == [269.5, 479.5, 1])
  }
}
