import DuoFoundation
import DuoQuartzCore
import Foundation
import PhoneHardware
import PhoneModel

/// Shows what a session's camera sees. [docs]
///
/// The picture is turned and mirrored as the layer's connection says, and fitted as `videoGravity` says. The layer may
/// be used on the main thread while the session runs elsewhere. Nothing is drawn unless a display shows the layer.
open class AVCaptureVideoPreviewLayer: CALayer {
  let feed = PreviewFeed()
  private let held = Guarded<AVCaptureSession?>(nil)
  private let gravity = Guarded(AVLayerVideoGravity.resizeAspect)

  public override init() {
    super.init()
    feed.start(for: self)
  }

  /// A layer that is connected to the session's first camera. [header]
  public init(session: AVCaptureSession) {
    super.init()
    feed.start(for: self)
    self.session = session
  }

  /// A layer to be connected with `AVCaptureSession.addConnection(_:)`. [header]
  public init(sessionWithNoConnection session: AVCaptureSession) {
    super.init()
    feed.start(for: self)
    setSessionWithNoConnection(session)
  }

  /// A copy of another layer's values; it is in no session.
  public override init(layer: Any) {
    super.init(layer: layer)
    feed.start(for: self)
    if let other = layer as? AVCaptureVideoPreviewLayer { videoGravity = other.videoGravity }
  }

  /// Stops the process: Diptych has no archives of layers.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  deinit {
    guard let session = held.withLock({ $0 }) else { return }
    SessionMembership.leave(self)
    session.engine.remove(layer: SessionGraph.ID(self), feed: feed)
  }

  // MARK: Session

  /// The layer keeps the session alive. Setting it forms a connection; nil takes the layer out, and its connection
  /// becomes nil. [header]
  public var session: AVCaptureSession? {
    get { held.withLock { $0 } }
    set {
      CaptureCall.note("AVCaptureVideoPreviewLayer.session")
      setSession(newValue, linking: true)
    }
  }

  /// Sets the session without forming a connection. [header]
  public func setSessionWithNoConnection(_ session: AVCaptureSession) {
    CaptureCall.note("AVCaptureVideoPreviewLayer.setSessionWithNoConnection")
    setSession(session, linking: false)
  }

  private func setSession(_ session: AVCaptureSession?, linking: Bool) {
    let old = held.withLock { held in
      defer { held = session }
      return held
    }
    if old === session { return }
    if let old {
      SessionMembership.leave(self)
      old.engine.remove(layer: SessionGraph.ID(self), feed: feed)
      feed.clear()
    }
    session?.engine.add(self, linking: linking)
  }

  /// A new object after every change of the session's camera. [docs]
  public var connection: AVCaptureConnection? { session?.engine.connections(to: self).first }

  /// Observable: true from the first frame that comes through the present connection until it stops.
  /// Told on a queue of the layer.
  public var isPreviewing: Bool { feed.isPreviewing }

  /// `.resizeAspect` at first.
  public var videoGravity: AVLayerVideoGravity {
    get { gravity.withLock { $0 } }
    set { gravity.withLock { $0 = newValue } }
  }

  // MARK: Conversions

  /// From the layer's points to the device's space: (0, 0) top left to (1, 1) bottom right of the unturned picture.
  /// Follows gravity, rotation and mirroring; points beside the picture lie outside 0...1. [docs] [inferred]
  ///
  /// Without a connection, or while the layer is empty, there is nothing to convert with and the result is (0, 0)
  /// (assumed).
  public func captureDevicePointConverted(fromLayerPoint point: CGPoint) -> CGPoint {
    geometry?.devicePoint(fromLayer: point) ?? .zero
  }

  /// The way back of `captureDevicePointConverted(fromLayerPoint:)`.
  public func layerPointConverted(fromCaptureDevicePoint point: CGPoint) -> CGPoint {
    geometry?.layerPoint(fromDevice: point) ?? .zero
  }

  /// The rectangle round the converted corners, in the device's space.
  public func metadataOutputRectConverted(fromLayerRect rect: CGRect) -> CGRect {
    geometry?.deviceRect(fromLayer: rect) ?? .zero
  }

  /// The rectangle round the converted corners, in the layer's points.
  public func layerRectConverted(fromMetadataOutputRect rect: CGRect) -> CGRect {
    geometry?.layerRect(fromDevice: rect) ?? .zero
  }

  private var geometry: PreviewGeometry? { currentGeometry }

  /// How the picture of the connected camera lies in the layer; nil without one, or in an empty layer.
  var currentGeometry: PreviewGeometry? {
    guard let connection, let device = connection.device else { return nil }
    let geometry = geometry(of: device.streamConfiguration, connection.current, bounds)
    return geometry.isUsable ? geometry : nil
  }

  private func geometry(
    of picture: StreamConfiguration, _ connection: ConnectionState, _ bounds: CGRect
  ) -> PreviewGeometry {
    PreviewGeometry(
      pictureWidth: Double(picture.width), pictureHeight: Double(picture.height),
      rotation: connection.rotation,
      isMirrored: connection.isMirrored, gravity: videoGravity, bounds: bounds)
  }

  // MARK: For the host

  /// What the layer shows at this moment; nil when it shows nothing.
  package var shown: ShownPreview? { shown(in: bounds) }

  /// What the layer shows at this moment with these bounds, which an animation may have given it.
  package func shown(in bounds: CGRect) -> ShownPreview? {
    guard let shown = feed.shown else { return nil }
    let geometry = geometry(of: shown.frame.configuration, shown.connection.object.current, bounds)
    guard geometry.isUsable else { return nil }
    let source = source
    return ShownPreview(
      frame: shown.frame, window: geometry.window, visible: geometry.visible,
      deviceUniqueID: shown.device.object.uniqueID, connectedDeviceUniqueID: source.deviceUniqueID,
      connectedCamera: source.camera, isInterrupted: source.isInterrupted, isRunning: source.isRunning)
  }

  /// What the layer is connected to at this moment, whether or not it shows anything.
  package var source: PreviewSource {
    let connection = connection
    let device = connection?.device
    return PreviewSource(
      deviceUniqueID: device?.uniqueID, camera: connection.flatMap { session?.engine.activeCamera(of: $0) },
      isInterrupted: session?.isInterrupted ?? false, isRunning: session?.isRunning ?? false,
      isDisabled: connection.map { !$0.isEnabled } ?? false)
  }
}

