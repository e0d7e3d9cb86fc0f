import SourceModel

/// What Apple's interfaces say of the types of their members, as far as rules follow values through them.
public enum KnownTypes {
  /// One line each: `Owner.member: Type`, `static Owner.member: Type`, `Owner.function(): Type`, `Owner: Ancestor`.
  static let list = """
    AVCaptureDevice: NSObject
    static AVCaptureDevice.default(): AVCaptureDevice?
    static AVCaptureDevice.devices(): [AVCaptureDevice]
    static AVCaptureDevice.systemPreferredCamera: AVCaptureDevice?
    static AVCaptureDevice.userPreferredCamera: AVCaptureDevice?
    AVCaptureDevice.activeFormat: AVCaptureDevice.Format
    AVCaptureDevice.activePrimaryConstituent: AVCaptureDevice?
    AVCaptureDevice.constituentDevices: [AVCaptureDevice]
    AVCaptureDevice.deviceType: AVCaptureDevice.DeviceType
    AVCaptureDevice.formats: [AVCaptureDevice.Format]
    AVCaptureDevice.isVirtualDevice: Bool
    AVCaptureDevice.position: AVCaptureDevice.Position
    AVCaptureDevice.uniqueID: String
    AVCaptureDevice.videoZoomFactor: CGFloat
    AVCaptureDevice.minAvailableVideoZoomFactor: CGFloat
    AVCaptureDevice.maxAvailableVideoZoomFactor: CGFloat
    AVCaptureDevice.virtualDeviceSwitchOverVideoZoomFactors: [NSNumber]
    AVCaptureDevice.DiscoverySession: NSObject
    AVCaptureDevice.DiscoverySession.devices: [AVCaptureDevice]
    AVCaptureDevice.Format: NSObject
    AVCaptureDevice.Format.formatDescription: CMFormatDescription
    AVCaptureDevice.Format.supportedDepthDataFormats: [AVCaptureDevice.Format]
    AVCaptureDevice.Format.videoSupportedFrameRateRanges: [AVFrameRateRange]
    AVCaptureDevice.RotationCoordinator: NSObject
    AVCaptureDevice.RotationCoordinator.device: AVCaptureDevice?
    AVCaptureDevice.RotationCoordinator.videoRotationAngleForHorizonLevelPreview: CGFloat
    AVCaptureDevice.RotationCoordinator.videoRotationAngleForHorizonLevelCapture: CGFloat
    AVCaptureDevice.Position: RawRepresentable
    static AVCaptureDevice.Position.front: AVCaptureDevice.Position
    static AVCaptureDevice.Position.back: AVCaptureDevice.Position
    static AVCaptureDevice.Position.unspecified: AVCaptureDevice.Position
    AVCaptureDeviceInput: AVCaptureInput
    AVCaptureDeviceInput.device: AVCaptureDevice
    AVCaptureInput: NSObject
    AVCaptureInput.ports: [AVCaptureInput.Port]
    AVCaptureInput.Port: NSObject
    AVCaptureInput.Port.sourceDevicePosition: AVCaptureDevice.Position
    AVCaptureDeviceInput.ports(): [AVCaptureInput.Port]
    AVCaptureSession: NSObject
    AVCaptureSession.inputs: [AVCaptureInput]
    AVCaptureSession.outputs: [AVCaptureOutput]
    AVCaptureSession.connections: [AVCaptureConnection]
    AVCaptureSession.sessionPreset: AVCaptureSession.Preset
    AVCaptureSession.isRunning: Bool
    AVCaptureMultiCamSession: AVCaptureSession
    AVCaptureOutput: NSObject
    AVCaptureOutput.connections: [AVCaptureConnection]
    AVCaptureOutput.connection(): AVCaptureConnection?
    AVCapturePhotoOutput: AVCaptureOutput
    AVCaptureStillImageOutput: AVCaptureOutput
    AVCaptureFileOutput: AVCaptureOutput
    AVCaptureMovieFileOutput: AVCaptureFileOutput
    AVCaptureVideoDataOutput: AVCaptureOutput
    AVCaptureAudioDataOutput: AVCaptureOutput
    AVCaptureMetadataOutput: AVCaptureOutput
    AVCaptureDepthDataOutput: AVCaptureOutput
    AVCaptureDataOutputSynchronizer: NSObject
    AVCaptureConnection: NSObject
    AVCaptureConnection.output: AVCaptureOutput?
    AVCaptureConnection.videoPreviewLayer: AVCaptureVideoPreviewLayer?
    AVCaptureVideoPreviewLayer: CALayer
    AVCaptureVideoPreviewLayer.connection: AVCaptureConnection?
    AVCaptureVideoPreviewLayer.session: AVCaptureSession?
    AVCapturePhotoSettings: NSObject
    AVCapturePhotoBracketSettings: AVCapturePhotoSettings
    AVCaptureDeviceDirectionCoordinator: NSObject
    AVCaptureDeviceDirectionCoordinator.deviceDirections: AVCaptureDeviceDirectionMap
    AVCaptureDeviceDirectionMap: NSObject
    AVCaptureDeviceDirectionMap.forwardFacingDeviceDescriptors: [AVCaptureDeviceDescriptor]
    AVCaptureDeviceDirectionMap.backwardFacingDeviceDescriptors: [AVCaptureDeviceDescriptor]
    AVCaptureDeviceDescriptor: NSObject
    AVCaptureDeviceDescriptor.position: AVCaptureDevice.Position
    AVCaptureDeviceDescriptor.deviceType: AVCaptureDevice.DeviceType
    AVCaptureDeviceDescriptor.uniqueID: String
    AVFrameRateRange: NSObject
    AVFrameRateRange.maxFrameRate: Double
    AVFrameRateRange.minFrameRate: Double
    CMFormatDescription.dimensions: CMVideoDimensions
    CMVideoDimensions.width: Int32
    CMVideoDimensions.height: Int32
    UIScreen: NSObject
    static UIScreen.main: UIScreen
    UIScreen.bounds: CGRect
    UIScreen.nativeBounds: CGRect
    UIDevice: NSObject
    static UIDevice.current: UIDevice
    UIDevice.orientation: UIDeviceOrientation
    UIDeviceOrientation.rawValue: Int
    UIApplication: UIResponder
    static UIApplication.shared: UIApplication
    UIApplication.statusBarOrientation: UIInterfaceOrientation
    UIWindowScene: UIScene
    UIWindowScene.interfaceOrientation: UIInterfaceOrientation
    UIScene: UIResponder
    UIWindow: UIView
    UIWindow.windowScene: UIWindowScene?
    UIWindow.screen: UIScreen
    UIView: UIResponder
    UIView.layer: CALayer
    UIView.window: UIWindow?
    UIView.bounds: CGRect
    UIView.frame: CGRect
    UIViewController: UIResponder
    UIViewController.view: UIView
    UIViewController.interfaceOrientation: UIInterfaceOrientation
    UIHingeInteraction: NSObject
    UISceneAccessory: NSObject
    static UISceneAccessory.cameraCapture(): UISceneAccessory
    UISceneAccessoryRegistration: NSObject
    UISceneAccessoryRegistration.isAvailable: Bool
    UISceneAccessoryRegistration.isEnabled: Bool
    UIViewController.registerSceneAccessory(): UISceneAccessoryRegistration
    CGRect.size: CGSize
    CGRect.width: CGFloat
    CGRect.height: CGFloat
    CGSize.width: CGFloat
    CGSize.height: CGFloat
    DispatchQueue: NSObject
    static DispatchQueue.main: DispatchQueue
    static DispatchQueue.global(): DispatchQueue
    NotificationCenter: NSObject
    static NotificationCenter.default: NotificationCenter
    CALayer: NSObject
    """

