import DuoFoundation
import Foundation
import PhoneModel

// Rectangles of interest in place of points, smooth and face-driven focus. Rectangles are parts of the picture with the
// sensor's native top up, (0, 0) top left.
extension AVCaptureDevice {
  // MARK: Smooth autofocus

  /// True where the lens moves. [inferred]
  public var isSmoothAutoFocusSupported: Bool { rules.hasAutoFocus }

  /// A slower search that disturbs movies less: twice the time here (assumed). Starts false. Needs the configuration lock;
  /// without support it raises `NSInvalidArgumentException`. Takes effect when `focusMode` is set again. [header]
  public var isSmoothAutoFocusEnabled: Bool {
    get { current.focus.isSmooth }
    set {
      configure("setSmoothAutoFocusEnabled:") { state throws(DeviceFault) in
        try rules.requireAutoFocus("smoothAutoFocusEnabled", "-isSmoothAutoFocusSupported")
        state.focus.isSmooth = newValue
      }
    }
  }

  // MARK: Faces

  /// Starts true. Needs the configuration lock; a fixed lens raises `NSInvalidArgumentException`. [header] [forum]
  public var automaticallyAdjustsFaceDrivenAutoFocusEnabled: Bool {
    get { current.focus.faces.isAutomatic }
    set {
      configure("setAutomaticallyAdjustsFaceDrivenAutoFocusEnabled:") { state throws(DeviceFault) in
        try rules.requireAutoFocus("automaticallyAdjustsFaceDrivenAutoFocusEnabled", "-autoFocusSystem")
        state.focus.faces.isAutomatic = newValue
      }
    }
  }

  /// True where the lens moves. Needs the configuration lock, and the automatic turned off before, else it raises
  /// `NSInvalidArgumentException`. [header] Faces change nothing here: a room without a point of interest is sharp throughout.
  public var isFaceDrivenAutoFocusEnabled: Bool {
    get { rules.hasAutoFocus && current.focus.faces.isEnabled }
    set {
      configure("setFaceDrivenAutoFocusEnabled:") { state throws(DeviceFault) in
        try rules.requireAutoFocus("faceDrivenAutoFocusEnabled", "-autoFocusSystem")
        try state.focus.faces.set(newValue, "automaticallyAdjustsFaceDrivenAutoFocusEnabled")
      }
    }
  }

  /// Starts true. Needs the configuration lock. [header]
  public var automaticallyAdjustsFaceDrivenAutoExposureEnabled: Bool {
    get { current.exposure.faces.isAutomatic }
    set {
      configure("setAutomaticallyAdjustsFaceDrivenAutoExposureEnabled:") { state throws(DeviceFault) in
        state.exposure.faces.isAutomatic = newValue
      }
    }
  }

  /// Starts true. Needs the configuration lock, and the automatic turned off before, else it raises
  /// `NSInvalidArgumentException`. [header] The people of the room are lit as the room is, so that faces change nothing.
  public var isFaceDrivenAutoExposureEnabled: Bool {
    get { current.exposure.faces.isEnabled }
    set {
      configure("setFaceDrivenAutoExposureEnabled:") { state throws(DeviceFault) in
        try state.exposure.faces.set(newValue, "automaticallyAdjustsFaceDrivenAutoExposureEnabled")
      }
    }
  }

  // MARK: Rectangles

  /// True where the lens moves (assumed).
  public var isFocusRectOfInterestSupported: Bool { rules.hasAutoFocus }
  /// True for every camera (assumed).
  public var isExposureRectOfInterestSupported: Bool { rules.takesPictures }
  /// A twentieth of the picture's width and height (assumed).
  public var minFocusRectOfInterestSize: CGSize { DeviceRules.leastRegion }
  /// A twentieth of the picture's width and height (assumed).
  public var minExposureRectOfInterestSize: CGSize { DeviceRules.leastRegion }

  /// The rectangle that stands for a focus point.
  public func defaultRectForFocusPoint(ofInterest pointOfInterest: CGPoint) -> CGRect {
    DeviceRules.region(around: pointOfInterest)
  }

  /// The rectangle that stands for an exposure point.
  public func defaultRectForExposurePoint(ofInterest pointOfInterest: CGPoint) -> CGRect {
    DeviceRules.region(around: pointOfInterest)
  }

  /// Setting it moves the point of interest to its middle; setting the point brings the point's own rectangle back; so does
  /// another format. Takes effect when `focusMode` is set again. Needs the configuration lock. Without support, outside the
  /// picture or smaller than the least size it raises `NSInvalidArgumentException`. [header]
  public var focusRectOfInterest: CGRect {
    get { current.focus.region ?? DeviceRules.region(around: current.focus.point) }
    set {
      configure("setFocusRectOfInterest:") { state throws(DeviceFault) in
        try rules.requireAutoFocus("focusRectOfInterest", "-isFocusRectOfInterestSupported")
        try DeviceRules.check(newValue)
        state.focus.region = newValue
        state.focus.point = CGPoint(x: newValue.midX, y: newValue.midY)
      }
    }
  }

  /// As `focusRectOfInterest`, for exposure.
  public var exposureRectOfInterest: CGRect {
    get { current.exposure.region ?? DeviceRules.region(around: current.exposure.point) }
    set {
      configure("setExposureRectOfInterest:") { state throws(DeviceFault) in
        try rules.requirePictures("exposureRectOfInterest", "-isExposureRectOfInterestSupported")
        try DeviceRules.check(newValue)
        state.exposure.region = newValue
        state.exposure.point = CGPoint(x: newValue.midX, y: newValue.midY)
      }
    }
  }
}

/// Whether faces lead an automatic, and who decides that.
struct FacesState: Hashable, Sendable {
  var isAutomatic = true
  var isEnabled = true

  mutating func set(_ value: Bool, _ automatic: String) throws(DeviceFault) {
    guard !isAutomatic else { throw .invalidArgument("- not allowed while \(automatic) is YES") }
    isEnabled = value
  }
}

extension DeviceRules {
  func requireAutoFocus(_ property: String, _ ask: String) throws(DeviceFault) {
    guard hasAutoFocus else {
      throw .invalidArgument("- the device does not support \(property). Use \(ask).")
    }
  }

  /// A microphone exposes nothing.
  func requirePictures(_ property: String, _ ask: String) throws(DeviceFault) {
    guard takesPictures else {
      throw .invalidArgument("- the device does not support \(property). Use \(ask).")
    }
  }

  static let leastRegion = CGSize(width: 0.05, height: 0.05)

  /// A tenth of the picture's width and height round a point (assumed).
  static func region(around point: CGPoint) -> CGRect {
    CGRect(x: point.x - 0.05, y: point.y - 0.05, width: 0.1, height: 0.1)
  }

  static func check(_ region: CGRect) throws(DeviceFault) {
    guard region.minX >= 0, region.minY >= 0, region.maxX <= 1, region.maxY <= 1,
      region.width >= leastRegion.width, region.height >= leastRegion.height
    else {
      throw .invalidArgument("- the passed rectOfInterest \(region) is outside the picture or too small")
    }
  }
}
