import CaptureFacts
import SourceModel

/// A preview or its controls sized from the screen.
struct ScreenSizedPreview: Rule {
  let about = RuleDescription(
    name: "screen-sized-preview", severity: .warning,
    summary: "the camera's view is sized from the screen instead of from its container",
    reason: """
      UIScreen.main is the outer display of a Duo at all times: on the open phone a preview of that size covers half of the \
      inner display, and in Split View even the right screen's bounds are too large. Use the bounds of the view that holds \
      the preview, in layout, and the window scene's screen for the scale.
      """,
    sources: ["field reports R067, R077", "seed 004 section 6"],
    scenario: .init("fold", reportRules: ["38"], shows: "the preview does not fill its view after unfolding"),
    examples: [
      Example(
        "a preview layer",
        """
        import AVFoundation
        import UIKit

        class CameraViewController: UIViewController {
          let previewLayer = AVCaptureVideoPreviewLayer()

          override func viewDidLayoutSubviews() {
            super.viewDidLayoutSubviews()
            previewLayer.frame = ↓UIScreen.main.bounds
          }
        }
        """),
      Example(
        "a SwiftUI frame",
        """
        import AVFoundation
        import SwiftUI

        struct CameraScreen: View {
          let session: AVCaptureSession

          var body: some View {
            Color.black
              .frame(width: ↓UIScreen.main.bounds.width, height: ↓UIScreen.main.bounds.size.height * 0.75)
          }
        }
        """),
      Example(
        "kept in a constant, and the native size",
        """
        import AVFoundation
        import UIKit

        final class PreviewView: UIView {
          let layer2 = AVCaptureVideoPreviewLayer()
          let screen = UIScreen.main

          func setUp() {
            let size = ↓screen.bounds.size
            layer2.frame = CGRect(x: 0, y: 0, width: size.width, height: ↓UIScreen.main.nativeBounds.height)
          }
        }
        """),
      Example(
        "the container's bounds",
        """
        import AVFoundation
        import UIKit

        final class PreviewView: UIView {
          override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }

          override func layoutSubviews() {
            super.layoutSubviews()
            layer.frame = bounds
          }
        }
        """),
      Example(
        "the scale of the screen",
        """
        import AVFoundation
        import UIKit

        func pixels(_ layer: AVCaptureVideoPreviewLayer) -> CGFloat {
          layer.bounds.width * UIScreen.main.scale
        }
        """),
      Example(
        "a screen without a camera",
        """
        import UIKit

        final class SettingsView: UIView {
          func setUp() {
            frame = UIScreen.main.bounds
          }
        }
        """),
      Example(
        "a number of pixels to ask for, and a constant that no view here uses",
        """
        import AVFoundation
        import UIKit

        enum Sizes {
          static let longest = max(UIScreen.main.bounds.width, UIScreen.main.bounds.height)
        }

        func largestPhoto(_ settings: AVCapturePhotoSettings) -> CGSize {
          let size = UIScreen.main.bounds.size
          let scale = UIScreen.main.scale
          return CGSize(width: size.width * scale, height: size.height * scale)
        }
        """),
      Example(
        "where there is no view, in a comparison, in a log",
        """
        import AVFoundation
        import UIKit

        final class PreviewHost {
          weak var container: UIView?
          let layer = AVCaptureVideoPreviewLayer()

          func update() {
            let width = container?.frame.width ?? UIScreen.main.bounds.width
            if width == UIScreen.main.bounds.width { print("full width of \\(UIScreen.main.bounds.width)") }
            layer.frame.size.width = width
          }
        }
        """),
    ],
    knownMisses: ["a size that another file keeps as a constant"],
    knownFalseAlarms: [
      "a first frame that constraints or autoresizing replace",
      "a view without a camera in a file that has one",
    ])

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    program.units(naming: ["bounds", "nativeBounds"]).filter { $0.file.mentionsCapture }.flatMap { unit in
      var found: [Finding] = []
      unit.forEachExpression { site in
        guard let (base, name) = site.member, ["bounds", "nativeBounds"].contains(name) else { return }
        let screen = program.value(base).expression
        guard screen.names == ["UIScreen", "main"], !Self.isConstant(unit), !Self.countsPixels(unit),
          !Self.isNoSize(site)
        else { return }
        found.append(
          Finding(
            self, at: site, "UIScreen.main is always the outer display; use the bounds of the view around it")
        )
      }
      return found
    }
  }

  /// What is taken where there is no view to ask, compared with, or written to a log.
  private static func isNoSize(_ site: Site) -> Bool {
    for node in site.around.reversed() {
      guard case .expression(let outer) = node else { return false }
      switch outer.kind {
      case .binary(_, "??", let right) where right.span.contains(site.span): return true
      case .binary(_, "==", _), .binary(_, "!=", _): return true
      case .string: return true
      case .call(let callee, _):
        if ["print", "debugPrint", "NSLog", "log", "debug", "info"].contains(callee.lastName ?? "") {
          return true
        }
      default: break
      }
    }
    return false
  }

  /// A constant of a file or a type: what is sized by it stands elsewhere.
  private static func isConstant(_ unit: CodeUnit) -> Bool {
    guard let property = unit.property, property.isStored else { return false }
    return unit.type == nil || property.has("static")
  }

  /// Multiplied by the screen's scale: a number of pixels to ask for, not a size of a view.
  private static func countsPixels(_ unit: CodeUnit) -> Bool {
    var found = false
    unit.forEachExpression { site in
      guard let (base, name) = site.member, ["scale", "nativeScale"].contains(name) else { return }
      if base.expression.names == ["UIScreen", "main"] { found = true }
    }
    return found
  }
}

extension SourceFile {
  /// The file itself names a capture type.
  var mentionsCapture: Bool {
    text.utf8.withContiguousStorageIfAvailable { $0.holds(Array("AVCapture".utf8)) }
      ?? text.contains("AVCapture")
  }
}
