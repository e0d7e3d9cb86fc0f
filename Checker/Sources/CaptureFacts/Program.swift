import SourceModel

/// All files that are checked, as one program: which types there are, and which pieces of code.
///
/// Built once from the files and never changed; rules only ask.
public final class Program: Sendable {
  public let files: [SourceFile]
  /// A type with all its extensions, by full name.
  public let types: [String: TypeFacts]
  /// Functions at the top of files, by name.
  public let functions: [String: [Function]]
  /// Variables at the top of files, by name.
  public let globals: [String: Property]
  /// Every function, accessor and initial value that may have to do with capture, in the order of files and places.
  public let units: [CodeUnit]
  /// Code of files without a word of capture that may belong to a camera's interface: of types that hold one about capture,
  /// and of files that lay out controls. Only rules about controls look into it.
  public let neighbours: [CodeUnit]
  let nameIndex: NameIndex
  /// Do declarations that do not say where they run belong to the main actor?
  public let isMainByDefault: Bool
  /// Where in `units` a type's code is, by the name of the outermost type around it.
  let unitsByOutermost: [Substring: [Int]]

  public init(_ files: [SourceFile], isMainByDefault: Bool = false) {
    self.isMainByDefault = isMainByDefault
    var collector = Collector()
    for file in files { collector.add(file) }
    self.files = files
    types = collector.types.mapValues { TypeFacts($0) }
    functions = collector.functions
    globals = collector.globals
    units = collector.units.map { CodeUnit(file: $0.file, type: $0.type, root: $0.root) }
    let holders = collector.holders().map { CodeUnit(file: $0.file, type: $0.type, root: $0.root) }
    let held = Set(holders.map(\.root.identity))
    neighbours =
      holders
      + collector.layouts().filter { !held.contains($0.root.identity) }
      .map { CodeUnit(file: $0.file, type: $0.type, root: $0.root) }
    nameIndex = NameIndex(
      units + neighbours, callers: 0..<(units.count + holders.count),
      functions: Set(functions.keys).union(collector.types.values.flatMap { $0.flatMap(\.namesOfFunctions) }))
    var byOutermost: [Substring: [Int]] = [:]
    for (index, unit) in units.enumerated() {
      if let type = unit.type { byOutermost[type.prefix { $0 != "." }, default: []].append(index) }
    }
    unitsByOutermost = byOutermost
  }

  /// A type by the name that the source uses inside another type: `Settings` in `Camera` may be `Camera.Settings`.
  public func type(named name: String, inside outer: String? = nil) -> TypeFacts? {
    var scope = outer ?? ""
    while !scope.isEmpty {
      if let found = types[scope + "." + name] { return found }
      scope = scope.contains(".") ? String(scope[..<scope.lastIndex(of: ".")!]) : ""
    }
    return types[name]
  }

  /// The type and what it inherits from, as far as the program has it; then names of types that it has not.
  public func ancestry(_ name: String) -> [String] {
    var found: [String] = []
    var open = [name]
    while let next = open.popLast() {
      guard !found.contains(next) else { continue }
      found.append(next)
      if let facts = types[next] { open += facts.inherited.map(\.base).reversed() }
    }
    return found
  }

  /// Does a type descend from, or conform to, one of these, by what the sources say?
  public func type(_ name: String, isA names: Set<String>) -> Bool {
    ancestry(name).contains { ancestor in
      names.contains(ancestor)
        || names.contains(ancestor.split(separator: ".").last.map(String.init) ?? ancestor)
    }
  }
}

/// A piece of code and where it stands.
public struct CodeUnit: Sendable {
  public let file: SourceFile
  /// The type that it belongs to, with its outer types; nil at the top of a file.
  public let type: String?
  /// A function, a property with its initial value and accessors, or the block of a script.
  public let root: Node

  public var function: Function? {
    if case .function(let function) = root { return function }
    return nil
  }

  public var property: Property? {
    if case .property(let property) = root { return property }
    return nil
  }

  /// Visits every expression, from the outside in.
  public func forEachExpression(_ visit: (Site) -> Void) {
    root.walk { node, around in
      if case .expression(let expression) = node {
        visit(Site(unit: self, expression: expression, around: around))
      }
      if case .type = node { return false }  // a local type's functions are units of their own
      return true
    }
  }
}

/// An expression with everything around it, outermost first: the unit's root is the first.
public struct Site: Sendable {
  public let unit: CodeUnit
  public let expression: Expression
  public let around: [Node]

  public init(unit: CodeUnit, expression: Expression, around: [Node]) {
    self.unit = unit
    self.expression = expression
    self.around = around
  }

  public var file: SourceFile { unit.file }
  public var span: Span { expression.span }

  /// The site of an expression directly inside this one.
  public func inside(_ child: Expression) -> Site {
    Site(unit: unit, expression: child, around: around + [.expression(expression)])
  }

  /// The innermost function or closure around it.
  public var function: Function? {
    for node in around.reversed() { if case .function(let function) = node { return function } }
    return nil
  }
}

/// A type, gathered from its declaration and its extensions.
public final class TypeFacts: Sendable {
  public let name: String
  public let declarations: [TypeDeclaration]
  public let properties: [String: Property]
  public let functions: [String: [Function]]
  public let inherited: [TypeName]
  public let attributes: [Attribute]
  /// Nil where the program only has extensions of it.
  public let form: TypeDeclaration.Form?