extension AVCaptureVideoPreviewLayer: KeyValueObservable {
  public typealias ObservedRoot = AVCaptureVideoPreviewLayer
  public static var observableKeyPaths: [PartialKeyPath<AVCaptureVideoPreviewLayer>] { [\.isPreviewing] }
}

/// What a preview layer's frames come from, for whoever composes the display's picture.
package struct PreviewSource: Hashable, Sendable {
  /// The device that the layer is connected to; nil for none.
  package var deviceUniqueID: String?
  /// The physical camera that feeds it; nil while it does not stream.
  package var camera: CameraID?
  package var isInterrupted: Bool
  package var isRunning: Bool
  /// The app has disabled the layer's connection.
  package var isDisabled = false
}

/// A layer that shows pictures of a camera, or may: its picture is composed and judged apart from the rest.
package protocol FrameShowing: CALayer {
  var videoGravity: AVLayerVideoGravity { get }
  /// What it shows at this moment with these bounds; nil when it shows nothing.
  func shown(in bounds: CGRect) -> ShownPreview?
  /// Where its pictures come from; nil for a layer that is no preview now.
  var previewSource: PreviewSource? { get }
}

extension AVCaptureVideoPreviewLayer: FrameShowing {
  package var previewSource: PreviewSource? { source }
}

/// What a preview layer shows, for whoever composes the display's picture.
package struct ShownPreview: Sendable {
  /// The newest frame; `frame.camera` is the physical camera that it came from.
  package var frame: SensorFrame
  /// What has to be drawn of the frame to fill `visible`.
  package var window: FrameWindow
  /// The part of the layer that the picture covers, in the layer's own points.
  package var visible: CGRect
  /// The device that the frame came through.
  package var deviceUniqueID: String
  /// The device that the layer is connected to now: another one while a switch is under way; nil for none.
  package var connectedDeviceUniqueID: String?
  /// The physical camera that feeds the connected device now; nil while it does not stream.
  package var connectedCamera: CameraID?
  package var isInterrupted: Bool
  package var isRunning: Bool
  /// The app made the picture: of which camera it is, and when, nobody knows. Camera, time and configuration of `frame`
  /// mean nothing but the picture's size.
  package var isMadeByApp = false
  /// What the camera saw, behind the pixels that are shown.
  package var exposure: any FrameImager { (frame.imager as? BufferImager)?.exposure ?? frame.imager }
  /// The frame is black because the app may not use the camera.
  package var isWithheld: Bool { exposure is BlackImager }
}