  private struct Table {
    var members: [String: TypeName] = [:]
    var statics: [String: TypeName] = [:]
    var parents: [String: String] = [:]
    var names: Set<String> = []
  }

  private static let table: Table = {
    var table = Table()
    for line in list.split(separator: "\n") {
      var key = line.prefix { $0 != ":" }
      let type = line.dropFirst(key.count + 2)
      let isStatic = key.hasPrefix("static ")
      if isStatic { key = key.dropFirst(7) }
      // `AVCaptureDevice.Format: NSObject` names a type, `AVCaptureDevice.formats: …` a member.
      let last = key.split(separator: ".").last ?? key
      if last.first?.isUppercase == true {
        table.parents[String(key)] = String(type)
        table.names.insert(String(key))
        continue
      }
      table.names.insert(String(key.dropLast(last.count + 1)))
      if isStatic {
        table.statics[String(key)] = parse(type)
      } else {
        table.members[String(key)] = parse(type)
      }
    }
    return table
  }()

  private static func parse(_ text: Substring) -> TypeName {
    if text.hasSuffix("?") { return parse(text.dropLast()).optional }
    if text.hasPrefix("[") { return TypeName("Array", [parse(text.dropFirst().dropLast())]) }
    return TypeName(String(text))
  }

  /// Types of Apple that a file may name without the list above saying anything of their members.
  static func isType(_ name: String) -> Bool {
    if table.names.contains(name) { return true }
    let first = name.split(separator: ".").last ?? Substring(name)
    guard first.first?.isUppercase == true else { return false }
    return ["AV", "UI", "CA", "CG", "CM", "CV", "NS", "PH", "CI"].contains(String(name.prefix(2)))
      || ["Task", "Timer", "MainActor", "Thread", "Date", "URL", "Data"].contains(name)
  }

  /// The type, and what it inherits from, of Apple's types.
  static func ancestry(_ name: String) -> [String] {
    var found = [name]
    while let next = table.parents[found.last!], !found.contains(next) { found.append(next) }
    return found
  }

  static func type(of member: String, in owner: String, isStatic: Bool) -> TypeName? {
    for ancestor in ancestry(owner) {
      let key = ancestor + "." + member
      if let found = isStatic ? table.statics[key] : table.members[key] { return found }
    }
    return nil
  }

  /// What calling a type's name gives: an optional for initialisers that may fail.
  static func made(_ name: String, _ labels: [String?]) -> TypeName {
    let type = TypeName(name)
    return name == "AVCaptureDevice" && labels.first == "uniqueID" ? type.optional : type
  }

  /// What some functions of Apple hand to the closure that they are given.
  static func handed(_ function: String, _ owner: String?) -> TypeName? { nil }
}
