import DuoFoundation

/// A place that sound comes from or goes to. Immutable. Equal ones are equal by `isEqual`.
public class AVAudioSessionPortDescription: NSObject, @unchecked Sendable {
  // `@unchecked`: it holds one immutable value.
  let port: AudioPort

  init(_ port: AudioPort) { self.port = port }

  public var portType: AVAudioSession.Port { port.kind }
  public var portName: String { port.name }
  /// The same from run to run; says nothing.
  public var uid: String { port.id }
  public var channels: [AVAudioSessionChannelDescription]? {
    (1...port.channels).map { AVAudioSessionChannelDescription(port: port, number: $0) }
  }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? AVAudioSessionPortDescription)?.port == port
  }
  public override var hash: Int { port.hashValue }
  public override var description: String {
    "<AVAudioSessionPortDescription, type = \(port.kind.rawValue); name = \(port.name); UID = \(port.id)>"
  }
}

/// One channel of such a place. Immutable.
public class AVAudioSessionChannelDescription: NSObject, @unchecked Sendable {
  // `@unchecked`: it holds immutable values.
  public let channelName: String
  public let owningPortUID: String
  /// From 1 on.
  public let channelNumber: Int

  init(port: AudioPort, number: Int) {
    channelName = "\(port.name) \(number)"
    owningPortUID = port.id
    channelNumber = number
  }
}

/// Where sound comes from and goes to. Immutable.
public class AVAudioSessionRouteDescription: NSObject, @unchecked Sendable {
  // `@unchecked`: it holds one immutable value.
  let route: AudioRoute

  init(_ route: AudioRoute) { self.route = route }

  public var inputs: [AVAudioSessionPortDescription] { route.inputs.map(AVAudioSessionPortDescription.init) }
  public var outputs: [AVAudioSessionPortDescription] {
    route.outputs.map(AVAudioSessionPortDescription.init)
  }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? AVAudioSessionRouteDescription)?.route == route
  }
  public override var hash: Int { route.hashValue }
}
