public import PhoneModel
import ReportCard
public import Scenarios

/// What a preview shows, read from its pixels by the reader of the report card: `Specs/verdicts.md` defines each word.
public struct PreviewReading: Hashable, Sendable, CustomStringConvertible {
  /// The physical camera that took the picture; nil when it cannot be read.
  public var camera: PictureCamera?
  /// The name of the device through which the app gets it.
  public var device: String?
  /// Which way that camera looks, as the viewer of the display sees it. `.black` for a picture that is only black.
  public var faces: Faces
  /// Whether up in the picture is up for the viewer, to 10 degrees.
  public var isUpright: Bool?
  /// How far the picture is turned for the viewer, degrees clockwise.
  public var roll: Double?
  public var isMirrored: Bool?
  /// Older than the display's moment allows, or of another camera than the one connected now.
  public var isStale: Bool?
  /// Phone time between the picture and the moment at which it was read.
  public var age: PhoneDuration?
  /// False in a world without marks: then the fields come from what the capture system says.
  public var isReadFromPixels: Bool
  /// How much of the preview can be seen, 0...1; the rest is covered by other views.
  public var visibleFraction: Double
  /// What a report card would say against it or note, one sentence each.
  public var findings: [String]

  init(_ report: PreviewReport) {
    camera = report.camera
    device = report.device
    faces = report.faces
    isUpright = report.upright
    roll = report.roll.map { Double($0.quarterTurn) + $0.remainder }
    isMirrored = report.mirrored
    isStale = report.stale
    age = report.age.map { PhoneDuration(seconds: $0) }
    isReadFromPixels = report.readFromPicture
    visibleFraction = report.visible
    findings = report.findings.map { "\($0.rule): \($0.message)" }
  }

  public var description: String {
    let values = [
      "camera \(Self.word(camera?.rawValue))", "faces \(faces.rawValue)", "upright \(Self.word(isUpright))",
      "mirrored \(Self.word(isMirrored))", "stale \(Self.word(isStale))",
    ]
    return (values + (device.map { ["through \($0)"] } ?? [])).joined(separator: ", ")
  }

  private static func word(_ value: (some Any)?) -> String { value.map { "\($0)" } ?? "unknown" }

  /// Expects of the picture what is given; what is left out may be anything.
  /// - Throws: `PhoneTestFailure` that names every value that differs, and what the picture shows.
  public func expect(
    camera: PictureCamera? = nil, faces: Faces? = nil, upright: Bool? = nil, mirrored: Bool? = nil,
    stale: Bool? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) throws {
    var wrong: [String] = []
    func check<Value: Equatable>(_ name: String, _ wanted: Value?, _ seen: Value?) {
      if let wanted, wanted != seen {
        wrong.append("\(name) should be \(wanted) and is \(Self.word(seen))")
      }
    }
    check("camera", camera?.rawValue, self.camera?.rawValue)
    check("faces", faces?.rawValue, self.faces.rawValue)
    check("upright", upright, isUpright)
    check("mirrored", mirrored, isMirrored)
    check("stale", stale, isStale)
    guard !wrong.isEmpty else { return }
    let notes = findings.map { "\n  \($0)" }.joined()
    throw PhoneTestFailure(
      "The preview: \(wrong.joined(separator: "; ")). It shows: \(self).\(notes)",
      at: PhoneTestFailure.Place(fileID, filePath, line, column))
  }
}

/// What a display shows.
public struct DisplayReading: Hashable, Sendable {
  public var display: DisplayID
  /// From back to front.
  public var previews: [PreviewReading]
  /// What a report card would say against the display itself, such as a control in the fold.
  public var findings: [String]
}
