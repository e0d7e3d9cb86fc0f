/// What a capture session is made of, as a value: inputs with their ports, outputs and preview layers
/// (here called sinks), the links between them, and the preset. Two copies are held: what the app asked
/// for, and what the cameras do. They differ only inside a configuration block.
///
/// A refused change leaves the value as it was.
struct SessionGraph: Sendable {
  /// Names an object of the session.
  struct ID: Hashable, Sendable, ExpressibleByIntegerLiteral {
    var number: Int
    init(integerLiteral value: Int) { number = value }
    init(_ object: AnyObject) { number = Int(bitPattern: ObjectIdentifier(object)) }
  }

  struct Port: Equatable, Sendable {
    var id: ID
    /// Raw value of an `AVMediaType`.
    var media: String
  }

  struct Input: Equatable, Sendable {
    enum Source: Equatable, Sendable { case camera, microphone, other }
    var id: ID
    /// How messages name the input.
    var name: String
    var source: Source
    /// The ports that a link is formed from by itself; hidden ports of constituents are not among them.
    var ports: [Port]
    /// Raw values of the presets that the device supports.
    var presets: Set<String>
    /// Ports of a virtual camera's constituents: only links made by hand use them.
    var hidden: [HiddenPort] = []
    /// The camera that it is, as the phone names it; nil for another source.
    var camera: String?
  }

  struct HiddenPort: Equatable, Sendable {
    var port: Port
    /// The constituent, as the phone names it.
    var camera: String
  }

  struct Sink: Equatable, Sendable {
    enum Kind: Equatable, Sendable { case output, previewLayer }
    var id: ID
    /// How messages name the object; outputs of one class have one name.
    var className: String
    var kind: Kind
    /// Media it takes, raw values.
    var media: Set<String>
    /// Several of this class may be in one session.
    var mayRepeat: Bool
    /// Names of classes that cannot be in the same session.
    var excludes: Set<String> = []
    /// Takes pictures of a virtual camera's single constituent.
    var takesConstituents = true
  }

  struct Link: Equatable, Sendable {
    var id: ID
    var ports: [ID]
    var sink: ID
    var media: String
  }

  /// One consistent set of everything.
  struct Topology: Equatable, Sendable {
    var inputs: [Input] = []
    var sinks: [Sink] = []
    var links: [Link] = []
    var preset: String

    func input(ofPort port: ID) -> Input? {
      inputs.first { input in
        input.ports.contains { $0.id == port } || input.hidden.contains { $0.port.id == port }
      }
    }
    func links(into sink: ID) -> [Link] { links.filter { $0.sink == sink } }
    func sink(_ id: ID) -> Sink? { sinks.first { $0.id == id } }
  }

  /// What has to be done when a configuration block ends, in this order.
  enum Effect: Equatable, Sendable {
    case disconnected(ID)
    case removedInput(ID)
    case removedSink(ID)
    case addedInput(ID)
    case addedSink(ID)
    case connected(ID)
    /// The session chooses the device's format by this preset.
    case chooseFormat(input: ID, preset: String)
    case presetChanged(String)
  }

  /// Raw values that the rules name.
  static let inputPriority = "AVCaptureSessionPresetInputPriority"

  private(set) var requested: Topology
  private(set) var applied: Topology
  private(set) var depth = 0
  /// Inputs whose format the session has still to choose.
  private(set) var undecided: [ID] = []
  /// What several cameras may be in the session together; nil: only one.
  let multiCam: (@Sendable ([String]) -> Bool)?

  /// - Parameter multiCam: Says which cameras may run together, for a session of several; nil for an ordinary one.
  init(preset: String, multiCam: (@Sendable ([String]) -> Bool)? = nil) {
    self.multiCam = multiCam
    requested = Topology(preset: preset)
    applied = requested
  }

  var isConfiguring: Bool { depth > 0 }

  // MARK: Configuration blocks

  mutating func begin() { depth += 1 }

