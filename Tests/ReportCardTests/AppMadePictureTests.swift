import Foundation
import PhoneModel
import Scenarios
import Testing

@testable import ReportCard

/// What the host says of a picture that the app drew itself.
private func forget(_ trace: inout PreviewTrace) {
  trace = PreviewTrace(
    deviceUniqueID: nil, frameCamera: nil, connectedCamera: nil, rotationAngle: 0, isMirrored: false,
    frameTime: nil, frame: nil, isMadeByApp: true)
}

/// Pictures of the world that an app drew itself, in a display layer.
@Suite struct AppMadePictureTests {
  /// The same words as for a preview layer, from the pixels alone.
  @Test func whatItsPixelsSayIsJudged() {
    var mismatches: [String] = []
    let rows: [(PreviewStudio, Intent, [String])] = [
      (PreviewStudio("closed", .outer, .outerFront, mirrored: true), .selfie, ["15 not judged"]),
      (PreviewStudio("closed", .outer, .outerFront, mirrored: false), .selfie, ["11 fail", "15 not judged"]),
      (PreviewStudio("open-landscape", .inner, .rearWide, mirrored: false), .rear, ["15 not judged"]),
      (
        PreviewStudio("open-landscape", .inner, .rearWide, mirrored: false), .selfie,
        ["8 fail", "15 not judged"]
      ),
    ]
    for (studio, intent, wanted) in rows {
      let known = studio.grade(intent)
      let report = studio.grade(intent) { forget(&$0.trace) }
      if report.found != wanted { mismatches.append("\(studio.camera) \(intent): \(report.found)") }
      if report.camera != known.camera || report.faces != known.faces || report.upright != known.upright
        || report.mirrored != known.mirrored || report.age != known.age || !report.readFromPicture
      {
        mismatches.append("\(studio.camera) \(intent): \(report), not \(known)")
      }
    }
    #expect(mismatches == [])
  }

  @Test func aTurnedOrOldOneFails() {
    var studio = PreviewStudio("closed", .outer, .outerFront, mirrored: true)
    studio.angle = 1
    #expect(studio.grade { forget(&$0.trace) }.found.contains("9 fail"))
    studio.angle = nil
    studio.age = .milliseconds(900)
    #expect(studio.grade { forget(&$0.trace) }.found.contains("14 fail"))
    // While sessions are held back, an old picture needs a message.
    let held = studio.grade {
      forget(&$0.trace)
      $0.trace.isInterrupted = true
    }
    #expect(held.findings.contains { $0.rule == .rule(14) && $0.expected == "a visible message" })
  }

  /// What cannot be read is said, and counts neither way.
  @Test func whatCannotBeReadIsNoted() throws {
    let studio = PreviewStudio("closed", .outer, .outerFront, mirrored: true)
    func plain(_ luma: UInt8) -> PreviewReport {
      studio.grade { preview in
        forget(&preview.trace)
        preview.content = PixelPicture(
          width: 466, height: 678, layout: .gray8, bytes: Data(repeating: luma, count: 466 * 678))
      }
    }
    let (black, gray) = (plain(0), plain(120))
    #expect(black.found == ["16 note"] && black.verdict == .note)
    #expect(black.findings[0].message.hasSuffix("itself, and it is black. It is not judged."))
    #expect(gray.found == ["16 note"] && gray.findings[0].message.contains("it cannot be read"))
    #expect(
      studio.grade {
        forget(&$0.trace); $0.visibleFraction = 0
      }.found == ["3 not judged"])

    var bare = studio
    bare.state.world = .colour(red: 9, green: 200, blue: 9)
    let tagless = bare.grade { forget(&$0.trace) }
    #expect(tagless.found == ["16 note"] && tagless.findings[0].message.contains("this world has no tags"))
  }
}
