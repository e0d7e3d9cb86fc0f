import DuoCoreMedia
import PhoneHardware
import PhoneModel

/// What the depth map of a frame is like.
struct DepthSpec: Equatable, Sendable {
  /// Of the map as it is delivered, after turn and flip.
  var width, height: Int
  var format: OSType
  var move: GridMove
  var isFiltered: Bool
  /// Farthest distance, metres.
  var range: Double

  /// - Parameters:
  ///   - size: Of the depth format. A map has the shape of the picture, so that of a cut picture is smaller. [header]
  init(
    picture: StreamConfiguration, size: (width: Int, height: Int), format: OSType, move: GridMove,
    isFiltered: Bool, range: Double
  ) {
    var (width, height) = (size.width, size.height)
    if width * picture.height > height * picture.width {
      width = max(2, height * picture.width / picture.height / 2 * 2)
    } else {
      height = max(2, width * picture.height / picture.width / 2 * 2)
    }
    (self.width, self.height) = move.size(width: width, height: height)
    self.format = format
    self.move = move
    self.isFiltered = isFiltered
    self.range = range
  }

  private var window: FrameWindow { FrameWindow(rotation: move.turns, isMirrored: move.isMirrored) }

  /// True distances, as the frame's world has them.
  private func truth(_ frame: SensorFrame) -> DepthGrid {
    var values = [Float](repeating: 0, count: width * height)
    values.withUnsafeMutableBytes { bytes in
      frame.imager.draw(
        window,
        into: PixelTarget(
          layout: .depthFloat32, width: width, height: height,
          planes: [PixelTarget.Plane(base: bytes.baseAddress!, bytesPerRow: width * 4)]))
    }
    return DepthGrid(width: width, height: height, values: values)
  }

  /// The map as the sensor gives it, in metres.
  func grid(of frame: SensorFrame, before: SensorFrame?) -> DepthGrid {
    let truth = truth(frame)
    guard isFiltered else { return truth.measured(range: Float(range)) }
    let same = before.flatMap { before in
      before.camera == frame.camera && before.configuration == frame.configuration ? before : nil
    }
    return truth.filtered(before: same.map(self.truth), range: Float(range))
  }

  /// Draws the map when somebody looks.
  func fill(_ frame: SensorFrame, before: SensorFrame?) -> @Sendable ([PixelPlane]) -> Void {
    let kind = DepthKind(format)!
    let metres = DepthKind(kCVPixelFormatType_DepthFloat32)!
    return { planes in
      grid(of: frame, before: before).map { metres.converted($0, to: kind) }.write(to: planes[0], kind)
    }
  }

  func calibration(of picture: StreamConfiguration, pixelSize: Double) -> AVCameraCalibrationData {
    AVCameraCalibrationData(picture, pixelSize: pixelSize).moved(move)
  }
}

extension AVDepthData {
  /// The depth of a frame, drawn when somebody looks.
  /// - Parameters:
  ///   - before: The frame before it, for filtered depth.
  ///   - pool: Where the map's memory comes from.
  convenience init(
    of frame: SensorFrame, before: SensorFrame?, _ spec: DepthSpec, pixelSize: Double,
    pool: CVPixelBufferPool? = nil
  ) {
    self.init(
      map: CVPixelBuffer(
        width: spec.width, height: spec.height, format: spec.format, pool: pool,
        fill: spec.fill(frame, before: before)),
      isFiltered: spec.isFiltered,
      calibration: spec.calibration(of: frame.configuration, pixelSize: pixelSize))
  }

  /// The facts about a map that was dropped: every value is unknown.
  convenience init(dropped frame: SensorFrame, _ spec: DepthSpec, pixelSize: Double) {
    let unknown = DepthGrid(
      width: spec.width, height: spec.height,
      values: [Float](repeating: .nan, count: spec.width * spec.height))
    self.init(
      map: unknown.buffer(spec.format, DepthKind(spec.format)!), isFiltered: spec.isFiltered,
      calibration: spec.calibration(of: frame.configuration, pixelSize: pixelSize))
  }
}