  /// Ends a block. The outermost end yields the effects; an inner one none. Nil without a block.
  mutating func commit() -> [Effect]? {
    guard depth > 0 else { return nil }
    depth -= 1
    guard depth == 0 else { return [] }
    let effects = Self.difference(from: applied, to: requested, undecided: undecided)
    applied = requested
    undecided = []
    return effects
  }

  private static func difference(from old: Topology, to new: Topology, undecided: [ID]) -> [Effect] {
    func gone<T>(_ a: [T], _ b: [T], _ id: KeyPath<T, ID>) -> [ID] {
      a.map { $0[keyPath: id] }.filter { x in !b.contains { $0[keyPath: id] == x } }
    }
    var effects: [Effect] = []
    effects += gone(old.links, new.links, \.id).map(Effect.disconnected)
    effects += gone(old.inputs, new.inputs, \.id).map(Effect.removedInput)
    effects += gone(old.sinks, new.sinks, \.id).map(Effect.removedSink)
    effects += gone(new.inputs, old.inputs, \.id).map(Effect.addedInput)
    effects += gone(new.sinks, old.sinks, \.id).map(Effect.addedSink)
    effects += gone(new.links, old.links, \.id).map(Effect.connected)
    if new.preset != inputPriority {
      for id in undecided where new.inputs.contains(where: { $0.id == id }) {
        effects.append(.chooseFormat(input: id, preset: new.preset))
      }
    }
    if old.preset != new.preset { effects.append(.presetChanged(new.preset)) }
    return effects
  }

  // MARK: Inputs

  func refusal(adding input: Input, isInOtherSession: Bool) -> SessionRefusal? {
    if requested.inputs.contains(where: { $0.id == input.id }) { return .inputAlreadyAdded }
    if isInOtherSession { return .inputInOtherSession }
    if input.source != .other, requested.inputs.contains(where: { $0.source == input.source }) {
      guard input.source == .camera, let multiCam else { return .secondInputOfItsKind }
      let cameras = (requested.inputs + [input]).filter { $0.source == .camera }.compactMap(\.camera)
      if !multiCam(cameras) { return .camerasCannotRunTogether(cameras) }
    }
    if input.source == .camera, requested.preset != Self.inputPriority,
      !input.presets.contains(requested.preset)
    {
      return .presetNotSupported(input: input.name, preset: requested.preset)
    }
    return nil
  }

  /// Adds an input. With `links`, forms a link from its first port of each medium to every sink that
  /// takes the medium and has none yet; `newID` names the links.
  mutating func add(
    _ input: Input, isInOtherSession: Bool, linking: Bool, newID: (Link.Draft) -> ID
  ) -> SessionRefusal? {
    if let refusal = refusal(adding: input, isInOtherSession: isInOtherSession) { return refusal }
    requested.inputs.append(input)
    if input.source == .camera { undecided.append(input.id) }
    if linking { for sink in requested.sinks { link(input, to: sink, newID) } }
    return nil
  }

  mutating func remove(input id: ID) {
    guard let input = requested.inputs.first(where: { $0.id == id }) else { return }
    let ports = Set(input.ports.map(\.id) + input.hidden.map(\.port.id))
    requested.links.removeAll { !ports.isDisjoint(with: $0.ports) }
    requested.inputs.removeAll { $0.id == id }
    undecided.removeAll { $0 == id }
  }

  // MARK: Outputs and preview layers

  func refusal(adding sink: Sink, isInOtherSession: Bool) -> SessionRefusal? {
    if requested.sinks.contains(where: { $0.id == sink.id }) { return .outputAlreadyAdded }
    if isInOtherSession { return .outputInOtherSession }
    if !sink.mayRepeat, multiCam == nil, requested.sinks.contains(where: { $0.className == sink.className }) {
      return .secondOutputOfItsKind(sink.className)
    }
    if let other = requested.sinks.first(where: {
      sink.excludes.contains($0.className) || $0.excludes.contains(sink.className)
    }) {
      return .outputsExclude(sink.className, other.className)
    }
    return nil
  }

