import Foundation
import PhoneModel
import Scenarios
import Testing

@testable import ReportCard

/// Photos and movies of every pose, camera, angle and mirroring, read back by programs that share nothing with what wrote them.
@Suite struct CaptureMatrixTests {
  /// What a player makes of a track's matrix, as turns of `read-pictures`: clockwise quarters, then a flip.
  private static let turns: [[Int]: [String]] = [
    [1, 0, 0, 1]: [], [0, 1, -1, 0]: ["cw"], [-1, 0, 0, -1]: ["cw", "cw"], [0, -1, 1, 0]: ["ccw"],
    [-1, 0, 0, 1]: ["left-right"], [0, 1, 1, 0]: ["cw", "left-right"],
    [1, 0, 0, -1]: ["cw", "cw", "left-right"], [0, -1, -1, 0]: ["ccw", "left-right"],
  ]

  @Test func othersReadEveryPhotoAndMovieAsTheRulesSay() throws {
    let matrix = try CaptureMatrix()
    let shots = matrix.shots
    var wrong = matrix.faults
    var entries = Array(repeating: PictureReaders.Entry(), count: shots.count)

    // Tags and matrices.
    let tags = try PictureReaders.exiftool(shots.map(\.file))
    try #require(tags.map(\.SourceFile) == shots.map(\.file.path))
    let photos = shots.indices.filter { shots[$0].kind != .movie }
    let orientations = try PictureReaders.exiv2(photos.map { shots[$0].file })
    var probed: Set<String> = []
    for (index, orientation) in zip(photos, orientations) {
      let (shot, tag) = (shots[index], tags[index])
      if orientation != shot.tag || tag.Orientation != shot.tag {
        wrong.append(
          "\(shot.name): orientation \(orientation ?? 0), \(tag.Orientation ?? 0), not \(shot.tag)")
      }
      if [tag.ExifImageWidth, tag.ExifImageHeight] != shot.size {
        wrong.append("\(shot.name): \(tag.ExifImageWidth ?? 0) x \(tag.ExifImageHeight ?? 0)")
      }
    }
    for (index, shot) in shots.enumerated() where shot.kind == .movie {
      let found = tags[index].matrix
      // Turned clockwise, then flipped left-right.
      let wanted = Self.turns.first {
        $0.value == [[], ["cw"], ["cw", "cw"], ["ccw"]][shot.angle / 90]
          + (shot.isMirrored ? ["left-right"] : [])
      }?.key
      if found != wanted { wrong.append("\(shot.name): matrix \(found)") }
      // One movie of each camera, angle and mirroring, since it takes one file at a time.
      if probed.insert("\(shot.camera) \(shot.angle) \(shot.isMirrored)").inserted {
        let matrix = try PictureReaders.ffprobe(shot.file)
        if matrix != wanted { wrong.append("\(shot.name): ffprobe's matrix \(matrix)") }
      }
      entries[index].movie = shot.file.path
      entries[index].turns = Self.turns[found]
    }

    // Pictures.
    var heics: [[Int]: [(index: Int, item: HEICItem)]] = [:]
    for (index, shot) in shots.enumerated() {
      if shot.kind == .jpeg { entries[index].photo = shot.file.path }
      guard shot.kind == .heic else { continue }
      let item = try HEICItem(Data(contentsOf: shot.file))
      if [item.width, item.height] != shot.size {
        wrong.append("\(shot.name): \(item.width) x \(item.height)")
      }
      heics[[item.width, item.height], default: []].append((index, item))
    }
    for (size, items) in heics {
      let frames = matrix.folder.appendingPathComponent("\(size).grey")
      try PictureReaders.decodeHEVC(items.map(\.item.stream), to: frames)
      let bytes = try #require(try FileManager.default.attributesOfItem(atPath: frames.path)[.size] as? Int)
      #expect(bytes == size[0] * size[1] * items.count)
      for (number, (index, item)) in items.enumerated() {
        entries[index] = PictureReaders.Entry(
          frames: frames.path, number: number, width: size[0], height: size[1], turns: item.turns)
      }
    }
    var readable = 0
    for (shot, look) in zip(shots, try PictureReaders.openCV(entries, in: matrix.folder)) {
      if [look.width, look.height] != shot.shownSize {
        wrong.append("\(shot.name): shown as \(look.width) x \(look.height)")
      }
      guard let upright = shot.upright else { continue }
      readable += 1
      let turn = (shot.angle - upright + 360) % 360 / 90
      guard let seen = look.turn, seen.quarters == turn, abs(seen.off) < 30, look.mirrored == shot.isMirrored
      else {
        let seen = look.turn.map { "\($0)" } ?? "nothing"
        wrong.append("\(shot.name): turned by \(seen), mirrored \(look.mirrored), not by \(turn)")
        continue
      }
    }
    wrong += try Self.graded(shots)
    #expect(wrong == [])
    #expect(readable == 1056)
  }
  /// What the report says of the photos that are upright: of each camera's own, since it names the one that took them. On the
  /// flipped phone the rear and the outer camera look the same way from almost the same place, which pictures as small as these do
  /// not tell apart.
  private static func graded(_ shots: [CaptureMatrix.Shot]) throws -> [String] {
    let reader = PictureReader()
    var wrong: [String] = []
    for shot in shots where [.outerFront, .innerFront, .rearWide].contains(shot.camera) {
      guard let record = shot.record, shot.angle == shot.upright,
        shot.pose != "flipped" || shot.camera != .rearWide
      else { continue }
      let wanted = PhotoExpectation(upright: true, mirrored: shot.isMirrored)
      let report = try PhotoGrader(description: .duo, intent: .any, wanted: wanted, reader: reader)
        .grade(record) { _ in "" }
      if report.verdict != .pass || Set(report.passed) != [.camera, .upright, .expectation] {
        wrong.append("\(shot.name): \(report)")
      }
    }
    return wrong
  }
}
