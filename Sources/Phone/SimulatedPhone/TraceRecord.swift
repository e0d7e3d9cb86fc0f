import PhoneHardware
import PhoneModel

/// A line of the trace before it is text.
enum TraceRecord {
  case event(PhoneEvent)
  case effect(PhoneEffect)
  case cameras(CameraLanes.Change)

  /// The lines, kind first.
  var lines: [(kind: String, fields: [(String, TraceValue)])] {
    switch self {
    case .event(let event): [("event", TraceFields.of(event))]
    case .effect(let effect): [TraceFields.of(effect)]
    case .cameras(let change): TraceFields.of(change)
    }
  }
}

enum TraceFields {
  static func of(_ event: PhoneEvent) -> [(String, TraceValue)] {
    func named(_ name: String, _ fields: (String, TraceValue)...) -> [(String, TraceValue)] {
      [("event", .text(name))] + fields
    }
    switch event {
    case .hinge(let angle, let duration):
      return named("hinge", ("to", .number(angle)), ("over", .integer(Int(duration.nanoseconds))))
    case .pose(let name, let duration):
      return named("pose", ("pose", .text(name)), ("over", .integer(Int(duration.nanoseconds))))
    case .turn(let turns): return named("turn", ("turns", .integer(turns.count)))
    case .moveApp(let display): return named("move-app", ("display", .text(display.rawValue)))
    case .splitView(let isOn): return named("split-view", ("on", .bool(isOn)))
    case .background: return named("background")
    case .foreground: return named("foreground")
    case .call(let isOn): return named("call", ("on", .bool(isOn)))
    case .overlay(let isOn): return named("overlay", ("on", .bool(isOn)))
    case .otherClient(let camera, let takes):
      return named("other-client", ("camera", .text(camera.rawValue)), ("takes", .bool(takes)))
    case .thermal(let level): return named("thermal", ("level", .text(level.rawValue)))
    case .plug(let camera, let isConnected):
      return named("plug", ("camera", .text(camera.rawValue)), ("connected", .bool(isConnected)))
    case .withdrawAccessory(let isOn): return named("withdraw-accessory", ("on", .bool(isOn)))
    case .sensitiveContent(let isOn): return named("sensitive-content", ("on", .bool(isOn)))
    case .mediaServicesReset: return named("media-services-reset")
    case .cameraControl(let gesture): return [("event", .text("camera-control"))] + of(gesture)
    case .light(let level): return named("light", ("level", .number(level)))
    case .world(let world): return [("event", .text("world"))] + of(world)
    case .posters(let posters):
      return named("posters", ("codes", .list(posters.map { .text("\($0.code.rawValue): \($0.text)") })))
    case .audio(let event): return of(event)
    case .cameraStarted(let camera, let client):
      return named("camera-started", ("camera", .text(camera.rawValue)), ("client", .text(client.rawValue)))
    case .cameraStopped(let camera): return named("camera-stopped", ("camera", .text(camera.rawValue)))
    case .capturing(let isOn): return named("capturing", ("on", .bool(isOn)))
    case .interfaceTurned(let turn): return named("interface-turned", ("turn", .integer(turn.count)))
    case .accessoryShown(let isOn): return named("accessory-shown", ("on", .bool(isOn)))
    }
  }

  static func of(_ gesture: CameraControlGesture) -> [(String, TraceValue)] {
    switch gesture {
    case .lightPress, .doubleLightPress: [("gesture", .text(gesture.name))]
    case .slide(let part): [("gesture", .text(gesture.name)), ("by", .number(part))]
    }
  }

  static func of(_ world: WorldDescription) -> [(String, TraceValue)] {
    switch world {
    case .room: [("world", "room")]
    case .panorama(let path): [("world", "panorama"), ("path", .text(path))]
    case .picture(let path): [("world", "picture"), ("path", .text(path))]
    case .movie(let movie):
      [
        ("world", "movie"), ("path", .text(movie.path)), ("playing", .text(movie.playing.rawValue)),
      ] + (movie.shape.map { [("shape", .text($0.rawValue))] } ?? [])
    case .colour(let red, let green, let blue):
      [("world", "colour"), ("colour", .list([.integer(red), .integer(green), .integer(blue)]))]
    }
  }

  static func of(_ effect: PhoneEffect) -> (kind: String, fields: [(String, TraceValue)]) {
    switch effect {
    case .displayLit(let display): ("display-lit", [("display", .text(display.rawValue))])
    case .displayDark(let display): ("display-dark", [("display", .text(display.rawValue))])
    case .accessoryShown(let isOn): ("accessory-display", [("shown", .bool(isOn))])
    case .appMoved(let from, let to):
      ("app-moved", [("from", .text(from.rawValue)), ("to", .text(to.rawValue))])
    case .activityChanged(let activity): ("app-activity", [("activity", .text(activity.rawValue))])
    case .hingeStarted(let from, let to): ("hinge-started", [("from", .number(from)), ("to", .number(to))])
    case .hingeRested(let angle): ("hinge-rested", [("angle", .number(angle))])
    case .hingeStatus(let status): ("hinge-status", [("status", .text(status.rawValue))])
    case .directionChanged(let angle): ("direction", [("angle", .number(angle))])
    case .placed(let pose): ("placed", pose.map { [("pose", .text($0))] } ?? [])
    case .cameraLost(let camera, let loss):
      ("camera-lost", [("camera", .text(camera.rawValue)), ("reason", .text(loss.rawValue))])
    case .cameraReturned(let camera): ("camera-returned", [("camera", .text(camera.rawValue))])
    case .worldChanged: ("world-changed", [])
    case .mediaServicesReset: ("media-services-reset", [])
    case .cameraControl(let gesture): ("camera-control", of(gesture))
    case .ignored(let reason): ("ignored", [("reason", .text(reason))])
    }
  }

  static func of(_ change: CameraLanes.Change) -> [(kind: String, fields: [(String, TraceValue)])] {
    let device: (String, TraceValue) = ("device", .text(change.device.rawValue))
    let stream: (String, TraceValue) = ("stream", .integer(change.stream))
    let frames: (String, TraceValue) = ("frames", .integer(change.frames))
    let stopped: [TraceValue] = change.stopped.map { .text($0.rawValue) }
    let started: [TraceValue] = change.started.map { .text($0.rawValue) }
    guard let first = change.first else {
      return [("camera-stop", [stream, device, ("cameras", .list(stopped)), frames])]
    }
    let when: (String, TraceValue) = ("first", .integer(Int(first.nanoseconds)))
    if change.stopped.isEmpty {
      return [("camera-start", [stream, device, ("cameras", .list(started)), when])]
    }
    return [
      (
        "camera-switch",
        [stream, device, ("from", .list(stopped)), ("to", .list(started)), when, frames]
      )
    ]
  }
}

extension TraceFields {
  static func of(_ event: AudioEvent) -> [(String, TraceValue)] {
    switch event {
    case .alarm(let isOn): [("event", "alarm"), ("on", .bool(isOn))]
    case .headset(let headset): [("event", "headset"), ("headset", .text(headset?.rawValue ?? "none"))]
    case .volume(let volume): [("event", "volume"), ("volume", .number(volume))]
    case .sound(.room): [("event", "sound"), ("sound", "room")]
    case .sound(.silence): [("event", "sound"), ("sound", "silence")]
    case .sound(.file(let path)): [("event", "sound"), ("sound", "file"), ("path", .text(path))]
    }
  }
}
