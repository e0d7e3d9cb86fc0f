import CaptureFacts
import SourceModel

extension Program {
  /// What people tap: a control of UIKit, a class of the program that is one, or a stack that holds one.
  func isControl(_ site: Site) -> Bool {
    guard let type = type(of: site)?.base else { return false }
    if isType(type, among: Self.controls) { return true }
    return type == "UIStackView" && isStackOfControls(site)
  }

  private static let controls: Set<String> = [
    "UIControl", "UIButton", "UISwitch", "UISlider", "UISegmentedControl", "UIStepper",
  ]

  private func isStackOfControls(_ site: Site) -> Bool {
    guard let stack = reference(site) else { return false }
    if holdsControl(value(site)) { return true }
    if let name = site.expression.lastName, let type = site.unit.type,
      let property = types[type]?.properties[name], let value = property.value, let unit = unit(of: property),
      holdsControl(Site(unit: unit, expression: value, around: [.property(property)]))
    {
      return true
    }
    return (units + neighbours).contains { unit in
      unit.type == site.unit.type
        && somewhere(in: unit) { other in
          guard let call = other.call, call.name == "addArrangedSubview", let base = call.base,
            let added = call.argument(nil)
          else { return false }
          return self.reference(base) == stack && self.isControl(added)
        }
    }
  }

  /// Where a property's initial value and accessors are looked at; nil where no rule looks into its file.
  func unit(of property: Property) -> CodeUnit? {
    (units + neighbours).first { $0.property === property }
  }

  /// `UIStackView(arrangedSubviews: [shutter, flip])`.
  private func holdsControl(_ site: Site) -> Bool {
    guard let call = site.call, call.name == "UIStackView", let views = call.argument("arrangedSubviews"),
      case .array(let elements) = views.expression.kind
    else { return false }
    return elements.contains { isControl(views.inside($0)) }
  }
}

/// Which types show a camera: those that capture, those that hold one of them, and what these hold.
struct CameraInterface {
  private var types: Set<String> = []

  private static let words = ["AVCapture", "previewLayer"].map { SearchWord($0) }

  init(_ program: Program) {
    let capturing = program.files.filter { file in Self.words.contains { $0.stands(in: file.text) } }
    let cameras = Set(capturing.flatMap(\.typeNames))
    let around = Set(program.files.flatMap { $0.types(thatHold: cameras) }).union(cameras)
    types = around
    for name in around {
      for property in program.types[name]?.properties.values ?? [:].values {
        if let held = program.type(of: property, in: name)?.base { types.insert(held) }
      }
    }
  }

  func contains(_ type: String?) -> Bool { type.map { types.contains($0) } ?? false }
}
