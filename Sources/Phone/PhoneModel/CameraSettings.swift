import Foundation

/// A value that moves from one to another in phone time: slowly off, slowly on.
public struct Glide: Hashable, Sendable, ExpressibleByFloatLiteral {
  public var from, to: Double
  public var start: PhoneTime
  public var duration: PhoneDuration

  public init(
    from: Double, to: Double, start: PhoneTime = .zero, duration: PhoneDuration = .zero
  ) {
    self.from = from
    self.to = to
    self.start = start
    self.duration = duration
  }

  /// A value that stays.
  public init(_ value: Double) { self.init(from: value, to: value) }
  public init(floatLiteral value: Double) { self.init(value) }

  public func value(at time: PhoneTime) -> Double {
    guard from != to, duration > .zero, time < start + duration else { return to }
    let part = max(0, (time - start).seconds / duration.seconds)
    return from + (to - from) * part * part * (3 - 2 * part)
  }
}

/// The primaries that a picture's numbers are meant in, and the curve from light to numbers.
public enum PictureColours: Hashable, Sendable {
  case sRGB
  /// Wider primaries, of displays since 2016, and the curve of sRGB.
  case displayP3
  /// ITU-R BT.2100: primaries of BT.2020 and the hybrid log-gamma curve. White is 75 % of the signal (ITU-R BT.2408).
  case hlg
  /// Primaries of BT.2020 and Apple's curve: white, a reflectance of 1, is 69 % of the signal.
  case appleLog
  /// Apple Wide Gamut with the same curve.
  case appleLog2
}

/// How light brighter than white gets into a picture: up to `knee` light stays as it is, from there to `most` it is pressed
/// into what is left up to white. Both are parts of white, linear.
public struct HighlightCurve: Hashable, Sendable {
  public var knee, most: Double

  /// `knee`: 0...1, less than `most`.
  public init(knee: Double, most: Double) {
    self.knee = knee
    self.most = most
  }
}

/// How a camera is set, as far as its picture shows it. The default is a camera whose automatics have settled in the
/// room's normal light, with everything sharp: it costs nothing to draw.
///
/// Moments count in the phone's clock, so that a picture is a function of these settings and of when it was exposed.
public struct CameraSettings: Hashable, Sendable {
  /// Stops over the exposure (seconds times ISO) that the room needs in its normal light. The picture's linear light is
  /// the world's light times two to this.
  public var exposure: Glide = 0.0
  /// Stops by which red, green and blue are amplified over what is neutral in the room.
  public var red: Glide = 0.0
  public var green: Glide = 0.0
  public var blue: Glide = 0.0
  /// Dioptres (one over metres) of the distance that is sharp, 0 for the horizon. Nil: everything is sharp.
  public var focus: Glide?
  /// Diameter of the lens' opening, metres: what is not in focus becomes a blur of this times its distance in dioptres,
  /// in radians.
  public var opening = 0.0
  /// Light of the lamp beside the lens at one metre on its axis, as a part of the room's normal light.
  public var lamp = 0.0
  /// Standard deviation of the noise of one pixel of the sensor in middle grey, as a part of white, linear.
  public var noise = 0.0
  public var colours = PictureColours.sRGB
  /// Nil: light brighter than white is cut off. Not looked at where the colours have a place for it.
  public var highlights: HighlightCurve?

  public init() {}
}

/// How the exposure of one photo differs from the pictures of its stream. Photos get it with
/// `FrameImager.exposed(_:)`.
///
/// - A bracket of three: `PhotoExposure(bias: -2)`, `PhotoExposure()`, `PhotoExposure(bias: 2)`.
/// - A bracket by hand: `PhotoExposure(stops: s, noise: n)` with both from `AVCaptureDevice.exposed(duration:iso:)`.
/// - A flash: `PhotoExposure(flash: description.camera(id).traits.flashLight.value)`.
public struct PhotoExposure: Hashable, Sendable {
  /// Stops on top of the stream's exposure.
  public var bias = 0.0
  /// Stops over what the room needs in its normal light, in place of the stream's; nil keeps the stream's.
  public var stops: Double?
  /// Noise in place of the stream's (`CameraSettings.noise`); nil keeps the stream's.
  public var noise: Double?
  /// Light of the flash at one metre on the lens' axis, as a part of the room's normal light; 0 for none. The exposure is
  /// shortened so that what stands at `flashReach` is as bright as the room in its normal light, and never lengthened.
  public var flash = 0.0
  /// Metres.
  public static let flashReach = 1.5

  public init(bias: Double = 0, stops: Double? = nil, noise: Double? = nil, flash: Double = 0) {
    self.bias = bias
    self.stops = stops
    self.noise = noise
    self.flash = flash
  }
}

extension CameraSettings {
  /// The settings of a photo that is taken at `time`, in the world's `light`.
  public func exposed(_ photo: PhotoExposure, at time: PhoneTime, light: Double) -> CameraSettings {
    var settings = self
    var stops = photo.stops ?? exposure.value(at: time)
    if photo.flash > 0 {
      settings.lamp += photo.flash
      let lit = light + settings.lamp / (PhotoExposure.flashReach * PhotoExposure.flashReach)
      let needed = -log2(max(lit, 1e-6))
      if photo.stops == nil, needed < stops {
        stops = needed
        // A shorter exposure at a lower ISO has less noise.
        settings.noise = 0
      }
    }
    settings.exposure = Glide(stops + photo.bias)
    if let noise = photo.noise { settings.noise = noise }
    return settings
  }
}

/// The transfer function of sRGB.
public enum Transfer {
  /// Linear light of a byte, as a part of white.
  public static func linear(_ byte: UInt8) -> Double {
    let value = Double(byte) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }
}
