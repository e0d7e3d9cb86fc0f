import DuoCoreMedia
import Foundation
import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite struct OutputRectTests {
  let bench = CaptureBench()
  let rect = CGRect(x: 0.1, y: 0.2, width: 0.3, height: 0.5)

  func same(_ a: CGRect, _ b: CGRect) -> Bool {
    abs(a.minX - b.minX) + abs(a.minY - b.minY) + abs(a.width - b.width) + abs(a.height - b.height) < 1e-9
  }

  /// Corner by corner: where a rectangle of the unturned picture lies in buffers of each kind.
  @Test func dataOutputsFollowTurnAndMirror() throws {
    let output = AVCaptureVideoDataOutput()
    let session = try bench.session(.rearWide, output)
    let connection = try #require(output.connection(with: .video))
    connection.automaticallyAdjustsVideoMirroring = false
    var mismatches: [String] = []
    for angle in [0, 90, 180, 270] {
      for isMirrored in [false, true] {
        connection.videoRotationAngle = CGFloat(angle)
        connection.isVideoMirrored = isMirrored
        let (width, height) = angle % 180 == 0 ? (1920.0, 1080.0) : (1080, 1920)
        func place(_ x: Double, _ y: Double) -> CGPoint {
          let turned =
            switch angle {
            case 90: (1 - y, x)
            case 180: (1 - x, 1 - y)
            case 270: (y, 1 - x)
            default: (x, y)
            }
          return CGPoint(x: (isMirrored ? 1 - turned.0 : turned.0) * width, y: turned.1 * height)
        }
        let corners = [place(0.1, 0.2), place(0.4, 0.7)]
        let wanted = CGRect(
          x: min(corners[0].x, corners[1].x), y: min(corners[0].y, corners[1].y),
          width: abs(corners[0].x - corners[1].x), height: abs(corners[0].y - corners[1].y))
        let got = output.outputRectConverted(fromMetadataOutputRect: rect)
        if !same(got, wanted) { mismatches.append("\(angle) \(isMirrored): \(got), not \(wanted)") }
        if !same(output.metadataOutputRectConverted(fromOutputRect: got), rect) {
          mismatches.append("\(angle) \(isMirrored): not back")
        }
      }
    }
    #expect(mismatches == [] && session.outputs.count == 1)
  }

  @Test func aSmallerSizeScales() throws {
    let output = AVCaptureVideoDataOutput()
    let session = try bench.session(.rearWide, output)
    output.videoSettings = [kCVPixelBufferWidthKey as String: 960, kCVPixelBufferHeightKey as String: 540]
    let got = output.outputRectConverted(
      fromMetadataOutputRect: CGRect(x: 0.5, y: 0.5, width: 0.5, height: 0.5))
    #expect(same(got, CGRect(x: 480, y: 270, width: 480, height: 270)) && session.inputs.count == 1)
  }

  /// Photo outputs write down how to turn the picture; its pixels stay.
  @Test func photoOutputsCountAsTheCameraDelivers() throws {
    let output = AVCapturePhotoOutput()
    let session = try bench.session(.rearWide, output)
    let connection = try #require(output.connection(with: .video))
    #expect(connection.videoRotationAngle == 90)
    connection.automaticallyAdjustsVideoMirroring = false
    connection.isVideoMirrored = true
    #expect(
      same(
        output.outputRectConverted(fromMetadataOutputRect: rect),
        CGRect(x: 192, y: 216, width: 576, height: 540)))
    #expect(session.outputs.count == 1)
  }

  @Test func withoutACameraThereIsNothing() {
    let output = AVCaptureVideoDataOutput()
    #expect(output.outputRectConverted(fromMetadataOutputRect: rect) == .zero)
    #expect(output.metadataOutputRectConverted(fromOutputRect: rect) == .zero)
  }
}
