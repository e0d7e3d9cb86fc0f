import DuoCoreMedia
import Foundation
import PhoneHardware
import PhoneModel

/// What a device's pictures show of its settings, moving towards what the automatics have found.
struct PictureState: Hashable, Sendable {
  var stops: Glide = 0.0
  /// Stops over the neutral gains.
  var red: Glide = 0.0
  var green: Glide = 0.0
  var blue: Glide = 0.0
  /// Dioptres; nil when everything is sharp.
  var focus: Glide?
}

// How a device's settings become the settings of a camera that the phone draws with.
extension DeviceRules {
  /// Where the picture goes with the settings as they are, at once.
  func picture(_ state: DeviceState) -> PictureState {
    guard takesPictures, !camera.formats.isEmpty else { return PictureState() }
    let gains = gains(state)
    let neutral = neutralGains
    func stops(_ gain: Float, _ neutral: Float) -> Glide {
      gain == neutral ? 0.0 : Glide(log2(Double(gain / neutral)))
    }
    let exposure = exposure(state)
    return PictureState(
      stops: Glide(self.stops(exposure)), red: stops(gains.redGain, neutral.redGain),
      green: stops(gains.greenGain, neutral.greenGain), blue: stops(gains.blueGain, neutral.blueGain),
      focus: state.focus.isEverythingSharp ? nil : Glide(dioptres(state.focus.lensPosition)))
  }

  /// Stops over what the room needs in its normal light.
  func stops(_ exposure: ExposureReading) -> Double {
    let stops = log2(exposure.duration * exposure.iso / camera.traits.roomExposure.value)
    return abs(stops) < 1e-9 ? 0 : stops
  }

  /// Sends the picture on its way after a change: an automatic that searches takes its time from where the picture is at
  /// `time`, everything else is there at once.
  func settle(_ state: inout DeviceState, after old: DeviceState, at time: PhoneTime) {
    let goal = picture(state)
    let traits = camera.traits
    func move(_ glide: inout Glide, to goal: Glide, in duration: PhoneDuration, if searches: Bool) {
      guard glide.to != goal.to else {
        if time >= glide.start + glide.duration { glide = Glide(glide.to) }
        return
      }
      glide =
        searches
        ? Glide(from: glide.value(at: time), to: goal.to, start: time, duration: duration) : goal
    }
    move(
      &state.picture.stops, to: goal.stops, in: traits.exposureSettles.value,
      if: state.exposure.search != nil && state.exposure.bias == old.exposure.bias)
    let balances = state.whiteBalance.search != nil
    let balancing = traits.whiteBalanceSettles.value
    move(&state.picture.red, to: goal.red, in: balancing, if: balances)
    move(&state.picture.green, to: goal.green, in: balancing, if: balances)
    move(&state.picture.blue, to: goal.blue, in: balancing, if: balances)
    guard let focus = goal.focus else {
      state.picture.focus = nil
      return
    }
    var moving = state.picture.focus ?? focus
    let usual = traits.focusSettles.value
    move(
      &moving, to: focus, in: state.focus.isSmooth ? usual + usual : usual, if: state.focus.search != nil)
    state.picture.focus = moving
  }

  func settings(_ state: DeviceState) -> CameraSettings {
    var settings = CameraSettings()
    let traits = camera.traits
    (settings.exposure, settings.red) = (state.picture.stops, state.picture.red)
    (settings.green, settings.blue) = (state.picture.green, state.picture.blue)
    settings.focus = state.picture.focus
    if settings.focus != nil { settings.opening = traits.focalLength.value / traits.aperture.value / 1000 }
    settings.lamp = lamp(state)
    settings.noise = noise(iso: exposure(state).iso)
    // Where a picture for a display of sRGB is wanted of ones with a wider range, it is as with video HDR.
    if isVideoHDREnabled(state) || colorSpace(state) == .HLG_BT2020 {
      settings.highlights = HighlightCurve(
        knee: traits.videoHDRKnee.value, most: exp2(traits.videoHDRStops.value))
    }
    return settings
  }

  /// Light of the torch at one metre, as a part of the room's normal light.
  func lamp(_ state: DeviceState) -> Double { Double(torchLevel(state)) * camera.traits.torchLight.value }

  /// Deviation in middle grey: none up to an ISO that the description names, growing with the root from there (assumed).
  func noise(iso: Double) -> Double {
    let traits = camera.traits
    let (quiet, noisy) = (traits.noiselessISO.value, traits.noisyISO.value)
    guard iso > quiet, noisy > quiet else { return 0 }
    return traits.noiseAtNoisyISO.value * ((iso - quiet) / (noisy - quiet)).squareRoot()
  }

  // MARK: Lens positions

  /// Position 0 is sharp at the shortest distance, 1 at the horizon, evenly in dioptres (assumed).
  func dioptres(_ lensPosition: Float) -> Double { Double(1 - lensPosition) * mostDioptres }

  /// - Parameter distance: Metres.
  func lensPosition(sharpAt distance: Double) -> Float {
    guard mostDioptres > 0, distance > 0 else { return 1 }
    return Float(1 - min(1 / distance, mostDioptres) / mostDioptres)
  }

  private var mostDioptres: Double {
    let nearest = camera.traits.minimumFocusDistance.value
    return nearest > 0 ? 1000 / Double(nearest) : 0
  }
}

extension AVCaptureDevice {
  /// The exposure of one photo by hand, for `FrameImager.exposed(_:)`.
  /// - Parameter duration: Seconds.
  package func exposed(duration: Double, iso: Double) -> PhotoExposure {
    PhotoExposure(
      stops: rules.stops(ExposureReading(duration: duration, iso: iso)), noise: rules.noise(iso: iso))
  }

  /// The exposure of one photo that is lit by the flash at full power.
  package var flashed: PhotoExposure {
    PhotoExposure(flash: camera.traits.flashLight.value)
  }
}
