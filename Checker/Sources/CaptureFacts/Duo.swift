import SourceModel

/// A direction coordinator that the sources make.
public struct MadeCoordinator: Sendable {
  public let site: Site
  public let view: Site?
  public let deviceTypes: Site?
  /// The change handler, if it is written in place.
  public let handler: Site?
}

extension Program {
  /// Every `AVCaptureDeviceDirectionCoordinator(view:deviceTypes:changeHandler:)`.
  public func directionCoordinators(in unit: CodeUnit) -> [MadeCoordinator] {
    var found: [MadeCoordinator] = []
    unit.forEachExpression { site in
      guard case .call(let callee, let arguments) = site.expression.kind,
        callee.lastName == "AVCaptureDeviceDirectionCoordinator"
          || callee.names == ["AVCaptureDeviceDirectionCoordinator", "init"],
        arguments.contains(where: { $0.label == "view" })
      else { return }
      let handler = arguments.first { $0.label == "changeHandler" || $0.isTrailing }
      found.append(
        MadeCoordinator(
          site: site, view: arguments.first { $0.label == "view" }.map { site.inside($0.value) },
          deviceTypes: arguments.first { $0.label == "deviceTypes" }.map { site.inside($0.value) },
          handler: handler.map { site.inside($0.value) }))
    }
    return found
  }

  /// The names in a list such as `[.builtInWideAngleCamera]`, through constants and `+`; nil where something in it is not
  /// in sight.
  public func deviceTypes(_ site: Site) -> [String]? {
    let site = value(site)
    switch site.expression.core.kind {
    case .array(let elements):
      var names: [String] = []
      for element in elements {
        guard let name = value(site.inside(element)).expression.lastName,
          name.hasPrefix("builtIn") || name == "external"
            || name == "continuityCamera" || name == "deskViewCamera"
        else { return nil }
        names.append(name)
      }
      return names
    case .binary(let left, "+", let right):
      guard let first = deviceTypes(site.inside(left)), let second = deviceTypes(site.inside(right)) else {
        return nil
      }
      return first + second
    default: return nil
    }
  }
}

/// The Duo's front cameras by their own names.
public enum PhysicalFront {
  public static let types: Set<String> = ["builtInOuterUltraWideCamera", "builtInInnerUltraWideCamera"]
}
