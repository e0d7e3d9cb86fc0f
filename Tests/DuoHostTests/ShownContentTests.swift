import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel
import Scenarios
import Testing

@testable import DuoAVFoundation
@testable import DuoHost
@testable import ReportCard

/// A gray of its own in each quarter: top left, top right, bottom left, bottom right.
private struct Quarters: FrameImager {
  static let lumas: [UInt8] = [60, 110, 170, 230]

  func draw(_ window: FrameWindow, into target: PixelTarget) {
    for y in 0..<target.height {
      for x in 0..<target.width {
        let luma = Self.lumas[(x * 2 / target.width) + (y * 2 / target.height) * 2]
        let row = target.planes[0].base + y * target.planes[0].bytesPerRow
        if case .bgra = target.layout {
          for channel in 0..<4 { row.storeBytes(of: luma, toByteOffset: x * 4 + channel, as: UInt8.self) }
        } else {
          row.storeBytes(of: luma, toByteOffset: x, as: UInt8.self)
        }
      }
    }
  }
}

private func content(_ transform: CGAffineTransform, scale: Double = 2) -> ShownContent {
  let stream = StreamConfiguration(
    width: 1920, height: 1080, fieldOfView: 90, zoom: 1, frameDuration: PhoneDuration(seconds: 1 / 30))
  let frame = SensorFrame(
    camera: .outerFront, sequence: 1, time: .zero, configuration: stream, imager: Quarters())
  let shown = ShownPreview(
    frame: frame, window: FrameWindow(), visible: CGRect(x: 7, y: 9, width: 40, height: 60),
    deviceUniqueID: "a", isInterrupted: false, isRunning: true)
  return ShownContent(shown, ViewTransform(transform), scale: scale)
}

private func turned(_ degrees: Double) -> CGAffineTransform {
  CGAffineTransform(rotationAngle: degrees * .pi / 180)
}
private let flip = CGAffineTransform(scaleX: -1, y: 1)

/// What a view's transform does to the video is in the content: the quarters go where they go on the display.
@Test func contentIsWhatTheDisplayShows() {
  typealias Row = (name: String, transform: CGAffineTransform, size: [Int], quarters: [Int])
  let rows: [Row] = [
    ("moved", CGAffineTransform(translationX: 30, y: -8), [80, 120], [0, 1, 2, 3]),
    ("90", turned(90), [120, 80], [2, 0, 3, 1]), ("180", turned(180), [80, 120], [3, 2, 1, 0]),
    ("270", turned(-90), [120, 80], [1, 3, 0, 2]), ("flipped", flip, [80, 120], [1, 0, 3, 2]),
    ("upside down", CGAffineTransform(scaleX: 1, y: -1), [80, 120], [2, 3, 0, 1]),
    ("flipped, then turned", flip.concatenating(turned(90)), [120, 80], [3, 1, 2, 0]),
    ("turned, then flipped", turned(90).concatenating(flip), [120, 80], [0, 2, 1, 3]),
    ("halved", CGAffineTransform(scaleX: 0.5, y: 0.5), [40, 60], [0, 1, 2, 3]),
    ("halved and turned", turned(90).scaledBy(x: 0.5, y: 0.5), [60, 40], [2, 0, 3, 1]),
    ("squeezed", CGAffineTransform(scaleX: 0.5, y: 1), [40, 120], [0, 1, 2, 3]),
  ]
  var mismatches: [String] = []
  for row in rows {
    let picture = content(row.transform).picture()
    if [picture.width, picture.height] != row.size {
      mismatches.append("\(row.name): \(picture.width) x \(picture.height)")
      continue
    }
    for (index, quarter) in row.quarters.enumerated() {
      // Every pixel but those next to a border.
      for y in 2..<(picture.height / 2 - 2) {
        for x in 2..<(picture.width / 2 - 2) {
          let at = (x + index % 2 * picture.width / 2, y + index / 2 * picture.height / 2)
          let luma = picture.bytes[at.1 * picture.width + at.0]
          if abs(Int(luma) - Int(Quarters.lumas[quarter])) > 2 {
            mismatches.append("\(row.name): \(luma) at \(at)")
          }
        }
      }
    }
  }
  #expect(mismatches.prefix(5) == [])
}

/// At any angle the middle stays in the middle, and round the video there is black.
@Test func slantedContentIsBlackRoundTheVideo() {
  for degrees in stride(from: 20.0, to: 360, by: 50) {
    let picture = content(turned(degrees)).picture()
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    #expect(abs(Double(picture.width) - 80 * abs(cosine) - 120 * abs(sine)) <= 1)
    #expect(abs(Double(picture.height) - 80 * abs(sine) - 120 * abs(cosine)) <= 1)
    var wrong = 0
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let (right, down) = (
          Double(x) + 0.5 - Double(picture.width) / 2, Double(y) + 0.5 - Double(picture.height) / 2
        )
        // Turned back.
        let (u, v) = (right * cosine + down * sine, down * cosine - right * sine)
        let border = [abs(u), abs(v), abs(abs(u) - 40), abs(abs(v) - 60)].min()!
        if border < 2 { continue }
        let isInside = abs(u) < 40 && abs(v) < 60
        let expected = isInside ? Quarters.lumas[(u > 0 ? 1 : 0) + (v > 0 ? 2 : 0)] : 0
        if abs(Int(picture.bytes[y * picture.width + x]) - Int(expected)) > 2 { wrong += 1 }
      }
    }
    #expect(wrong == 0, "\(degrees)")
  }
}

