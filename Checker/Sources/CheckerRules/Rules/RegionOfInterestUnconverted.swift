import CaptureFacts
import SourceModel

/// Points and rectangles of a view handed to the camera as they are.
struct RegionOfInterestUnconverted: Rule {
  let about = RuleDescription(
    name: "region-of-interest-unconverted", severity: .warning,
    summary: "a point or rectangle of a view is scaled by hand instead of converted by the preview layer",
    reason: """
      Points of interest and rectOfInterest are in the sensor's own frame: turned, mirrored and cropped against what the view \
      shows, differently on each of the Duo's displays and cameras. Dividing by the view's size focuses in the wrong place. \
      Use captureDevicePointConverted(fromLayerPoint:) and metadataOutputRectConverted(fromLayerRect:) of the preview layer.
      """,
    sources: ["reference: conversions of the preview layer", "field reports R085, R086, R088, R092"],
    examples: [
      Example(
        "a quotient of view coordinates",
        """
        import AVFoundation
        import UIKit

        final class FocusView: UIView {
          var device: AVCaptureDevice?

          func focus(_ touch: UITouch) throws {
            guard let device else { return }
            let point = touch.location(in: self)
            try device.lockForConfiguration()
            ↓device.focusPointOfInterest = CGPoint(x: point.x / bounds.width, y: point.y / bounds.height)
            device.unlockForConfiguration()
          }
        }
        """),
      Example(
        "swapped by hand, in a constant",
        """
        import AVFoundation
        import UIKit

        final class FocusView: UIView {
          var device: AVCaptureDevice?

          func expose(at point: CGPoint) throws {
            guard let device else { return }
            let scaled = CGPoint(x: point.y / frame.size.height, y: 1.0 - point.x / frame.size.width)
            try device.lockForConfiguration()
            defer { device.unlockForConfiguration() }
            ↓device.exposurePointOfInterest = scaled
          }
        }
        """),
      Example(
        "a rectangle for codes",
        """
        import AVFoundation
        import UIKit

        class ScannerViewController: UIViewController {
          let output = AVCaptureMetadataOutput()
          let window = CGRect(x: 60, y: 200, width: 200, height: 200)

          func limit() {
            ↓output.rectOfInterest = CGRect(
              x: window.minY / view.bounds.height, y: window.minX / view.bounds.width,
              width: window.height / view.bounds.height, height: window.width / view.bounds.width)
          }
        }
        """),
      Example(
        "converted by the layer",
        """
        import AVFoundation
        import UIKit

        final class FocusView: UIView {
          let previewLayer = AVCaptureVideoPreviewLayer()
          let output = AVCaptureMetadataOutput()

          func focus(_ device: AVCaptureDevice, at point: CGPoint) throws {
            try device.lockForConfiguration()
            device.focusPointOfInterest = previewLayer.captureDevicePointConverted(fromLayerPoint: point)
            device.unlockForConfiguration()
            output.rectOfInterest = previewLayer.metadataOutputRectConverted(fromLayerRect: bounds.insetBy(dx: 40, dy: 80))
          }
        }
        """),
      Example(
        "the middle",
        """
        import AVFoundation

        func reset(_ device: AVCaptureDevice) throws {
          try device.lockForConfiguration()
          device.focusPointOfInterest = CGPoint(x: 0.5, y: 0.5)
          device.exposurePointOfInterest = CGPoint(x: 1.0 / 2, y: 0.5)
          device.unlockForConfiguration()
        }
        """),
      Example(
        "a point that comes from elsewhere",
        """
        import AVFoundation

        func focus(_ device: AVCaptureDevice, at devicePoint: CGPoint) throws {
          try device.lockForConfiguration()
          device.focusPointOfInterest = devicePoint
          device.unlockForConfiguration()
        }
        """),
      Example(
        "coordinates that are constants",
        """
        import AVFoundation
        import UIKit

        final class FocusView: UIView {
          func focus(_ device: AVCaptureDevice, at location: CGPoint) throws {
            let x = location.y / bounds.height
            let y = 1 - location.x / bounds.width
            try device.lockForConfiguration()
            ↓device.focusPointOfInterest = CGPoint(x: x, y: y)
            device.unlockForConfiguration()
          }
        }
        """),
    ],
    knownMisses: ["a quotient that is made in another function"],
    knownFalseAlarms: ["coordinates of a picture that was drawn from the sensor's own frame"])

  static let properties: Set<String> = [
    "focusPointOfInterest", "exposurePointOfInterest", "rectOfInterest", "focusRectOfInterest",
    "exposureRectOfInterest",
  ]

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    program.units(naming: Self.properties).flatMap { unit in
      var found: [Finding] = []
      unit.forEachExpression { site in
        guard let assignment = site.assignment, Self.properties.contains(assignment.name),
          assignment.base != nil
        else {
          return
        }
        let value = program.value(assignment.value)
        guard isQuotient(program, value) else { return }
        found.append(
          Finding(
            self, at: site, "\(assignment.name) is scaled from a view; convert it with the preview layer"))
      }
      return found
    }
  }

  /// The value itself, or a point or rectangle made of constants that are.
  private func isQuotient(_ program: Program, _ value: Site) -> Bool {
    if Self.dividesByView(value.expression) { return true }
    guard let call = value.call, ["CGPoint", "CGRect"].contains(call.name) else { return false }
    return call.arguments.contains { Self.dividesByView(program.value(value.inside($0.value)).expression) }
  }

  /// `point.x / bounds.width`: a division by something's width, height or size, and no conversion.
  private static func dividesByView(_ expression: Expression) -> Bool {
    var divides = false
    var converts = false
    Node.expression(expression).walk { node, _ in
      guard case .expression(let inner) = node else { return true }
      switch inner.kind {
      case .binary(_, "/", let right):
        if ["width", "height", "maxX", "maxY"].contains(right.lastName ?? "") { divides = true }
      case .call(let callee, _):
        if callee.lastName?.hasSuffix("Converted") == true { converts = true }
      default: break
      }
      return true
    }
    return divides && !converts
  }
}
