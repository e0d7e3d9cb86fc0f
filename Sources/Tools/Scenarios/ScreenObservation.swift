/// Which of an app's scenes something belongs to.
public enum ObservedScene: String, Codable, Sendable, Hashable, CaseIterable {
  /// An ordinary scene of the app.
  case application
  /// A camera capture accessory, on the outer display of an open phone.
  case cameraCaptureAccessory
}

/// A visible label.
public struct TextObservation: Codable, Sendable, Hashable {
  public var text: String
  /// Clipped to the display, in points of the interface.
  public var rect: RectRecord
  public var scene: ObservedScene

  public init(text: String, rect: RectRecord, scene: ObservedScene = .application) {
    self.text = text
    self.rect = rect
    self.scene = scene
  }
}

/// A window that is not hidden, whether or not anything of it can be seen.
public struct WindowObservation: Codable, Sendable, Hashable {
  /// In points of the interface, not clipped; a window without a surface has a width or height of 0.
  public var rect: RectRecord
  public var scene: ObservedScene

  public init(rect: RectRecord, scene: ObservedScene = .application) {
    self.rect = rect
    self.scene = scene
  }
}

/// How a preview layer lies in what it is drawn in, from its geometry and not from pixels.
public struct PreviewLayout: Codable, Sendable, Hashable {
  /// The layer's frame in its superlayer's space.
  public var frame: RectRecord
  /// The superlayer's bounds.
  public var container: RectRecord
  /// The rectangle round the layer on the display, in points of the interface, not clipped.
  public var onDisplay: RectRecord
  /// The layer's window on the display, in points of the interface.
  public var window: RectRecord
  /// `videoGravity`'s raw value.
  public var gravity: String
  /// How unevenly the video is scaled on the display: the larger of its two scales over the smaller one; 1 is even. A
  /// shear counts too. Nil without a frame.
  public var stretch: Double?
  /// What is drawn over more than a hundredth of the preview, the largest first: identifier, else label, else class.
  public var coveredBy: [String]
  /// One of these is a view controller that the app presents over the preview: a sheet, an alert.
  public var isBehindPresented: Bool

  public init(
    frame: RectRecord, container: RectRecord, onDisplay: RectRecord, window: RectRecord, gravity: String,
    stretch: Double? = nil, coveredBy: [String] = [],
    isBehindPresented: Bool = false
  ) {
    self.frame = frame
    self.container = container
    self.onDisplay = onDisplay
    self.window = window
    self.gravity = gravity
    self.stretch = stretch
    self.coveredBy = coveredBy
    self.isBehindPresented = isBehindPresented
  }
}
