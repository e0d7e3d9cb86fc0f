import CaptureFacts
import SourceModel

/// Which way a camera looks, decided by where it sits.
struct FacingFromPosition: Rule {
  let about = RuleDescription(
    name: "facing-from-position", severity: .warning,
    summary: "mirroring or facing is decided by position, which says where a camera sits, not where it looks",
    reason: """
      Both front cameras of a Duo report .front, and one of them faces away while the phone is open; the rear camera faces \
      the person when the open phone is turned around. Decide by the map of an AVCaptureDeviceDirectionCoordinator: mirror \
      what is forward, leave what is backward as it is. Code that only ever uses the virtual front camera is right until a \
      rear camera can face the person.
      """,
    sources: ["seeds 000 to 004: never infer facing from position", "Apple, tech talk 111465"],
    scenario: .init(
      "tour", reportRules: ["8", "11"],
      shows: "the person is not in the picture, or the preview is mirrored the wrong way"),
    examples: [
      Example(
        "mirrored by position",
        """
        import AVFoundation

        func update(_ layer: AVCaptureVideoPreviewLayer, _ device: AVCaptureDevice) {
          guard let connection = layer.connection, connection.isVideoMirroringSupported else { return }
          connection.automaticallyAdjustsVideoMirroring = false
          connection.isVideoMirrored = ↓device.position == .front
        }
        """),
      Example(
        "mirrored in a branch, by a kept position",
        """
        import AVFoundation
        import UIKit

        final class Camera {
          var currentPosition = AVCaptureDevice.Position.front
          let output = AVCapturePhotoOutput()

          func picture(_ image: UIImage) -> UIImage {
            if ↓currentPosition == .front {
              return mirrored(image)
            }
            return image
          }

          func mirrored(_ image: UIImage) -> UIImage { image }
        }
        """),
      Example(
        "chosen between the physical cameras",
        """
        import AVFoundation

        @available(iOS 27.1, *)
        final class Camera {
          var input: AVCaptureDeviceInput?
          let types: [AVCaptureDevice.DeviceType] = [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera]

          var showsPerson: Bool {
            guard let device = input?.device else { return false }
            return ↓device.position == .front
          }
        }
        """),
      Example(
        "a physical front camera discovered, and no coordinator anywhere",
        """
        import AVFoundation

        @available(iOS 27.1, *)
        final class Camera {
          func frontCamera() -> AVCaptureDevice? {
            let types: [AVCaptureDevice.DeviceType] = [.builtInOuterUltraWideCamera, .builtInInnerUltraWideCamera]
            return ↓AVCaptureDevice.DiscoverySession(deviceTypes: types, mediaType: .video, position: .front).devices.first
          }
        }
        """),
      Example(
        "a switch over the position",
        """
        import AVFoundation

        func mirrors(_ device: AVCaptureDevice) -> Bool {
          switch ↓device.position {
          case .front: return true
          default: return false
          }
        }
        """),
      Example(
        "decided by the map",
        """
        import AVKit

        @available(iOS 27.1, *)
        func previewMirroring(_ camera: AVCaptureDeviceDescriptor, _ map: AVCaptureDeviceDirectionMap) -> Bool? {
          let facesViewer = map.forwardFacingDeviceDescriptors.contains(camera)
          let facesAway = map.backwardFacingDeviceDescriptors.contains(camera)
          if camera.position == .back && facesViewer { return true }
          if camera.position == .front && facesAway { return false }
          return nil
        }
        """),
      Example(
        "preferred among those that face forward",
        """
        import AVKit

        @available(iOS 27.1, *)
        func next(_ map: AVCaptureDeviceDirectionMap) -> AVCaptureDeviceDescriptor? {
          let forward = map.forwardFacingDeviceDescriptors
          return forward.first { $0.position == .front } ?? forward.first
        }
        """),
      Example(
        "through a constant, and by the port of an input",
        """
        import AVFoundation

        func mirror(_ session: AVCaptureSession, _ connection: AVCaptureConnection) {
          guard connection.isVideoMirroringSupported else { return }
          connection.automaticallyAdjustsVideoMirroring = false
          let isFront = session.inputs.contains { ↓($0 as? AVCaptureDeviceInput)?.device.position == .front }
          connection.isVideoMirrored = isFront
        }

        func connect(_ port: AVCaptureInput.Port, to layer: AVCaptureVideoPreviewLayer) -> AVCaptureConnection {
          let connection = AVCaptureConnection(inputPort: port, videoPreviewLayer: layer)
          guard connection.isVideoMirroringSupported else { return connection }
          connection.automaticallyAdjustsVideoMirroring = false
          connection.isVideoMirrored = ↓port.sourceDevicePosition == .front
          return connection
        }
        """),
      Example(
        "a toggle between front and rear",
        """
        import AVFoundation

        final class Camera {
          var position = AVCaptureDevice.Position.front

          func toggle() {
            position = position == .front ? .back : .front
          }

          func device() -> AVCaptureDevice? {
            AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: position)
          }
        }
        """),
      Example(
        "a camera found by its position",
        """
        import AVFoundation

        func rear(_ devices: [AVCaptureDevice]) -> AVCaptureDevice? {
          devices.first { $0.position == .back }
        }
        """),
    ],
    knownMisses: ["a flag set by position in one function and read for mirroring in another"],
    knownFalseAlarms: ["saved photos that an app mirrors for its own reasons"])

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    let usesPhysical = !program.units(naming: PhysicalFront.types).isEmpty
    let hasCoordinator = program.units(naming: ["AVCaptureDeviceDirectionCoordinator"]).contains {
      !program.directionCoordinators(in: $0).isEmpty
    }
    return program.units(naming: ["front", "back", "DiscoverySession"]).flatMap { unit -> [Finding] in
      var found = usesPhysical && !hasCoordinator ? choices(program, unit) : []
      unit.forEachExpression { site in
        guard let (place, device) = question(program, site), !knowsDirection(program, site) else { return }
        if mirrors(site) {
          found.append(
            Finding(self, at: place, "mirroring is decided by position, which says where a camera sits"))
        } else if usesPhysical, device, saysWhoIsSeen(site) {
          found.append(
            Finding(
              self, at: place, "facing is decided by position, and both physical front cameras say .front"))
        }
      }
      return found
    }
  }

  /// The first of the physical front cameras, in a program without a direction coordinator.
  private func choices(_ program: Program, _ unit: CodeUnit) -> [Finding] {
    var found: [Finding] = []
    unit.forEachExpression { site in
      guard let call = site.call, call.name == "DiscoverySession", let list = call.argument("deviceTypes"),
        call.argument("position")?.expression.lastName != "back"
      else { return }
      var names: Set<String> = []
      Node.expression(program.value(list).expression).walk { node, _ in
        if case .expression(let expression) = node, let name = expression.lastName { names.insert(name) }
        return true
      }
      guard !names.isDisjoint(with: PhysicalFront.types), takesFirst(site) else { return }
      found.append(
        Finding(
          self, at: site,
          "a physical front camera is taken by position; no direction coordinator says which way it looks"))
    }
    return found
  }

  /// `DiscoverySession(…).devices.first`, directly or of a kept session.
  private func takesFirst(_ site: Site) -> Bool {
    for node in site.around.reversed() {
      switch node {
      case .expression(let outer):
        if ["first", "last", "randomElement"].contains(outer.lastName ?? "") { return true }
      case .statement(let statement):
        guard case .bind(let binding) = statement.kind, let name = binding.names.first else { return false }
        var found = false
        site.unit.root.walk { inner, _ in
          if case .expression(let expression) = inner, let names = expression.names, names.first == name,
            names.last == "first"
          {
            found = true
          }
          return !found
        }
        return found
      default: break
      }
    }
    return false
  }

  /// A comparison of a position, or the subject of a switch over one; `device` if it is read from a camera.
  private func question(_ program: Program, _ site: Site) -> (place: Site, device: Bool)? {
    switch site.expression.kind {
    case .binary(let left, "==", let right), .binary(let left, "!=", let right):
      for (side, other) in [(left, right), (right, left)] {
        guard ["front", "back"].contains(other.lastName ?? ""), isPosition(program, site.inside(side)) else {
          continue
        }
        return (site, isOfDevice(program, site.inside(side)))
      }
      return nil
    case .member, .name:
      guard case .statement(let statement)? = site.around.last,
        case .switch(let subject, let cases) = statement.kind,
        subject === site.expression,
        cases.contains(where: { $0.patterns.contains { $0.lastName == "front" } }),
        isPosition(program, site)
      else { return nil }
      return (site, isOfDevice(program, site))
    default: return nil
    }
  }

  private func isPosition(_ program: Program, _ site: Site) -> Bool {
    program.type(of: site)?.base == "AVCaptureDevice.Position" && !isOfDescriptor(program, site)
  }

  private func isOfDevice(_ program: Program, _ site: Site) -> Bool {
    guard let (base, name) = program.value(site).member else { return false }
    return switch program.type(of: base)?.base {
    case "AVCaptureDevice": name == "position"
    case "AVCaptureInput.Port": name == "sourceDevicePosition"
    default: false
    }
  }

  private func isOfDescriptor(_ program: Program, _ site: Site) -> Bool {
    guard let (base, _) = program.value(site).member else { return false }
    return program.type(of: base)?.base == "AVCaptureDeviceDescriptor"
  }

  /// The question is asked together with the direction.
  private func knowsDirection(_ program: Program, _ site: Site) -> Bool {
    var names: [String] = []
    for node in site.around {
      switch node {
      case .expression(let outer):
        if case .binary(_, "&&", _) = outer.kind { names += Self.names(node) }
        if case .binary(_, "||", _) = outer.kind { names += Self.names(node) }
      case .statement(let statement):
        if case .branch(let branch) = statement.kind {
          for condition in branch.conditions {
            for child in condition.children { names += Self.names(child) }
          }
        }
      case .function(let function): names += function.parameters.map { $0.type?.base ?? "" }
      default: break
      }
    }
    return names.contains { name in
      let lower = name.lowercased()
      return ["forward", "backward", "faces", "direction"].contains(where: lower.contains)
    }
  }

  private static func names(_ node: Node) -> [String] {
    var found: [String] = []
    node.walk { inner, _ in
      if case .expression(let expression) = inner, let name = expression.lastName { found.append(name) }
      return true
    }
    return found
  }

  /// Does the answer go into mirroring?
  private func mirrors(_ site: Site) -> Bool {
    for (depth, node) in site.around.enumerated().reversed() {
      switch node {
      case .expression(let outer):
        switch outer.kind {
        case .assign(let target, _, _): return Self.isMirror(target.lastName)
        case .call(let callee, let arguments):
          if Self.isMirror(callee.lastName) { return true }
          if Self.predicates.contains(callee.lastName) { break }
          if let argument = arguments.first(where: { $0.value.span.contains(site.span) }) {
            return Self.isMirror(argument.label)
          }
        default: break
        }
      case .statement(let statement):
        switch statement.kind {
        case .bind(let binding):
          return Self.isMirror(binding.names.first) || isReadForMirroring(binding, site)
        case .branch(let branch):
          guard branch.conditions.contains(where: { $0.span.contains(site.span) }) else { return false }
          return Self.mentionsMirror(.block(branch.then))
            || (branch.otherwise.map { Self.mentionsMirror(in: $0) } ?? false)
        case .switch(let subject, let cases):
          guard subject.span.contains(site.span) else { return false }
          return cases.contains { Self.mentionsMirror(.block($0.block)) } || isResultOfMirror(site, depth)
        case .return: return isResultOfMirror(site, depth)
        case .guard, .loop, .whileLoop: return false
        default: break
        }
      case .function(let function):
        // `inputs.contains { $0.device.position == .front }`
        if function.form == .closure, isPredicate(function, site, depth) { continue }
        return function.form != .closure && Self.isMirror(function.name)
          && function.body?.statements.count == 1
      case .property(let property): return Self.isMirror(property.name)
      case .block, .type: break
      }
    }
    return false
  }

  /// `let isFront = …` before `connection.isVideoMirrored = isFront` in the same function.
  private func isReadForMirroring(_ binding: Binding, _ site: Site) -> Bool {
    guard let name = binding.names.first, binding.isWhole else { return false }
    var found = false
    site.unit.forEachExpression { other in
      guard !found, other.span.start > site.span.end, let assignment = other.assignment,
        Self.isMirror(assignment.name), case .name(name) = assignment.value.expression.core.kind
      else { return }
      found = true
    }
    return found
  }

  /// A closure that a sequence asks about each of its elements.
  private func isPredicate(_ function: Function, _ site: Site, _ depth: Int) -> Bool {
    guard function.body?.statements.count == 1,
      let call = CallOfClosure(function, around: Array(site.around[...depth]))
    else { return false }
    return Self.predicates.contains(call.callee.lastName)
  }

  private static let predicates: Set<String?> = ["contains", "allSatisfy"]

  private func isResultOfMirror(_ site: Site, _ depth: Int) -> Bool {
    for node in site.around[..<depth].reversed() {
      if case .function(let function) = node, function.form != .closure {
        return Self.isMirror(function.name)
          || (function.form == .accessor && Self.isMirror(site.unit.property?.name))
      }
    }
    return false
  }

  private static func isMirror(_ name: String?) -> Bool { name?.lowercased().contains("mirror") ?? false }

  private static func mentionsMirror(in otherwise: Branch.Otherwise) -> Bool {
    switch otherwise {
    case .block(let block): mentionsMirror(.block(block))
    case .branch(let statement): mentionsMirror(.statement(statement))
    }
  }

  /// Sets mirroring, calls something that mirrors, or flips with a transform.
  private static func mentionsMirror(_ node: Node) -> Bool {
    var found = false
    node.walk { inner, _ in
      if case .expression(let expression) = inner {
        switch expression.kind {
        case .assign(let target, _, _) where isMirror(target.lastName): found = true
        case .call(let callee, let arguments):
          if isMirror(callee.lastName) { found = true }
          if arguments.contains(where: { argument in
            guard argument.label == "scaleX" else { return false }
            if case .prefix("-", _) = argument.value.kind { return true }
            return false
          }) {
            found = true
          }
        default: break
        }
      }
      return !found
    }
    return found
  }

  /// Is the answer kept or given back as who is in the picture, rather than used to find a camera?
  private func saysWhoIsSeen(_ site: Site) -> Bool {
    for node in site.around.reversed() {
      switch node {
      case .function(let function): return function.form != .closure
      case .expression(let outer):
        if case .ternary(_, let first, let second) = outer.kind {
          return !["front", "back"].contains(first.lastName ?? "")
            || !["front", "back"].contains(second.lastName ?? "")
        }
      case .statement(let statement):
        switch statement.kind {
        case .bind, .return, .branch: return true
        default: break
        }
      case .property: return true
      default: break
      }
    }
    return false
  }
}
