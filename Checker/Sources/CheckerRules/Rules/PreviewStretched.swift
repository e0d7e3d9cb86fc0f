import CaptureFacts
import SourceModel

/// A preview that fills its layer at any price.
struct PreviewStretched: Rule {
  let about = RuleDescription(
    name: "preview-stretched", severity: .warning,
    summary: "a preview's gravity is resize, which stretches the picture to the layer's shape",
    reason: """
      With resize the picture takes the layer's shape whatever its own is. The outer display is higher than wide, the inner \
      one wider than high, and Split View gives halves: a layer that happens to have the picture's shape in one of them has \
      not in the others, and faces get wide or narrow with each fold. Use resizeAspectFill, or resizeAspect where nothing \
      may be cut off.
      """,
    sources: ["Apple, AVAnimation.h: AVLayerVideoGravity", "report card, rule 36"],
    scenario: .init("fold", reportRules: ["36"], shows: "the picture is wider or narrower than the world"),
    examples: [
      Example(
        "resize",
        """
        import AVFoundation
        import UIKit

        class CameraViewController: UIViewController {
          let previewLayer = AVCaptureVideoPreviewLayer()

          override func viewDidLoad() {
            super.viewDidLoad()
            ↓previewLayer.videoGravity = .resize
          }
        }
        """),
      Example(
        "with the type's name, through a view",
        """
        import AVFoundation
        import UIKit

        final class PreviewView: UIView {
          override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }
          var previewLayer: AVCaptureVideoPreviewLayer { layer as! AVCaptureVideoPreviewLayer }
        }

        func fill(_ preview: PreviewView) {
          ↓preview.previewLayer.videoGravity = AVLayerVideoGravity.resize
        }
        """),
      Example(
        "frames that the app shows itself",
        """
        import AVFoundation
        import UIKit

        final class FilteredPreview: UIView {
          private let display = AVSampleBufferDisplayLayer()

          func fill(_ output: AVCaptureVideoDataOutput) {
            ↓display.videoGravity = .resize
          }
        }
        """),
      Example(
        "fills, or fits, with the picture's shape",
        """
        import AVFoundation
        import UIKit

        class CameraViewController: UIViewController {
          let previewLayer = AVCaptureVideoPreviewLayer()
          var fits = false { didSet { previewLayer.videoGravity = fits ? .resizeAspect : .resizeAspectFill } }
        }
        """),
      Example(
        "a choice that is carried over",
        """
        import AVFoundation
        import UIKit

        enum Filling { case stretched, whole }

        final class PreviewView: UIView {
          let previewLayer = AVCaptureVideoPreviewLayer()
          var filling = Filling.whole {
            didSet {
              switch filling {
              case .stretched: previewLayer.videoGravity = .resize
              case .whole: previewLayer.videoGravity = .resizeAspect
              }
            }
          }
        }
        """),
      Example(
        "a movie that is played",
        """
        import AVFoundation

        func stretch(_ layer: AVPlayerLayer) {
          layer.videoGravity = .resize
        }
        """),
      Example(
        "a gravity that is asked for",
        """
        import AVFoundation

        func isStretched(_ layer: AVCaptureVideoPreviewLayer) -> Bool {
          layer.videoGravity == .resize
        }
        """),
    ],
    knownMisses: [
      "a view whose transform scales both directions differently",
      "a gravity that is computed, or chosen by a switch",
    ],
    knownFalseAlarms: ["a layer that the app gives the picture's shape in every layout"])

  private static let previews: Set<String> = ["AVCaptureVideoPreviewLayer", "AVSampleBufferDisplayLayer"]

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    program.units(naming: ["videoGravity"]).flatMap { unit in
      var found: [Finding] = []
      unit.forEachExpression { site in
        guard let assignment = site.assignment, assignment.name == "videoGravity",
          let layer = assignment.base, program.site(layer, isA: Self.previews),
          program.value(assignment.value).expression.lastName == "resize", !Self.isOneOfCases(site)
        else { return }
        found.append(Finding(self, at: site, "this preview is stretched to the shape of its layer"))
      }
      return found
    }
  }

  /// Libraries offer every gravity and carry over what the app chooses.
  private static func isOneOfCases(_ site: Site) -> Bool {
    site.around.contains { node in
      guard case .statement(let statement) = node, case .switch = statement.kind else { return false }
      return true
    }
  }
}
