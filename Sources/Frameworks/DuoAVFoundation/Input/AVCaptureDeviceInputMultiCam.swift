import DuoCoreMedia
import DuoFoundation
import PhoneHardware
import PhoneModel
import Synchronization

/// What an input has beyond its visible ports.
final class DeviceInputExtras: Sendable {
  struct State: Sendable {
    var hidden: [Hidden] = []
    var minFrameDuration = CMTime.invalid
  }

  /// A port that carries the picture of one constituent.
  struct Hidden: Sendable {
    var camera: CameraID
    var port: Handed<AVCaptureInput.Port>
  }

  let state = Mutex(State())
}

extension AVCaptureDeviceInput {
  /// The ports that carry this, those of a virtual device's constituents among them: these are never in `ports`, feed
  /// connections of a multi-camera session only, and no photo output. Nil, `nil` and `.unspecified` mean any. [header]
  public func ports(
    for mediaType: AVMediaType?, sourceDeviceType: AVCaptureDevice.DeviceType?,
    sourceDevicePosition: AVCaptureDevice.Position
  ) -> [Port] {
    (ports + hiddenPorts.map(\.port.value)).filter { port in
      (mediaType == nil || port.mediaType == mediaType)
        && (sourceDeviceType == nil || port.sourceDeviceType == sourceDeviceType)
        && (sourceDevicePosition == .unspecified || port.sourceDevicePosition == sourceDevicePosition)
    }
  }

  /// One for each constituent.
  func makeHiddenPorts() {
    let hidden = device.constituentDevices.map { constituent in
      DeviceInputExtras.Hidden(
        camera: constituent.camera.id,
        port: Handed(
          Port(
            input: self, mediaType: .video, sourceDeviceType: constituent.deviceType,
            sourceDevicePosition: constituent.position)))
    }
    extras.state.withLock { $0.hidden = hidden }
  }

  var hiddenPorts: [DeviceInputExtras.Hidden] { extras.state.withLock { $0.hidden } }

  /// The shortest frame that the hardware is kept for: longer than the format's own, it lowers the session's
  /// `hardwareCost`, and frames come no faster. `.invalid` at first, and again after each adding: the format's. [header]
  ///
  /// Raises `NSInvalidArgumentException` for a duration that the active format does not support. [inferred]
  public var videoMinFrameDurationOverride: CMTime {
    get { extras.state.withLock { $0.minFrameDuration } }
    set {
      CaptureCall.note("AVCaptureDeviceInput.videoMinFrameDurationOverride")
      if newValue.isValid {
        let isSupported = device.activeFormat.videoSupportedFrameRateRanges.contains { $0.contains(newValue) }
        guard isSupported else {
          raise(
            .invalidArgument,
            "*** -[AVCaptureDeviceInput setVideoMinFrameDurationOverride:] - the passed frame duration "
              + "\(newValue.value):\(newValue.timescale) is not supported by the device. Use "
              + "-activeFormat.videoSupportedFrameRateRanges to discover valid ranges.")
        }
      }
      extras.state.withLock { $0.minFrameDuration = newValue }
      SessionMembership.session(of: self)?.flowChanged()
    }
  }

  func resetFrameDurationOverride() { extras.state.withLock { $0.minFrameDuration = .invalid } }

  /// What the phone's camera is asked for, or one constituent of it alone.
  func streamConfiguration(of part: CameraID?) -> StreamConfiguration {
    var configuration = device.streamConfiguration
    if let part { device.narrow(&configuration, to: part) }
    let override = videoMinFrameDurationOverride
    if override.isValid {
      configuration.frameDuration = max(configuration.frameDuration, PhoneDuration(seconds: override.seconds))
    }
    return configuration
  }

  /// What it costs a session.
  func cost(physical: Int, hasDepth: Bool) -> SessionCost.Camera {
    let format = device.activeFormat.numbers
    let configuration = streamConfiguration(of: nil)
    let override = videoMinFrameDurationOverride
    return SessionCost.Camera(
      width: configuration.width, height: configuration.height, isBinned: format.isBinned,
      maxRate: override.isValid ? min(format.maxFrameRate, 1 / override.seconds) : format.maxFrameRate,
      rate: 1 / configuration.frameDuration.seconds, physical: physical, hasDepth: hasDepth)
  }
}

extension AVCaptureDevice {
  /// A constituent alone shows its own view: that of its format of this size, and as much of it as the zoom factor leaves
  /// beyond the factor at which the virtual device would switch to it.
  func narrow(_ configuration: inout StreamConfiguration, to part: CameraID) {
    guard let camera = phone.description.camera(part) else { return }
    let binned = activeFormat.isVideoBinned
    let same = camera.formats.filter { $0.width == configuration.width && $0.height == configuration.height }
    if let format = same.first(where: { $0.isBinned == binned }) ?? same.first {
      configuration.fieldOfView = format.fieldOfView
    }
    let factors = [1] + self.camera.switchOverZoomFactors.value
    let index = self.camera.constituents.firstIndex(of: part) ?? 0
    configuration.zoom = max(1, configuration.zoom / factors[min(index, factors.count - 1)])
  }
}
