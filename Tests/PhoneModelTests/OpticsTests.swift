import Foundation
import PhoneModel
import Testing

/// Fields of view and cuts of the square, against similar triangles.
@Suite struct OpticsTests {
  @Test func halfWidthsAreTangents() {
    let rows: [(Double, Double)] = [(90, 1), (60, 1 / 3.0.squareRoot()), (120, 3.0.squareRoot()), (0, 0)]
    for (field, half) in rows { #expect(abs(Optics.halfWidth(field) - half) < 1e-12) }
    var mismatches: [Double] = []
    for tenth in 1...1790 {
      let field = Double(tenth) / 10
      // The opposite over the adjacent side, from sine and cosine.
      let half = sin(field / 2 * .pi / 180) / cos(field / 2 * .pi / 180)
      if abs(Optics.halfWidth(field) / half - 1) > 1e-9 { mismatches.append(field) }
      if abs(Optics.fieldOfView(halfWidth: half) - field) > 1e-9 { mismatches.append(field) }
    }
    #expect(mismatches == [])
  }

  static func square(_ side: Int, _ field: Double, _ ratios: [String]) -> CameraFormat {
    var format = duo.camera(.outerFront)!.formats[0]
    format.width = side
    format.height = side
    format.fieldOfView = field
    format.aspectRatios = ratios.map { "AVCaptureAspectRatio" + $0 }
    return format
  }

  /// The longer side stays, the shorter is cut; what is not offered, or nobody knows, has no size.
  @Test func cutsOfTheSquare() {
    let format = Self.square(2880, 100, ["1x1", "16x9", "9x16", "4x3", "3x4"])
    let wanted: [String: [Int]] = [
      "1x1": [2880, 2880], "16x9": [2880, 1620], "9x16": [1620, 2880], "4x3": [2880, 2160],
      "3x4": [2160, 2880],
    ]
    for (name, size) in wanted {
      let got = format.size(aspectRatio: "AVCaptureAspectRatio" + name)
      #expect(got.map { [$0.width, $0.height] } == size)
    }
    #expect(format.size(aspectRatio: "AVCaptureAspectRatio21x9") == nil)
    #expect(format.size(aspectRatio: "16x9") == nil)
    let fewer = Self.square(2880, 100, ["4x3"])
    #expect(fewer.size(aspectRatio: "AVCaptureAspectRatio16x9") == nil)
    #expect(fewer.fieldOfView(aspectRatio: "AVCaptureAspectRatio16x9") == nil)
  }

  /// A pixel covers the same angle from the middle whatever is cut: its tangent is its distance over the focal length.
  @Test func aCutSeesWhatItsPixelsSaw() {
    var mismatches: [String] = []
    for field in [60.0, 84.3, 100, 120] {
      for side in [1440, 2880, 4032] {
        let format = Self.square(side, field, ["1x1", "16x9", "9x16", "4x3", "3x4"])
        let focal = Double(side) / 2 / tan(field / 2 * .pi / 180)
        for ratio in format.aspectRatios {
          let width = Double(format.size(aspectRatio: ratio)!.width)
          let wanted = 2 * atan(width / 2 / focal) * 180 / .pi
          let got = format.fieldOfView(aspectRatio: ratio)!
          if abs(got - wanted) > 1e-9 { mismatches.append("\(side) \(field) \(ratio): \(got)") }
        }
      }
    }
    #expect(mismatches == [])
  }

  /// No built-in format promises a ratio that it cannot cut, and every cut is of whole, even pixels.
  @Test func everyBuiltInCutIsDrawable() {
    var mismatches: [String] = []
    var count = 0
    for phone in PhoneDescription.builtIn {
      for camera in phone.cameras {
        for format in camera.formats {
          for ratio in format.aspectRatios {
            count += 1
            let size = format.size(aspectRatio: ratio)
            if size == nil || size!.width % 2 != 0 || size!.height % 2 != 0 || format.width != format.height {
              mismatches.append("\(phone.name) \(camera.id) \(format.width)x\(format.height) \(ratio)")
            }
          }
        }
      }
    }
    #expect(mismatches == [])
    #expect(count > 20)
  }
}
