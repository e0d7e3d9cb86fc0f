import DuoCoreMedia
import DuoFoundation
import DuoImageIO
import Foundation

// Depth in the dictionaries that picture files carry.
extension AVDepthData {
  /// Of a file's auxiliary data, as ImageIO gives it and `dictionaryRepresentation(forAuxiliaryDataType:)` makes it. A
  /// calibration is not in it. [header] [inferred]
  /// - Throws: `AVError.malformedDepth` when something is missing or does not fit. [inferred]
  public convenience init(fromDictionaryRepresentation imageSourceAuxDataInfoDictionary: [AnyHashable: Any])
    throws
  {
    let parts = try DepthDictionary(imageSourceAuxDataInfoDictionary)
    self.init(
      map: parts.buffer, quality: parts.quality, isFiltered: parts.isFiltered, accuracy: parts.accuracy,
      calibration: nil)
  }

  /// For a file's auxiliary data. [header]
  /// - Parameter outAuxDataType: Gets `kCGImageAuxiliaryDataTypeDepth` or `...Disparity`.
  public func dictionaryRepresentation(
    forAuxiliaryDataType outAuxDataType: UnsafeMutablePointer<NSString?>?
  ) -> [AnyHashable: Any]? {
    guard let kind = DepthKind(depthDataType) else { return nil }
    outAuxDataType?.pointee =
      kind.quantity == .depth ? kCGImageAuxiliaryDataTypeDepth : kCGImageAuxiliaryDataTypeDisparity
    let width = kind.isHalf ? 2 * depthDataMap.width : 4 * depthDataMap.width
    let bytes = depthDataMap.withPixels { planes in
      (0..<planes[0].height).reduce(into: Data()) { data, y in
        data.append(Data(bytes: planes[0].base + y * planes[0].bytesPerRow, count: width))
      }
    }
    return [
      kCGImageAuxiliaryDataInfoData as String: bytes,
      kCGImageAuxiliaryDataInfoDataDescription as String: [
        "Width": depthDataMap.width, "Height": depthDataMap.height, "BytesPerRow": width,
        "PixelFormat": Int(depthDataType),
      ],
      kCGImageAuxiliaryDataInfoMetadata as String: [
        "depthData:Accuracy": depthDataAccuracy == .absolute ? "absolute" : "relative",
        "depthData:Quality": depthDataQuality == .high ? "high" : "low",
        "depthData:Filtered": isDepthDataFiltered ? "true" : "false",
      ],
    ]
  }
}

/// The parts of such a dictionary, checked.
private struct DepthDictionary {
  var buffer: CVPixelBuffer
  var quality = AVDepthData.Quality.high
  var isFiltered = false
  var accuracy = AVDepthData.Accuracy.relative

  init(_ dictionary: [AnyHashable: Any]) throws {
    func fault(_ what: String) -> AVError {
      AVError(.malformedDepth, userInfo: [NSLocalizedFailureReasonErrorKey: what])
    }
    func number(_ key: String, _ place: [AnyHashable: Any]) throws -> Int {
      guard let value = place[key] as? NSNumber else { throw fault("The description has no \(key).") }
      return value.intValue
    }
    guard let data = dictionary[kCGImageAuxiliaryDataInfoData as String] as? Data else {
      throw fault("There is no \(kCGImageAuxiliaryDataInfoData as String).")
    }
    guard let facts = dictionary[kCGImageAuxiliaryDataInfoDataDescription as String] as? [AnyHashable: Any]
    else { throw fault("There is no \(kCGImageAuxiliaryDataInfoDataDescription as String).") }
    let (width, height) = (try number("Width", facts), try number("Height", facts))
    let (stride, code) = (try number("BytesPerRow", facts), try number("PixelFormat", facts))
    guard let format = OSType(exactly: code), let kind = DepthKind(format) else {
      throw fault("The pixel format is none of depth data.")
    }
    let row = width.multipliedReportingOverflow(by: kind.isHalf ? 2 : 4)
    let size = stride.multipliedReportingOverflow(by: height)
    guard (1...16_384).contains(width), (1...16_384).contains(height), !row.overflow, !size.overflow,
      row.partialValue <= stride, size.partialValue <= data.count
    else {
      throw fault("\(data.count) bytes do not hold \(width) x \(height) values in rows of \(stride) bytes.")
    }
    buffer = CVPixelBuffer(width: width, height: height, format: format) { planes in
      data.withUnsafeBytes { bytes in
        for y in 0..<height {
          (planes[0].base + y * planes[0].bytesPerRow).copyMemory(
            from: bytes.baseAddress! + y * stride, byteCount: row.partialValue)
        }
      }
    }
    guard let known = dictionary[kCGImageAuxiliaryDataInfoMetadata as String] as? [AnyHashable: Any] else {
      return
    }
    if known["depthData:Accuracy"] as? String == "absolute" { accuracy = .absolute }
    if known["depthData:Quality"] as? String == "low" { quality = .low }
    isFiltered = known["depthData:Filtered"] as? String == "true"
  }
}
