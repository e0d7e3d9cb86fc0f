import DuoCoreMedia
import Foundation
import PhoneModel

/// Everything about a device that changes. A value; the device keeps the current one behind its mutex.
struct DeviceState: Sendable {
  var isConnected = true
  /// Calls of `lockForConfiguration()` that have not been answered by `unlockForConfiguration()`.
  var locks = 0
  /// Index into the description's formats.
  var format = 0
  /// `.invalid` stands for the format's default.
  var minFrameDuration = CMTime.invalid
  var maxFrameDuration = CMTime.invalid
  /// Raw value of the dynamic aspect ratio; nil when the format has none.
  var aspectRatio: String?
  var depth = DepthState()
  var zoom = ZoomState()
  /// The camera that feeds a virtual device; nil until it runs.
  var activeConstituent: CameraID?
  var switching = AVCaptureDevice.PrimaryConstituentDeviceSwitchingBehavior.unsupported
  var switchingConditions: AVCaptureDevice.PrimaryConstituentDeviceRestrictedSwitchingBehaviorConditions = []
  var focus = FocusState()
  var exposure = ExposureState()
  var whiteBalance = WhiteBalanceState()
  var torch = TorchState()
  var flashMode = AVCaptureDevice.FlashMode.off
  var hdr = VideoHDRState()
  /// Nil for the format's first.
  var colorSpace: AVCaptureColorSpace?
  /// The frame rate falls in low light.
  var adjustsFrameRate = false
  /// Nil for all.
  var fallbacks: [CameraID]?
  var isSubjectAreaMonitored = false
  /// Searches of automatics begun so far.
  var searches = 0
  /// What the phone says.
  var thermal = ThermalLevel.nominal
  var light = 1.0
  /// What pictures show of all this.
  var picture = PictureState()
}

struct ZoomState: Hashable, Sendable {
  var factor = 1.0
  var ramp: ZoomRamp?
  /// Movements begun so far.
  var movements = 0
}

/// A zoom movement: the factor changes by 2^(rate x seconds). [header]
struct ZoomRamp: Hashable, Sendable {
  var from, to: Double
  /// Doublings in a second, positive.
  var rate: Double
  var start: PhoneTime
  /// Tells a movement from the one that replaced it.
  var number: Int
}

struct FocusState: Hashable, Sendable {
  var mode = AVCaptureDevice.FocusMode.locked
  var point = CGPoint(x: 0.5, y: 0.5)
  /// 0 nearest, 1 furthest.
  var lensPosition: Float = 1
  var rangeRestriction = AVCaptureDevice.AutoFocusRangeRestriction.none
  /// Until the app chooses a lens position or a point: a small lens at its usual place.
  var isEverythingSharp = true
  /// Nil for that of the point.
  var region: CGRect?
  var isSmooth = false
  var faces = FacesState()
  var search: Search?
}

struct ExposureState: Hashable, Sendable {
  var mode = AVCaptureDevice.ExposureMode.continuousAutoExposure
  var point = CGPoint(x: 0.5, y: 0.5)
  /// Stops.
  var bias: Float = 0
  /// Stops that the point of interest asks for, over the whole picture's exposure.
  var spotStops = 0.0
  /// Nil for that of the point.
  var region: CGRect?
  var faces = FacesState()
  /// Beyond the highest ISO where the light asks for it.
  var mayBoost = false
  /// What the modes `custom` and `locked` keep.
  var held: ExposureReading?
  /// Seconds; nil for the automatic limit.
  var maxDuration: Double?
  var search: Search?
}

struct ExposureReading: Hashable, Sendable {
  /// Seconds.
  var duration: Double
  var iso: Double
}

struct WhiteBalanceState: Hashable, Sendable {
  var mode = AVCaptureDevice.WhiteBalanceMode.continuousAutoWhiteBalance
  /// Gains that the mode `locked` keeps; nil for what the automatic finds.
  var held: AVCaptureDevice.WhiteBalanceGains?
  var search: Search?
  /// What observers of the grey world's gains were told last.
  var grayWorld: AVCaptureDevice.WhiteBalanceGains?
}

struct TorchState: Hashable, Sendable {
  var mode = AVCaptureDevice.TorchMode.off
  /// 0...1, of the mode `on`.
  var level: Float = 1
}

/// An automatic that is looking for its value.
struct Search: Hashable, Sendable {
  /// Tells a search from the one that replaced it.
  var number: Int
  /// The mode becomes `locked` when the search ends.
  var locks: Bool
}
