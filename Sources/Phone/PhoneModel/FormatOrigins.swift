/// Where the numbers of a format come from, group by group.
///
/// In JSON one word when it holds for the whole format (`"measured"`); else an object of the groups that are
/// known better than `assumed` (`{"size": "apple"}`).
public struct FormatOrigins: Hashable, Codable, Sendable {
  public enum Group: String, Hashable, Codable, Sendable, CaseIterable, CodingKey {
    /// Width and height, pixel format, frame rates, aspect ratios, presets, use in a multi-camera session.
    case size
    /// Field of view, binning, stabilisation.
    case optics
    /// Limits of ISO and exposure time.
    case exposure
    /// Limits of the zoom.
    case zoom
    /// Sizes of depth maps.
    case depth
    /// Sizes and qualities of photos.
    case photo
  }

  /// The groups that are not assumed.
  private var known: [Group: Origin] = [:]

  /// One origin for all groups, but for some.
  public init(_ origin: Origin, except others: [Group: Origin] = [:]) {
    for group in Group.allCases { self[group] = others[group] ?? origin }
  }

  public subscript(group: Group) -> Origin {
    get { known[group] ?? .assumed }
    set { known[group] = newValue == .assumed ? nil : newValue }
  }

  public init(from decoder: any Decoder) throws {
    if let word = try? decoder.singleValueContainer().decode(Origin.self) {
      self.init(word)
      return
    }
    self.init(.assumed)
    let groups = try decoder.container(keyedBy: Group.self)
    for group in groups.allKeys { self[group] = try groups.decode(Origin.self, forKey: group) }
  }

  public func encode(to encoder: any Encoder) throws {
    if let first = Group.allCases.first.map({ self[$0] }), Group.allCases.allSatisfy({ self[$0] == first }) {
      var word = encoder.singleValueContainer()
      try word.encode(first)
      return
    }
    var groups = encoder.container(keyedBy: Group.self)
    for (group, origin) in known { try groups.encode(origin, forKey: group) }
  }
}

extension Template {
  /// The short and the long form; both are read by `FormatOrigins`.
  func checkedOrigins(_ tree: JSONTree, _ place: String) throws(PhoneFileError) -> JSONTree {
    func check(_ tree: JSONTree, _ place: String) throws(PhoneFileError) {
      if case .text(let text) = tree, Origin(rawValue: text) != nil { return }
      let words = Origin.allCases.map(\.rawValue).joined(separator: ", ")
      throw PhoneFileError(
        file: file, place: place, reason: "expected one of \(words), found \(tree.shown)")
    }
    guard case .object(let fields) = tree else {
      try check(tree, place)
      return tree
    }
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      guard FormatOrigins.Group(rawValue: name) != nil else {
        let known = FormatOrigins.Group.allCases.map(\.rawValue).sorted().joined(separator: ", ")
        throw PhoneFileError(
          file: file, place: "\(place).\(name)", reason: "unknown field; known here: \(known)")
      }
      try check(value, "\(place).\(name)")
    }
    return tree
  }
}