  mutating func add(
    _ sink: Sink, isInOtherSession: Bool, linking: Bool, newID: (Link.Draft) -> ID
  ) -> SessionRefusal? {
    if let refusal = refusal(adding: sink, isInOtherSession: isInOtherSession) { return refusal }
    requested.sinks.append(sink)
    if linking { for input in requested.inputs { link(input, to: sink, newID) } }
    return nil
  }

  mutating func remove(sink id: ID) {
    requested.links.removeAll { $0.sink == id }
    requested.sinks.removeAll { $0.id == id }
  }

  private mutating func link(_ input: Input, to sink: Sink, _ newID: (Link.Draft) -> ID) {
    for port in input.ports
    where sink.media.contains(port.media)
      && !requested.links.contains(where: { $0.sink == sink.id && $0.media == port.media })
    {
      let draft = Link.Draft(ports: [port.id], sink: sink.id, media: port.media)
      requested.links.append(Link(id: newID(draft), ports: draft.ports, sink: draft.sink, media: draft.media))
    }
  }

  // MARK: Connections made by hand

  func refusal(adding link: Link, isInOtherSession: Bool) -> SessionRefusal? {
    if requested.links.contains(where: { $0.id == link.id }) { return .connectionAlreadyAdded }
    if isInOtherSession { return .connectionInOtherSession }
    guard let sink = requested.sink(link.sink) else { return .connectionWithoutOutput }
    if link.ports.isEmpty { return .connectionWithoutInput }
    if !sink.media.contains(link.media) { return .connectionOfWrongMedia(link.media, sink.className) }
    if requested.inputs.contains(where: { $0.hidden.contains { link.ports.contains($0.port.id) } }) {
      if multiCam == nil { return .constituentOutsideMultiCam }
      if !sink.takesConstituents { return .constituentNotTaken(sink.className) }
    }
    if requested.links(into: sink.id).contains(where: { $0.media == link.media }) {
      return .connectionTaken(sink.className)
    }
    return nil
  }

  /// Adds a connection whose ports' inputs are in the session when `portsAreHere`.
  mutating func add(_ link: Link, portsAreHere: Bool, isInOtherSession: Bool) -> SessionRefusal? {
    if let refusal = refusal(adding: link, isInOtherSession: isInOtherSession) { return refusal }
    guard portsAreHere else { return .connectionWithoutInput }
    requested.links.append(link)
    return nil
  }

  mutating func remove(link id: ID) { requested.links.removeAll { $0.id == id } }

  // MARK: Presets

  func refusal(preset: String) -> SessionRefusal? {
    if preset == Self.inputPriority { return nil }
    if multiCam != nil { return .presetOfSeveralCameras(preset) }
    for input in requested.inputs where input.source == .camera && !input.presets.contains(preset) {
      return .presetLacksACamera(preset: preset)
    }
    return nil
  }

  /// Takes format choice back into the session's hands, unless the preset is input priority.
  mutating func set(preset: String) -> SessionRefusal? {
    if let refusal = refusal(preset: preset) { return refusal }
    requested.preset = preset
    undecided = preset == Self.inputPriority ? [] : requested.inputs.filter { $0.source == .camera }.map(\.id)
    return nil
  }

  /// The app chose a format itself. Counts at once, inside a block too: the preset becomes input priority.
  /// Returns whether the preset changed by this.
  mutating func appChoseFormat() -> Bool {
    let changed = requested.preset != Self.inputPriority
    requested.preset = Self.inputPriority
    applied.preset = Self.inputPriority
    undecided = []
    return changed
  }
}

extension SessionGraph: Equatable {
  static func == (a: SessionGraph, b: SessionGraph) -> Bool {
    a.requested == b.requested && a.applied == b.applied && a.depth == b.depth && a.undecided == b.undecided
      && (a.multiCam == nil) == (b.multiCam == nil)
  }
}

extension SessionGraph.Link {
  /// A link that has no name yet.
  struct Draft: Equatable, Sendable {
    var ports: [SessionGraph.ID]
    var sink: SessionGraph.ID
    var media: String
  }
}
