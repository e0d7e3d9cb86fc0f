import Foundation

/// Where alpha is in a pixel and whether colours are multiplied by it. [header]
public enum CGImageAlphaInfo: UInt32, Sendable {
  case none = 0
  case premultipliedLast
  case premultipliedFirst
  case last
  case first
  case noneSkipLast
  case noneSkipFirst
  case alphaOnly
}

/// How pixels lie in memory: an alpha kind and a byte order. [header]
public struct CGBitmapInfo: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
  public static let floatComponents = CGBitmapInfo(rawValue: 1 << 8)
  public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
  public static let byteOrder16Little = CGBitmapInfo(rawValue: 1 << 12)
  public static let byteOrder32Little = CGBitmapInfo(rawValue: 2 << 12)
  public static let byteOrder16Big = CGBitmapInfo(rawValue: 3 << 12)
  public static let byteOrder32Big = CGBitmapInfo(rawValue: 4 << 12)
}

public enum CGColorRenderingIntent: Int32, Sendable {
  case defaultIntent = 0
  case absoluteColorimetric
  case relativeColorimetric
  case perceptual
  case saturation
}

public enum CGInterpolationQuality: Int32, Sendable {
  case `default` = 0
  case none = 1
  case low = 2
  case medium = 4
  case high = 3
}

/// The forms of pixels that can be drawn into and made images of: 8 bits for each component, 32 or 8 a pixel.
struct PixelForm: Hashable, Sendable {
  enum Alpha: Sendable {
    case premultiplied
    case straight
    case opaque
  }

  /// Byte places of blue, green, red and alpha; nil for grey.
  var places: (blue: Int, green: Int, red: Int, alpha: Int)? {
    switch order {
    case 0: (0, 1, 2, 3)
    case 1: (3, 2, 1, 0)
    case 2: (2, 1, 0, 3)
    case 3: (1, 2, 3, 0)
    default: nil
    }
  }

  /// 0 BGRA, 1 ARGB, 2 RGBA, 3 ABGR, 4 grey.
  private let order: Int
  let alpha: Alpha

  /// What Cairo draws into.
  var isNative: Bool { order == 0 && alpha != .straight }
  var bytesPerPixel: Int { order == 4 ? 1 : 4 }

  init?(bitsPerComponent: Int, model: CGColorSpaceModel, info: UInt32) {
    let bitmap = CGBitmapInfo(rawValue: info)
    guard bitsPerComponent == 8, !bitmap.contains(.floatComponents),
      let kind = CGImageAlphaInfo(rawValue: info & CGBitmapInfo.alphaInfoMask.rawValue)
    else { return nil }
    let byteOrder = bitmap.intersection(.byteOrderMask)
    if model == .monochrome {
      guard kind == .none, byteOrder == [] else { return nil }
      order = 4
      alpha = .opaque
      return
    }
    guard byteOrder == [] || byteOrder == .byteOrder32Big || byteOrder == .byteOrder32Little else {
      return nil
    }
    let isLittle = byteOrder == .byteOrder32Little
    switch kind {
    case .premultipliedFirst, .first, .noneSkipFirst: order = isLittle ? 0 : 1
    case .premultipliedLast, .last, .noneSkipLast: order = isLittle ? 3 : 2
    case .none, .alphaOnly: return nil
    }
    switch kind {
    case .premultipliedFirst, .premultipliedLast: alpha = .premultiplied
    case .first, .last: alpha = .straight
    default: alpha = .opaque
    }
  }

  /// From memory in this form to premultiplied BGRA.
  func decode(
    _ source: UnsafeRawPointer, _ sourceRow: Int, to target: UnsafeMutableRawPointer, _ targetRow: Int,
    width: Int, height: Int
  ) {
    let places = places
    for y in 0..<height {
      let from = (source + y * sourceRow).assumingMemoryBound(to: UInt8.self)
      let to = (target + y * targetRow).assumingMemoryBound(to: UInt8.self)
      for x in 0..<width {
        let out = to + x * 4
        guard let places else {
          (out[0], out[1], out[2], out[3]) = (from[x], from[x], from[x], 255)
          continue
        }
        let pixel = from + x * 4
        let a = alpha == .opaque ? 255 : pixel[places.alpha]
        func level(_ value: UInt8) -> UInt8 {
          alpha == .straight ? UInt8((Int(value) * Int(a) + 127) / 255) : value
        }
        out[0] = level(pixel[places.blue])
        out[1] = level(pixel[places.green])
        out[2] = level(pixel[places.red])
        out[3] = a
      }
    }
  }

  /// From premultiplied BGRA to memory in this form. Grey is luma by ITU-R 709.
  func encode(
    _ source: UnsafeRawPointer, _ sourceRow: Int, to target: UnsafeMutableRawPointer, _ targetRow: Int,
    width: Int, height: Int
  ) {
    let places = places
    for y in 0..<height {
      let from = (source + y * sourceRow).assumingMemoryBound(to: UInt8.self)
      let to = (target + y * targetRow).assumingMemoryBound(to: UInt8.self)
      for x in 0..<width {
        let pixel = from + x * 4
        guard let places else {
          let luma = Int(pixel[2]) * 13933 + Int(pixel[1]) * 46871 + Int(pixel[0]) * 4732
          to[x] = UInt8((luma + 32768) >> 16)
          continue
        }
        let a = pixel[3]
        func level(_ value: UInt8) -> UInt8 {
          guard alpha == .straight, a > 0 else { return value }
          return UInt8(min(255, (Int(value) * 255 + Int(a) / 2) / Int(a)))
        }
        let out = to + x * 4
        out[places.blue] = level(pixel[0])
        out[places.green] = level(pixel[1])
        out[places.red] = level(pixel[2])
        out[places.alpha] = alpha == .opaque ? 255 : a
      }
    }
  }
}
