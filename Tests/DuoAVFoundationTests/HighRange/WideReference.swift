import DuoCoreMedia
import DuoFoundation
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// What a colour's numbers should be, by the formulas of the standards, and phones that have cameras of ten bits.
enum WideReference {
  static let colour = [200, 90, 40]
  static let world = WorldDescription.colour(red: 200, green: 90, blue: 40)

  static func light(_ byte: Int) -> Double {
    let v = Double(byte) / 255
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
  }

  private static func curve(_ v: Double, _ space: AVCaptureColorSpace) -> Double {
    switch space {
    case .sRGB, .P3_D65: return v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055
    case .HLG_BT2020:
      // ITU-R BT.2100; white is 75 %.
      let e = v * 0.264_963
      return e <= 1.0 / 12 ? (3 * e).squareRoot() : 0.17883277 * log(12 * e - 0.28466892) + 0.55991073
    case .appleLog, .appleLog2:
      return v < 0.01
        ? 47.28711236 * pow(v + 0.05641088, 2) : 0.08550479 * log2(v + 0.00964052) + 0.69336945
    }
  }

  /// Red, green and blue of the colour in a space, 0...1.
  static func signal(_ space: AVCaptureColorSpace, _ bytes: [Int] = colour) -> [Double] {
    let rows: [[Double]] =
      switch space {
      case .sRGB: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
      case .P3_D65: [[0.822462, 0.177538, 0], [0.033194, 0.966806, 0], [0.017083, 0.072397, 0.910520]]
      case .HLG_BT2020, .appleLog:
        [[0.627404, 0.329283, 0.043313], [0.069097, 0.919540, 0.011362], [0.016391, 0.088013, 0.895595]]
      case .appleLog2:
        [[0.608104, 0.259353, 0.132543], [0.062316, 0.804609, 0.133076], [0.031133, 0.133756, 0.835112]]
      }
    let linear: [Double] = bytes.map { Self.light($0) }
    return rows.map { (row: [Double]) -> Double in
      let sum: Double = row[0] * linear[0] + row[1] * linear[1] + row[2] * linear[2]
      return curve(sum, space)
    }
  }

  /// Luma, Cb and Cr in the video range or the full one.
  static func numbers(
    _ space: AVCaptureColorSpace, _ bytes: [Int] = colour, bits: Int = 10, fullRange: Bool = false
  ) -> [Double] {
    let rgb = signal(space, bytes)
    let (kr, kb) = space == .sRGB || space == .P3_D65 ? (0.2126, 0.0722) : (0.2627, 0.0593)
    let y = kr * rgb[0] + (1 - kr - kb) * rgb[1] + kb * rgb[2]
    let (cb, cr) = ((rgb[2] - y) / (2 * (1 - kb)), (rgb[0] - y) / (2 * (1 - kr)))
    let unit = bits == 10 ? 4.0 : 1
    let whole = bits == 10 ? 1023.0 : 255
    return fullRange
      ? [y * whole, cb * whole + 128 * unit, cr * whole + 128 * unit]
      : [(219 * y + 16) * unit, (224 * cb + 128) * unit, (224 * cr + 128) * unit]
  }

  /// The numbers of a pixel of a biplanar buffer of either depth, or its red, green and blue.
  static func read(_ buffer: CVPixelBuffer, _ x: Int = 20, _ y: Int = 30) -> [Double] {
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    let format = CVPixelBufferGetPixelFormatType(buffer)
    if format == kCVPixelFormatType_32BGRA {
      let row = CVPixelBufferGetBaseAddress(buffer)! + y * CVPixelBufferGetBytesPerRow(buffer) + 4 * x
      return [2, 1, 0].map { Double(row.load(fromByteOffset: $0, as: UInt8.self)) }
    }
    let wide = WidePictures.isOfTenBits(format)
    let down = CVPixelBufferGetHeight(buffer) / CVPixelBufferGetHeightOfPlane(buffer, 1)
    func number(_ plane: Int, _ at: Int, _ row: Int) -> Double {
      let base =
        CVPixelBufferGetBaseAddressOfPlane(buffer, plane)! + row
        * CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
      return wide
        ? Double(UInt16(littleEndian: base.load(fromByteOffset: 2 * at, as: UInt16.self)) >> 6)
        : Double(base.load(fromByteOffset: at, as: UInt8.self))
    }
    return [number(0, x, y), number(1, x / 2 * 2, y / down), number(1, x / 2 * 2 + 1, y / down)]
  }

  static func agrees(_ a: [Double], _ b: [Double], within most: Double = 1) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { abs($0 - $1) <= most }
  }

  /// A phone whose wide camera's first format is one of ProRes.
  static var withLog: PhoneDescription {
    var phone = PhoneDescription.duo
    let camera = phone.cameras.firstIndex { $0.id == .rearWide }!
    phone.cameras[camera].formats[0].pixelFormat = "x422"
    return phone
  }
}

/// A session of the rear wide camera with a data output and a movie output, in a format and a colour space.
final class WideBench {
  let bench: MovieBench
  let data = AVCaptureVideoDataOutput()
  let delegate = NotingDelegate(keeps: true)

  init(_ world: WorldDescription = WideReference.world, phone: PhoneDescription = .duo) throws {
    bench = try MovieBench(.rearWide, runs: false, world: world, phone: phone)
    data.setSampleBufferDelegate(delegate, queue: bench.sound.queue)
    bench.session.addOutput(data)
    bench.session.startRunning()
    bench.run(500)
  }

  var device: AVCaptureDevice { bench.device }

  /// The smallest format of a kind with a rate, and a colour space of it.
  func use(_ format: String, _ space: AVCaptureColorSpace? = nil, rate: Double? = nil) throws {
    bench.session.automaticallyConfiguresCaptureDeviceForWideColor = false
    try device.lockForConfiguration()
    device.activeFormat = device.formats.first {
      $0.numbers.pixelFormat == format && (rate == nil || $0.numbers.maxFrameRate == rate)
    }!
    if let space { device.activeColorSpace = space }
    device.unlockForConfiguration()
    bench.run(100)
  }

  /// The newest frame of a hundred milliseconds.
  func sample() throws -> CMSampleBuffer {
    delegate.kept.withLock { $0 = [] }
    bench.run(100)
    return try #require(delegate.kept.withLock { $0.last })
  }

  func buffer() throws -> CVPixelBuffer { try #require(try sample().imageBuffer) }

  func wish(_ format: OSType) {
    data.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: format]
  }
}

/// What a buffer says of its colours: primaries, curve, log curve, matrix.
func saidColours(_ buffer: CVPixelBuffer) -> [String] {
  [
    kCVImageBufferColorPrimariesKey, kCVImageBufferTransferFunctionKey, kCVImageBufferLogTransferFunctionKey,
    kCVImageBufferYCbCrMatrixKey,
  ].map { key in CVBufferCopyAttachment(buffer, key, nil).map { "\($0)" } ?? "-" }
}
