import Foundation
import PhoneModel
import Testing

/// Every number of a printed description stands under an origin.
@Suite struct FormatOriginsTests {
  /// Printed JSON, read without the product's own types.
  indirect enum Printed: Decodable {
    case bool, null
    case number(Double)
    case text(String)
    case list([Printed])
    case object([String: Printed])

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if value.decodeNil() {
        self = .null
      } else if (try? value.decode(Bool.self)) != nil {
        self = .bool
      } else if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else if let text = try? value.decode(String.self) {
        self = .text(text)
      } else if let list = try? value.decode([Printed].self) {
        self = .list(list)
      } else {
        self = .object(try value.decode([String: Printed].self))
      }
    }
  }

  /// Which group of a format's numbers a field belongs to.
  static let groups = [
    "width": "size", "height": "size", "minFrameRate": "size", "maxFrameRate": "size",
    "fieldOfView": "optics", "minISO": "exposure", "maxISO": "exposure", "minExposure": "exposure",
    "maxExposure": "exposure", "maxZoom": "zoom", "upscaleZoom": "zoom", "depthSizes": "depth",
    "photoSizes": "photo",
  ]
  static let words: Set = ["apple", "documented", "measured", "forum", "derived", "assumed"]

  /// The places of numbers without an origin above them.
  static func unlabelled(_ value: Printed, _ place: String = "", isLabelled: Bool = false) -> [String] {
    switch value {
    case .bool, .text, .null: return []
    case .number: return isLabelled ? [] : [place]
    case .list(let values):
      return values.enumerated().flatMap { unlabelled($1, "\(place)[\($0)]", isLabelled: isLabelled) }
    case .object(let fields):
      var isLabelled = isLabelled
      if case .text(let word)? = fields["origin"] { isLabelled = words.contains(word) }
      return fields.sorted { $0.key < $1.key }.flatMap { name, value in
        let group = fields["origins"].flatMap { origin(of: name, $0) }
        return unlabelled(value, "\(place).\(name)", isLabelled: isLabelled || group != nil)
      }
    }
  }

  /// What `origins` says of a field of a format; nil when it says nothing.
  static func origin(of field: String, _ origins: Printed) -> String? {
    guard let group = groups[field] else { return nil }
    switch origins {
    case .text(let word): return words.contains(word) ? word : nil
    case .object(let said):
      guard case .text(let word)? = said[group] else { return "assumed" }
      return words.contains(word) ? word : nil
    default: return nil
    }
  }

  static func printed(_ phone: PhoneDescription) throws -> Printed {
    try JSONDecoder().decode(Printed.self, from: phone.json())
  }

  @Test func everyNumberHasAnOrigin() throws {
    for phone in PhoneDescription.builtIn {
      #expect(Self.unlabelled(try Self.printed(phone)) == [], "\(phone.name)")
    }
  }

  /// The walk above finds what lacks one.
  @Test func theWalkFindsNumbersWithoutAnOrigin() throws {
    func walk(_ text: String) throws -> [String] {
      Self.unlabelled(try JSONDecoder().decode(Printed.self, from: Data(text.utf8)))
    }
    #expect(try walk(#"{"a": {"value": 1, "origin": "apple"}, "b": {"value": [2]}}"#) == [".b.value[0]"])
    #expect(try walk(#"{"a": {"value": 1, "origin": "guessed"}}"#) == [".a.value"])
    #expect(try walk(#"{"width": 1, "origins": "measured"}"#) == [])
    #expect(try walk(#"{"width": 1, "weight": 2, "origins": {"size": "apple"}}"#) == [".weight"])
    #expect(try walk(#"{"width": 1}"#) == [".width"])
  }

  /// Apple gave sizes and rates of the front cameras, and nothing else of them.
  @Test func frontCameras() {
    var mismatches: [String] = []
    for camera in [CameraID.outerFront, .innerFront, .virtualFront] {
      for format in duo.camera(camera)!.formats {
        let name = "\(camera) \(format.width)x\(format.height) \(format.maxFrameRate)"
        let isApples =
          [[1920, 1080], [3840, 2160], [2160, 3840]].contains([format.width, format.height])
        if format.origins[.size] != (isApples ? .apple : .assumed) { mismatches.append("\(name): size") }
        for group in FormatOrigins.Group.allCases where group != .size {
          if format.origins[group] != .assumed { mismatches.append("\(name): \(group)") }
        }
      }
    }
    #expect(mismatches == [])
  }

  /// The wide list was measured; of the ultra wide only the largest views were, and depth sizes nowhere.
  @Test func rearCameras() {
    let phone = PhoneDescription.single
    let wide = Set(phone.camera(.rearWide)!.formats.map(\.origins))
    #expect(wide == [FormatOrigins(.measured)])
    var mismatches: [String] = []
    for camera in [CameraID.rearUltraWide, .rearDualWide] {
      for format in phone.camera(camera)!.formats {
        let isMeasured =
          format.width == 3840 || format.width == 3264 || format.width == 4032
        if format.origins[.optics] != (isMeasured ? .measured : .derived)
          || format.origins[.depth] != .assumed || format.origins[.size] != .assumed
        {
          mismatches.append("\(camera) \(format.width)x\(format.height): \(format.origins)")
        }
      }
    }
    #expect(mismatches == [])
    let folding = [CameraID.rearWide, .rearUltraWide, .rearDualWide].flatMap { duo.camera($0)!.formats }
    #expect(Set(folding.map(\.origins)) == [FormatOrigins(.assumed)], "that the folding phone is alike")
  }

  /// One word for all groups; else the groups that are known better than assumed.
  @Test func shortAndLongForm() throws {
    func text(_ origins: FormatOrigins) throws -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return String(decoding: try encoder.encode([origins]), as: UTF8.self)
    }
    let rows: [(FormatOrigins, String)] = [
      (FormatOrigins(.measured), #"["measured"]"#), (FormatOrigins(.assumed), #"["assumed"]"#),
      (FormatOrigins(.assumed, except: [.size: .apple]), #"[{"size":"apple"}]"#),
      (
        FormatOrigins(.measured, except: [.depth: .assumed, .optics: .derived]),
        #"[{"exposure":"measured","optics":"derived","photo":"measured","size":"measured","zoom":"measured"}]"#
      ),
    ]
    for (origins, wanted) in rows {
      #expect(try text(origins) == wanted)
      #expect(try JSONDecoder().decode([FormatOrigins].self, from: Data(wanted.utf8)) == [origins])
    }
    var origins = FormatOrigins(.apple)
    origins[.zoom] = .forum
    #expect(origins[.zoom] == .forum && origins[.size] == .apple)
  }

  /// Both forms can be written in a file, and what is wrong in them is named.
  @Test func inAFile() throws {
    func file(_ origins: String) throws -> String {
      let format = duo.camera(.outerFront)!.formats[0]
      let text = String(decoding: try JSONEncoder().encode(format), as: UTF8.self)
      return #"{"basedOn": "duo", "cameras": [{"id": "inner-front", "formats": [\#(text)]}]}"#
        .replacing(#""origins":"assumed""#, with: #""origins":\#(origins)"#)
    }
    func origins(_ text: String) throws -> FormatOrigins {
      try DescriptionFileTests.load(file(text)).camera(.innerFront)!.formats[0].origins
    }
    #expect(try origins(#""measured""#) == FormatOrigins(.measured))
    #expect(try origins(#"{"optics": "forum"}"#) == FormatOrigins(.assumed, except: [.optics: .forum]))
    #expect(try origins("{}") == FormatOrigins(.assumed))
    let place = "my.json: cameras[0].formats[0].origins"
    let words = "expected one of apple, documented, measured, forum, derived, assumed"
    let rows = [
      (#""me""#, #"\#(place): \#(words), found "me""#), ("3", "\(place): \(words), found 3"),
      (#"{"size": "me"}"#, #"\#(place).size: \#(words), found "me""#),
      (
        #"{"weight": "apple"}"#,
        "\(place).weight: unknown field; known here: depth, exposure, optics, photo, size, zoom"
      ),
    ]
    for (text, wanted) in rows { #expect(DescriptionFileTests.complaint(try file(text)) == wanted) }
  }
}
