import PhoneModel

/// The folding phone told again in plain words: no keyframes, no transitions; the hinge is walked in small steps, and
/// each step asks what it has passed. For comparison with the rules.
struct PlainPhone {
  var angle = 0.0
  var goal = 0.0
  /// Seconds of phone time.
  var now = 0.0, start = 0.0, end = 0.0, from = 0.0
  var outerIsLit = true, innerIsLit = false
  var appIsInside = false
  var isInSplitView = false
  var wasMovedByPerson = false
  var activity = "foreground"
  var isBehind = false, isUnderOverlay = false
  var isInCall = false, isWithdrawn = false, isCapturing = false, isSensitive = false
  var hasAccessory = false
  var thermal = ThermalLevel.nominal
  var light = 1.0
  /// For the four physical cameras.
  var unplugged: Set<CameraID> = []
  var taken: Set<CameraID> = []
  var streams: [CameraID: CaptureClient] = [:]
  /// What the person and the app hear of, since the last look.
  var heard: [String] = []

  static let parts: [CameraID: [CameraID]] = [
    .virtualFront: [.outerFront, .innerFront], .rearDualWide: [.rearUltraWide, .rearWide],
    .outerFront: [.outerFront], .innerFront: [.innerFront], .rearWide: [.rearWide],
    .rearUltraWide: [.rearUltraWide],
  ]

  private mutating func light(outer: Bool, inner: Bool) {
    if outer && !outerIsLit { heard.append("outer lit") }
    if inner && !innerIsLit { heard.append("inner lit") }
    if !outer && outerIsLit { heard.append("outer dark") }
    if !inner && innerIsLit { heard.append("inner dark") }
    (outerIsLit, innerIsLit) = (outer, inner)
  }

  private mutating func moveApp(inside: Bool) {
    light(outer: !inside, inner: inside)
    wasMovedByPerson = false
    if appIsInside == inside { return }
    appIsInside = inside
    if !inside { isInSplitView = false }
    heard.append(inside ? "app inside" : "app outside")
  }

  /// From one angle to the next, nearer than any two thresholds.
  private mutating func step(to next: Double) {
    let last = angle
    angle = next
    func rose(_ threshold: Double) -> Bool { last < threshold && threshold <= next }
    func fell(_ threshold: Double) -> Bool { last > threshold && threshold >= next }
    if rose(10) { light(outer: outerIsLit, inner: true) }
    if rose(90) { moveApp(inside: true) }
    if fell(70) { moveApp(inside: false) }
    if fell(10) && !appIsInside { light(outer: outerIsLit, inner: false) }
    judgeAccessory()
  }

  private var mayHaveAccessory: Bool {
    angle >= 170 && appIsInside && activity == "foreground" && !isInSplitView && isCapturing && !isWithdrawn
  }

  private mutating func judgeAccessory() {
    guard hasAccessory, !mayHaveAccessory else { return }
    hasAccessory = false
    heard.append("accessory off")
    if appIsInside { light(outer: false, inner: innerIsLit) }
  }

  /// Lets time pass.
  mutating func run(to time: Double) {
    while angle != goal || now < min(time, end) {
      if end > start && time < end {
        let wanted = from + (goal - from) * (time - start) / (end - start)
        walk(to: time <= start ? from : wanted)
        break
      }
      walk(to: goal)
      break
    }
    now = time
  }

  private mutating func walk(to wanted: Double) {
    let size = 0.25
    while abs(wanted - angle) > size { step(to: angle + (wanted > angle ? size : -size)) }
    step(to: wanted)
  }

  mutating func hinge(to wanted: Double, over seconds: Double) {
    (from, goal, start, end) = (angle, wanted, now, now + seconds)
    if seconds == 0 { walk(to: wanted) }
  }

  /// What the event does; false if it cannot happen.
  mutating func send(_ event: PhoneEvent) -> Bool {
    switch event {
    case .hinge(let wanted, let duration):
      guard wanted >= 0, wanted <= 180, duration.nanoseconds >= 0 else { return false }
      hinge(to: wanted, over: duration.seconds)
    case .moveApp(let display):
      if (display == .inner) == appIsInside { return true }
      if display == .inner && angle <= 5 { return false }
      moveApp(inside: display == .inner)
      wasMovedByPerson = display == .outer
    case .splitView(let isOn):
      if isOn && !appIsInside { return false }
      isInSplitView = isOn
    case .background: isBehind = true
    case .foreground: isBehind = false
    case .call(let isOn): isInCall = isOn
    case .overlay(let isOn): isUnderOverlay = isOn
    case .thermal(let level): thermal = level
    case .withdrawAccessory(let isOn): isWithdrawn = isOn
    case .audio: break
    case .sensitiveContent(let isOn): isSensitive = isOn
    case .mediaServicesReset: heard.append("reset")
    case .cameraControl: return false
    case .capturing(let isOn): isCapturing = isOn
    case .light(let level):
      if !(level >= 0 && level < .infinity) { return false }
      light = level
      heard.append("world")
    case .posters(let list):
      for poster in list {
        let size =
          poster.facing.x * poster.facing.x + poster.facing.y * poster.facing.y + poster.facing.z
          * poster.facing.z
        if !(size > 0 && size < .infinity && poster.width >= 0.001 && poster.width <= 100
          && poster.turn.isFinite)
        {
          return false
        }
        if !(poster.centre.x.isFinite && poster.centre.y.isFinite && poster.centre.z.isFinite) {
          return false
        }
      }
      heard.append("world")
    case .cameraStarted(let camera, let client): streams[camera] = client
    case .cameraStopped(let camera): streams[camera] = nil
    case .otherClient(let camera, let takes): return take(camera, takes)
    case .plug(let camera, let isConnected): return plug(camera, isConnected)
    case .accessoryShown(let isOn):
      if isOn && !mayHaveAccessory { return false }
      if isOn == hasAccessory { return true }
      hasAccessory = isOn
      heard.append(isOn ? "accessory on" : "accessory off")
      light(outer: isOn, inner: innerIsLit)
    default: preconditionFailure("not told here: \(event)")
    }
    let shown = isBehind ? "background" : isInCall || isUnderOverlay ? "inactive" : "foreground"
    if shown != activity { heard.append(shown) }
    activity = shown
    judgeAccessory()
    return true
  }

  private mutating func take(_ camera: CameraID, _ takes: Bool) -> Bool {
    guard let parts = Self.parts[camera] else { return false }
    if takes && (unplugged.contains(camera) || parts.contains(where: unplugged.contains)) { return false }
    for part in parts {
      if takes {
        if streams[part] == .app { heard.append("lost \(part) taken") }
        taken.insert(part)
        streams[part] = .other
      } else if taken.contains(part) {
        taken.remove(part)
        if streams[part] == .other { streams[part] = nil }
        heard.append("back \(part)")
      }
    }
    return true
  }

  private mutating func plug(_ camera: CameraID, _ isConnected: Bool) -> Bool {
    guard let parts = Self.parts[camera] else { return false }
    if isConnected == !unplugged.contains(camera) { return true }
    if isConnected {
      unplugged.remove(camera)
      heard.append("back \(camera)")
      return true
    }
    unplugged.insert(camera)
    if parts.count > 1 {
      heard.append("lost \(camera) unplugged")
    } else {
      if streams[camera] == .app { heard.append("lost \(camera) unplugged") }
      streams[camera] = nil
      taken.remove(camera)
    }
    return true
  }
}