  init(_ parts: [TypeDeclaration]) {
    name = parts[0].name
    declarations = parts
    var properties: [String: Property] = [:]
    var functions: [String: [Function]] = [:]
    for part in parts {
      for member in part.members {
        switch member {
        case .property(let property): properties[property.name] = properties[property.name] ?? property
        case .function(let function): functions[function.name, default: []].append(function)
        case .type: break
        }
      }
    }
    self.properties = properties
    self.functions = functions
    inherited = parts.flatMap(\.inherited)
    attributes = parts.flatMap(\.attributes)
    form = parts.first { $0.form != .extension }?.form
  }
}

extension TypeDeclaration {
  fileprivate var namesOfFunctions: [String] {
    members.compactMap { member in
      if case .function(let function) = member { return function.name }
      return nil
    }
  }
}

/// Goes through the files once.
private struct Collector {
  struct Piece {
    var file: SourceFile
    var type: String?
    var root: Node
  }

  var types: [String: [TypeDeclaration]] = [:]
  var functions: [String: [Function]] = [:]
  var globals: [String: Property] = [:]
  var units: [Piece] = []
  /// Files without a word of capture.
  var others: [SourceFile] = []

  mutating func add(_ file: SourceFile) {
    let isAbout = file.isAboutCapture
    if !isAbout { others.append(file) }
    for type in file.types { add(type, file, isAbout) }
    for function in file.functions {
      functions[function.name, default: []].append(function)
      if isAbout { units.append(Piece(file: file, type: nil, root: .function(function))) }
      localTypes(.function(function), file, isAbout)
    }
    for property in file.properties {
      globals[property.name] = property
      if isAbout { units.append(Piece(file: file, type: nil, root: .property(property))) }
    }
    if isAbout, !file.statements.statements.isEmpty {
      units.append(Piece(file: file, type: nil, root: .block(file.statements)))
    }
  }

  mutating func add(_ type: TypeDeclaration, _ file: SourceFile, _ isAbout: Bool) {
    types[type.name, default: []].append(type)
    for member in type.members {
      switch member {
      case .property(let property):
        if isAbout { units.append(Piece(file: file, type: type.name, root: .property(property))) }
      case .function(let function):
        if isAbout { units.append(Piece(file: file, type: type.name, root: .function(function))) }
        localTypes(.function(function), file, isAbout)
      case .type(let inner): add(inner, file, isAbout)
      }
    }
  }

  /// Code of types that hold one of the types about capture, in files that have no word of capture themselves: a view
  /// controller that starts its model. Rules do not look into it, but its calls count.
  func holders() -> [Piece] {
    var about = Set(units.compactMap(\.type))
    about = about.filter { types[$0]?.contains { $0.form != .extension } ?? false }
    var found: [Piece] = []
    for file in others { for type in file.types { found += holders(type, file, about) } }
    return found
  }

  private func holders(_ type: TypeDeclaration, _ file: SourceFile, _ about: Set<String>) -> [Piece] {
    let inner = type.members.flatMap { member -> [Piece] in
      if case .type(let one) = member { return holders(one, file, about) }
      return []
    }
    return (type.holdsItself(about) ? pieces(type, file) : []) + inner
  }

  /// The code of a type, without that of the types inside it.
  private func pieces(_ type: TypeDeclaration, _ file: SourceFile) -> [Piece] {
    type.members.compactMap { member in
      switch member {
      case .property(let property): Piece(file: file, type: type.name, root: .property(property))
      case .function(let function): Piece(file: file, type: type.name, root: .function(function))
      case .type: nil
      }
    }
  }

  /// Code of files that lay out controls and have no word of capture themselves.
  func layouts() -> [Piece] {
    func all(_ type: TypeDeclaration, _ file: SourceFile) -> [Piece] {
      pieces(type, file)
        + type.members.flatMap { member in
          if case .type(let inner) = member { return all(inner, file) }
          return []
        }
    }
    return others.filter(\.laysOutControls).flatMap { file in file.types.flatMap { all($0, file) } }
  }

  private mutating func localTypes(_ root: Node, _ file: SourceFile, _ isAbout: Bool) {
    guard isAbout else { return }
    var found: [TypeDeclaration] = []
    root.walk { node, _ in
      if case .type(let type) = node {
        found.append(type)
        return false
      }
      return true
    }
    for type in found { add(type, file, isAbout) }
  }
}

extension SourceFile {
  /// Words without which no rule can find anything in a file.
  static let captureWords = [
    "AVCapture", "tartRunning", "topRunning", "UIScreen", "inge", "ceneAccessory", "videoOrientation",
    "VideoMirrored",
    "UIDevice", "ideoRotationAngle", "videoZoomFactor", "ectOfInterest", "ointOfInterest", "videoGravity",
    "beginConfiguration", "previewLayer", "nterfaceOrientation", "CaptureAccessory",
  ].map { SearchWord($0) }

  /// May a rule have to look into it?
  public var isAboutCapture: Bool { Self.isAboutCapture(text) }

  /// The same of a text that is not read yet.
  public static func isAboutCapture(_ text: String) -> Bool { holds(captureWords, text) }

  private static let controlWords = ["UIButton", "UIControl", "UISwitch", "UISlider", "UISegmentedControl"]
    .map { SearchWord($0) }
  private static let middleWords = ["centerXAnchor", "centerYAnchor", "midX", "midY", ".center"]
    .map { SearchWord($0) }

  /// Does it have controls, and put something in the middle of something?
  public var laysOutControls: Bool { Self.laysOutControls(text) }

  /// The same of a text that is not read yet.
  public static func laysOutControls(_ text: String) -> Bool {
    holds(middleWords, text) && holds(controlWords, text)
  }

  private static func holds(_ words: [SearchWord], _ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in words.contains { $0.stands(in: bytes) } }
  }
}
