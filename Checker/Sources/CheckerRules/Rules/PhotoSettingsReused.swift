import CaptureFacts
import SourceModel

/// One `AVCapturePhotoSettings` for several captures.
struct PhotoSettingsReused: Rule {
  let about = RuleDescription(
    name: "photo-settings-reused", severity: .error,
    summary: "one AVCapturePhotoSettings object is used for more than one capture",
    reason: """
      Each settings object has a uniqueID, and capturePhoto raises NSInvalidArgumentException for one that was used \
      before: the second photo stops the app. Make new settings for each capture; AVCapturePhotoSettings(from:) copies \
      kept ones with a new uniqueID.
      """,
    sources: ["Apple, AVCapturePhotoOutput.h: capturePhoto(with:delegate:)", "field report R142"],
    examples: [
      Example(
        "kept in a property",
        """
        import AVFoundation

        final class Camera: NSObject, AVCapturePhotoCaptureDelegate {
          let output = AVCapturePhotoOutput()
          private let settings = AVCapturePhotoSettings()

          func shoot() {
            ↓output.capturePhoto(with: settings, delegate: self)
          }
        }
        """),
      Example(
        "made once, used in a loop",
        """
        import AVFoundation

        func burst(_ output: AVCapturePhotoOutput, _ delegate: any AVCapturePhotoCaptureDelegate) {
          let settings = AVCapturePhotoSettings(format: [AVVideoCodecKey: AVVideoCodecType.hevc])
          for _ in 0..<3 {
            ↓output.capturePhoto(with: settings, delegate: delegate)
          }
        }
        """),
      Example(
        "twice in one function",
        """
        import AVFoundation

        final class Camera: NSObject, AVCapturePhotoCaptureDelegate {
          let output = AVCapturePhotoOutput()
          lazy var kept: AVCapturePhotoSettings = {
            let settings = AVCapturePhotoSettings()
            settings.flashMode = .auto
            return settings
          }()

          func pair() {
            let settings = AVCapturePhotoSettings()
            output.capturePhoto(with: settings, delegate: self)
            ↓output.capturePhoto(with: settings, delegate: self)
          }

          func single() {
            ↓self.output.capturePhoto(with: self.kept, delegate: self)
          }

          static let standard: AVCapturePhotoSettings = .init()
          func standard() {
            ↓output.capturePhoto(with: Self.standard, delegate: self)
          }
        }
        """),
      Example(
        "new settings for each capture",
        """
        import AVFoundation

        final class Camera: NSObject, AVCapturePhotoCaptureDelegate {
          let output = AVCapturePhotoOutput()
          var flash = AVCaptureDevice.FlashMode.auto

          func shoot() {
            let settings = AVCapturePhotoSettings()
            settings.flashMode = flash
            output.capturePhoto(with: settings, delegate: self)
          }
        }
        """),
      Example(
        "kept ones, copied",
        """
        import AVFoundation

        final class Camera: NSObject, AVCapturePhotoCaptureDelegate {
          let output = AVCapturePhotoOutput()
          let settings = AVCapturePhotoSettings()

          func shoot() {
            output.capturePhoto(with: AVCapturePhotoSettings(from: settings), delegate: self)
          }
        }
        """),
      Example(
        "made by a computed property, or new each time round",
        """
        import AVFoundation

        final class Camera: NSObject, AVCapturePhotoCaptureDelegate {
          let output = AVCapturePhotoOutput()
          var settings: AVCapturePhotoSettings { AVCapturePhotoSettings() }

          func burst() {
            for _ in 0..<3 {
              let settings = AVCapturePhotoSettings()
              output.capturePhoto(with: settings, delegate: self)
            }
            output.capturePhoto(with: self.settings, delegate: self)
          }
        }
        """),
      Example(
        "a variable property that is made anew before each capture",
        """
        import AVFoundation

        final class Camera: NSObject, AVCapturePhotoCaptureDelegate {
          let output = AVCapturePhotoOutput()
          var settings = AVCapturePhotoSettings()

          func shoot() {
            settings = AVCapturePhotoSettings()
            output.capturePhoto(with: settings, delegate: self)
          }
        }
        """),
    ],
    knownMisses: ["settings that a caller keeps and hands in twice"],
    knownFalseAlarms: ["a property of an object that lives for one capture only"])

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    program.units(naming: ["capturePhoto"]).flatMap { unit in
      var found: [Finding] = []
      var used: [Reference: Site] = [:]
      unit.forEachExpression { site in
        guard let call = site.call, call.name == "capturePhoto", let argument = call.argument("with"),
          let base = call.base, program.site(base, isA: ["AVCapturePhotoOutput"])
        else { return }
        let related = program.reference(argument).flatMap { used[$0] }
        if let reference = program.reference(argument) { used[reference] = argument }
        if isKept(program, argument) {
          found.append(
            Finding(
              self, at: site, "these settings are kept and used for every capture; the second one raises"))
        } else if isOutsideLoop(program, argument) {
          found.append(
            Finding(self, at: site, "these settings are made once, but the loop captures several times"))
        } else if let related, !isFreshBetween(program, argument, related),
          program.surelyBefore(site, { $0.expression === related.expression })
        {
          found.append(
            Finding(
              self, at: site, "these settings were used before; the second capture raises",
              related: [.init(related, "used here")]))
        }
      }
      return found
    }
  }

  /// The argument is a stored property that keeps its first value.
  private func isKept(_ program: Program, _ argument: Site) -> Bool {
    guard let name = argument.expression.lastName, let type = argument.unit.type,
      let property = program.types[type]?.properties[name], property.isStored,
      program.reference(argument)?.description == "self." + name || Self.isOfType(argument, type),
      let value = property.value, Self.makesSettings(value)
    else { return false }
    guard !property.isConstant, !property.has("lazy") else { return true }
    // A variable is right if anybody ever puts new settings into it.
    return !program.somewhere(inType: type, of: argument.file) { other in
      guard let assignment = other.assignment, assignment.name == name else { return false }
      return true
    }
  }

  /// `Self.settings`, `Camera.settings`.
  private static func isOfType(_ argument: Site, _ type: String) -> Bool {
    guard case .member(let base, _) = argument.expression.core.kind else { return false }
    return base.names == ["Self"] || base.names?.joined(separator: ".") == type
  }

  private static func makesSettings(_ value: Expression) -> Bool {
    switch value.core.kind {
    case .call(let callee, _):
      if case .closure(let function) = callee.core.kind {
        var found = false
        Node.function(function).walk { node, _ in
          if case .expression(let expression) = node, case .call(let made, _) = expression.kind,
            made.lastName == "AVCapturePhotoSettings"
          {
            found = true
          }
          return true
        }
        return found
      }
      return callee.lastName == "AVCapturePhotoSettings"
    default: return false
    }
  }

  /// The argument is a constant made outside a loop that holds the call.
  private func isOutsideLoop(_ program: Program, _ argument: Site) -> Bool {
    guard case .name(let name) = argument.expression.core.kind,
      case .local(let binding, let value?, _)? = program.definition(of: name, at: argument),
      binding.isConstant,
      Self.makesSettings(value.expression)
    else { return false }
    for node in argument.around {
      guard node.span.start > binding.span.end else { continue }
      switch node {
      case .statement(let statement):
        switch statement.kind {
        case .loop, .whileLoop, .repeatLoop: return true
        default: continue
        }
      case .function(let function) where function.form == .closure: return false
      default: continue
      }
    }
    return false
  }

  private func isFreshBetween(_ program: Program, _ argument: Site, _ earlier: Site) -> Bool {
    guard case .name(let name) = argument.expression.core.kind else { return true }
    return program.surelyBefore(argument) { other in
      guard let assignment = other.assignment, assignment.name == name else { return false }
      return other.span.start > earlier.span.end
    }
  }
}
