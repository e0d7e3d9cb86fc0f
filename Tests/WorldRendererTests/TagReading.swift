import CAprilTag
import PhoneModel

/// A tag that the AprilTag library found.
struct FoundTag {
  var id: Int
  /// Bottom left, bottom right, top right, top left; pixels from the picture's top left corner.
  var corners: [SIMD2<Double>]
}

/// The AprilTag library's detector for tag36h11, with at most two corrected bits.
final class TagDetector {
  private let detector = apriltag_detector_create()!
  private let family = tag36h11_create()!

  init() {
    apriltag_detector_add_family_bits(detector, family, 2)
    detector.pointee.quad_decimate = 1
    detector.pointee.nthreads = 1
  }

  deinit {
    apriltag_detector_destroy(detector)
    tag36h11_destroy(family)
  }

  func find(in picture: Picture) -> [FoundTag] {
    var gray = picture.gray
    return gray.withUnsafeMutableBufferPointer { pixels in
      var image = image_u8_t(
        width: Int32(picture.width), height: Int32(picture.height), stride: Int32(picture.width),
        buf: pixels.baseAddress)
      let found = apriltag_detector_detect(detector, &image)!
      defer { apriltag_detections_destroy(found) }
      return (0..<Int(found.pointee.size)).map { index in
        let entry = UnsafeRawPointer(found.pointee.data!).load(
          fromByteOffset: index * found.pointee.el_sz, as: UnsafePointer<apriltag_detection_t>.self)
        let p = entry.pointee.p
        let corners = [p.0, p.1, p.2, p.3].map { SIMD2($0.0, $0.1) }
        return FoundTag(id: Int(entry.pointee.id), corners: corners)
      }
    }
  }
}
