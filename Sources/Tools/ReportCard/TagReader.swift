import CAprilTag
import CYUV
import Foundation
import PhoneModel
import Scenarios
import Synchronization

/// A mark found in a picture.
struct TagDetection: Hashable, Sendable {
  var id: Int
  /// Bottom left, bottom right, top right, top left of the black square, in pixels from the top left corner of
  /// the picture in which it reads unmirrored (the flipped one when the reading is mirrored).
  var corners: [SIMD2<Double>]
}

/// What rules 4 and 6 make of a picture.
struct TagReading: Hashable, Sendable {
  enum Outcome: Hashable, Sendable { case read, black, unread }
  var outcome: Outcome
  /// The marks decode only when the picture is flipped left-right. False unless `outcome` is `read`.
  var isMirrored: Bool
  var tags: [TagDetection]
  /// Why the outcome is `unread`, for people.
  var reason: String?
}

/// Reads AprilTags of the family tag36h11 (rule 4). Safe on any thread; one picture at a time.
final class TagReader: Sendable {
  /// Rule 4: bits that may be corrected.
  static let correctedBits: Int32 = 2
  /// Rule 6: mean luma below which a picture without tags is black.
  static let blackBelow = 8.0

  private struct Detector: @unchecked Sendable {
    // Only touched inside the mutex.
    let detector: UnsafeMutablePointer<apriltag_detector_t>
    let family: UnsafeMutablePointer<apriltag_family_t>
  }

  private let detector: Mutex<Detector>

  init() {
    let family = tag36h11_create()!
    let detector = apriltag_detector_create()!
    apriltag_detector_add_family_bits(detector, family, Self.correctedBits)
    detector.pointee.quad_decimate = 1
    detector.pointee.nthreads = 1
    self.detector = Mutex(Detector(detector: detector, family: family))
  }

  deinit {
    detector.withLock {
      apriltag_detector_destroy($0.detector)
      tag36h11_destroy($0.family)
    }
  }

  /// Reads a gray or BGRA picture as it is and flipped. With `likely`, the way round that is tried first, a
  /// picture that reads that way is not tried the other way, so that it cannot turn out mixed.
  func read(_ picture: PixelPicture, likelyMirrored likely: Bool? = nil) -> TagReading {
    let gray = Self.gray(picture)
    let (width, height) = (picture.width, picture.height)
    guard width > 0, height > 0 else {
      return TagReading(outcome: .unread, isMirrored: false, tags: [], reason: "the preview has no area")
    }
    func tags(mirrored: Bool) -> [TagDetection] {
      detect(mirrored ? Self.flipped(gray, width: width) : gray, width: width, height: height)
    }
    if let likely {
      let first = tags(mirrored: likely)
      if first.count >= 2 { return TagReading(outcome: .read, isMirrored: likely, tags: first) }
    }
    let straight = tags(mirrored: false)
    let flipped = tags(mirrored: true)
    return Self.decide(straight: straight, flipped: flipped, meanLuma: Self.mean(gray, width: width))
  }

  /// Rules 4 and 6 on what was found both ways.
  static func decide(straight: [TagDetection], flipped: [TagDetection], meanLuma: Double) -> TagReading {
    if straight.isEmpty, flipped.isEmpty {
      return meanLuma < blackBelow
        ? TagReading(outcome: .black, isMirrored: false, tags: [])
        : TagReading(outcome: .unread, isMirrored: false, tags: [], reason: "no tag was found")
    }
    func unread(_ reason: String) -> TagReading {
      TagReading(outcome: .unread, isMirrored: false, tags: [], reason: reason)
    }
    if !straight.isEmpty, !flipped.isEmpty { return unread("tags decode both ways round") }
    let found = straight.isEmpty ? flipped : straight
    guard found.count >= 2 else { return unread("only one tag was found") }
    return TagReading(outcome: .read, isMirrored: straight.isEmpty, tags: found)
  }

  static func gray(_ picture: PixelPicture) -> [UInt8] {
    switch picture.layout {
    case .gray8: return [UInt8](picture.bytes)
    case .bgra:
      let (width, height) = (Int32(picture.width), Int32(picture.height))
      return [UInt8](unsafeUninitializedCapacity: picture.width * picture.height) { target, count in
        picture.bytes.withUnsafeBytes { bytes in
          _ = ARGBToJ400(
            bytes.bindMemory(to: UInt8.self).baseAddress, width * 4, target.baseAddress, width, width, height)
        }
        count = picture.width * picture.height
      }
    }
  }

  /// Of every 16th pixel of every 16th row.
  static func mean(_ gray: [UInt8], width: Int) -> Double {
    var sum = 0, count = 0
    for row in stride(from: 0, to: gray.count, by: width * 16) {
      for pixel in stride(from: row, to: min(row + width, gray.count), by: 16) {
        sum += Int(gray[pixel])
        count += 1
      }
    }
    return Double(sum) / Double(max(1, count))
  }

  static func flipped(_ gray: [UInt8], width: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: gray.count) { target, count in
      gray.withUnsafeBufferPointer { source in
        MirrorPlane(
          source.baseAddress, Int32(width), target.baseAddress, Int32(width), Int32(width),
          Int32(gray.count / width))
      }
      count = gray.count
    }
  }

  /// Tags whose ids the room uses.
  private func detect(_ gray: [UInt8], width: Int, height: Int) -> [TagDetection] {
    var pixels = gray
    return pixels.withUnsafeMutableBufferPointer { pixels in
      detector.withLock { state in
        var image = image_u8_t(
          width: Int32(width), height: Int32(height), stride: Int32(width), buf: pixels.baseAddress)
        guard let found = apriltag_detector_detect(state.detector, &image) else { return [] }
        defer { apriltag_detections_destroy(found) }
        var tags: [TagDetection] = []
        for index in 0..<Int(found.pointee.size) {
          let element = UnsafeRawPointer(found.pointee.data!)
            .advanced(by: index * found.pointee.el_sz)
            .load(as: UnsafePointer<apriltag_detection_t>.self)
          let detection = element.pointee
          guard detection.hamming <= Self.correctedBits, RoomMarks.role(of: Int(detection.id)) != nil else {
            continue
          }
          let p = detection.p
          tags.append(
            TagDetection(
              id: Int(detection.id),
              corners: [p.0, p.1, p.2, p.3].map { SIMD2($0.0, $0.1) }))
        }
        return tags.sorted { ($0.id, $0.corners[0].x) < ($1.id, $1.corners[0].x) }
      }
    }
  }
}
