import PhoneHardware
import PhoneModel
import Scenarios

/// Which lines of the trace tell something that a rule counts from.
enum AppEvents {
  /// The event of a line with these fields; nil for all other lines.
  static func event(
    _ kind: String, _ fields: [(String, TraceValue)], at time: PhoneTime, in description: PhoneDescription
  ) -> AppEventRecord? {
    func text(_ name: String) -> String? {
      switch fields.first(where: { $0.0 == name })?.1 {
      case .text(let text): text
      case .list(let values):
        values.map { if case .text(let text) = $0 { text } else { "\($0)" } }.joined(separator: ", ")
      case .integer(let number): "\(number)"
      case .number, .bool, nil: nil
      }
    }
    func duration(_ name: String) -> PhoneDuration? {
      guard case .integer(let number) = fields.first(where: { $0.0 == name })?.1 else { return nil }
      return PhoneDuration(nanoseconds: Int64(number))
    }
    var exchange: String? { text("from").flatMap { from in text("to").map { "\(from) to \($0)" } } }
    func record(_ kind: AppEventRecord.Kind, _ detail: String? = nil) -> AppEventRecord {
      AppEventRecord(time: time, kind: kind, detail: detail)
    }
    /// The line's kind is its word of VER-42.
    func bad(_ detail: String) -> AppEventRecord {
      AppEventRecord(time: time, kind: .violation, detail: detail, name: kind)
    }
    switch kind {
    case "direction-handler-returned":
      // The first call tells where things stand; no camera turned.
      return text("call") == "1" ? nil : record(.directionHandlerReturned)
    case "input-replaced": return record(.inputReplaced, exchange)
    case "camera-switch":
      // A device that follows the zoom factor switches when the app asks for it.
      let device = text("device").map { CameraID(rawValue: $0) }
      guard device.flatMap(description.camera)?.switching == .followsDisplay else { return nil }
      return record(.virtualCameraSwitched, exchange)
    case "session-started": return record(.sessionStarted)
    case "session-stopped": return record(.sessionStopped)
    case "session-interrupted": return record(.sessionInterrupted, text("reason"))
    case "session-interruption-ended": return record(.interruptionEnded)
    case "violation":
      return AppEventRecord(time: time, kind: .violation, detail: text("detail"), name: text("rule"))
    case "constraints-unsatisfiable":
      return bad("the constraint \(text("broken") ?? "") was broken; it is about \(text("views") ?? "")")
    case "text-without-glyphs":
      return bad("no font has all characters of \"\(text("text") ?? "")\"; boxes are drawn for them")
    case "missing-font":
      return bad("UIFont(name: \"\(text("name") ?? "")\", size:) is nil: there is no such font here")
    case "symbol-without-picture":
      return bad("UIImage(systemName: \"\(text("name") ?? "")\") is nil: Diptych has no such symbol")
    case "configuration-race", "possible-deadlock": return text("detail").map(bad)
    case "session-failed": return bad("a session stopped with AVError \(text("code") ?? "")")
    case "frames-dropped":
      // A late frame is an app that is busy, which is its right; kept buffers end all delivery.
      guard text("reason") == "outOfBuffers" else { return nil }
      return bad(
        "the app keeps all buffers of a video data output, which delivers no more until one is given back")
    case "photo-undelivered": return record(.photoUndelivered, text("missing"))
    case "photo-failed": return record(.photoFailed, text("code").map { "AVError \($0)" })
    case "movie-undelivered": return record(.movieUndelivered, text("file"))
    case "touch":
      // A touch that arrived where it was meant to has nothing to tell.
      return text("detail").map { record(.touchAstray, $0) }
    case "touch-cancelled": return record(.touchAstray, text("detail"))
    case "world-fault":
      return record(.worldFault, text("path").flatMap { path in text("reason").map { "\(path): \($0)" } })
    case "main-thread-blocked":
      return AppEventRecord(
        time: time, kind: .mainThreadBlocked, detail: text("call"), over: duration("over"))
    case "main-thread-waited":
      guard let since = duration("since") else { return nil }
      return AppEventRecord(
        time: PhoneTime(nanoseconds: since.nanoseconds), kind: .mainThreadBlocked, over: duration("over"))
    default: return nil
    }
  }
}