@Test func contentOfAnEnlargedPreviewHasALimit() {
  let large = content(CGAffineTransform(scaleX: 1000, y: 1000))
  #expect(abs(large.scale * 60_000 - 4096) < 1e-6 && large.videoWidth == 2731)
  let thin = content(CGAffineTransform(scaleX: 0.001, y: 1000)).picture()
  #expect(thin.width == 1 && thin.height == 4096)
  let flat = content(CGAffineTransform(a: 1, b: 1, c: 1, d: 1, tx: 0, ty: 0)).picture()
  #expect(flat.bytes.allSatisfy { $0 == 0 })
}

@Test func transformsAreTakenApart() {
  let rows: [(CGAffineTransform, rotation: Double, isFlipped: Bool, scale: Double, isUpright: Bool)] = [
    (.identity, 0, false, 1, true), (CGAffineTransform(translationX: 3, y: 4), 0, false, 1, true),
    (CGAffineTransform(scaleX: 0.5, y: 0.5), 0, false, 0.5, true), (turned(90), 90, false, 1, false),
    (turned(-20).scaledBy(x: 2, y: 2), 340, false, 2, false), (turned(360), 0, false, 1, true),
    (flip, 0, true, 1, false), (CGAffineTransform(scaleX: 1, y: -1), 180, true, 1, false),
    (flip.concatenating(turned(30)), 30, true, 1, false),
    (turned(30).concatenating(flip), 330, true, 1, false),
    (CGAffineTransform(scaleX: 4, y: 1), 0, false, 2, false),
  ]
  var mismatches: [String] = []
  for row in rows {
    let view = ViewTransform(row.0)
    if abs(view.rotation - row.rotation) > 1e-9 || view.isFlipped != row.isFlipped
      || abs(view.scale - row.scale) > 1e-9 || view.isUpright != row.isUpright
      || view.isIdentity != (row.isUpright && row.scale == 1)
    {
      mismatches.append("\(row): \(view.rotation)")
    }
  }
  #expect(mismatches == [])
}

/// Whole runs of an app whose preview, or a view round it, has a transform.
@Suite struct TransformedPreviewTests {
  private static let closed = Scenario(
    name: "t", intent: .selfie, start: "closed", steps: [ScenarioStep("closed")])

  private func report(_ run: HostRun, _ scenario: Scenario = closed) throws -> Report {
    var grader = RunGrader(
      RunFacts(app: "App", phone: .duo, world: .room, scenario: scenario, intent: .selfie))
    for record in run.records { try grader.take(record) { name, _ in name } }
    return grader.report()
  }

  @Test func rotatedViewsLieOnTheirSideAndFlippedOnesAreNotMirrored() async throws {
    let rows: [(TestApp.Kind, roll: Double, failed: [String])] = [
      (.virtualFront, 0, []), (.turned90, 90, ["rule 9"]), (.turned180, 180, ["rule 9"]),
      (.turned20, 20, ["rule 9"]), (.tilted, -5, []), (.flipped, 0, ["rule 11"]),
      (.turnedOver, 0, ["rule 11"]), (.inFlipped, 0, ["rule 11"]), (.flippedTwice, 0, []),
      (.turnedAndFlipped, 90, ["rule 9", "rule 11"]), (.halved, 0, []), (.enlarged, 0, []),
    ]
    var mismatches: [String] = []
    for row in rows {
      let report = try report(await HostRun.play(row.0, Self.closed, world: .room))
      let previews = report.steps.flatMap(\.displays).flatMap(\.previews)
      let failed = previews.flatMap(\.findings).map { "\($0.rule)" }.sorted { $0.count < $1.count }
      let roll = previews.first?.roll.map { Double($0.quarterTurn) + $0.remainder } ?? .nan
      let off = abs(PlacedCameras.normalized(roll - row.roll))
      if previews.count != 1 || failed != row.failed || !(off < 1)
        || report.verdict != (row.failed.isEmpty ? .pass : .fail)
        || previews[0].mirrored != !row.failed.contains("rule 11") || !previews[0].passed.contains(.rule(15))
      {
        mismatches.append("\(row.0): \(report.verdict) \(failed) roll \(roll) \(previews)")
      }
    }
    #expect(mismatches == [])
  }

  /// What no camera could have taken is not the framework's fault.
  @Test func skewedPreviewsAreNoDisagreement() async throws {
    for kind in [TestApp.Kind.sheared, .squeezed] {
      let report = try report(await HostRun.play(kind, Self.closed, world: .room))
      let previews = report.steps.flatMap(\.displays).flatMap(\.previews)
      #expect(previews.map(\.faces) == [.unread], "\(kind): \(previews)")
      #expect(report.verdict == .fail, "a run that judged nothing")
    }
  }

  /// The pictures between events say the same.
  @Test func transitionsAreTransformedToo() async throws {
    for (kind, isMirrored, isUp) in [
      (TestApp.Kind.virtualFront, true, true), (.flipped, false, true), (.turned180, true, false),
    ] {
      let run = try await HostRun.play(kind, .opening, world: .room)
      let contents = run.transitions(1).flatMap { moment in
        moment.displays.flatMap(\.previews).compactMap { preview -> (PhoneTime, PixelPicture)? in
          guard preview.trace.frameCamera == .innerFront else { return nil }
          return preview.content.map { (moment.time, $0) }
        }
      }
      let open = run.settled[1].state
      let facts = contents.suffix(5).map { time, content in
        PictureReader().read(content, at: time, placements: PlacementHistory(open, at: .zero))
      }
      #expect(facts.count == 5 && facts.allSatisfy { $0.solved != nil })
      #expect(facts.allSatisfy { $0.reading.isMirrored == isMirrored })
      #expect(facts.allSatisfy { ($0.solved?.pose.up.y ?? 0) * (isUp ? 1 : -1) > 0.9 })
    }
  }
}
