import CaptureFacts
import SourceModel

/// A preview layer whose frame is set once and never in layout.
struct PreviewLayerNotResized: Rule {
  let about = RuleDescription(
    name: "preview-layer-not-resized", severity: .warning,
    summary: "a preview layer gets its frame once, and keeps it when its view changes size",
    reason: """
      A layer that is added to another does not follow it. Each fold, each turn and each Split View changes the size of the \
      view; a preview layer framed in viewDidLoad, an initialiser or makeUIView keeps the old size. Set the frame in \
      layoutSubviews or viewDidLayoutSubviews, or make the preview layer the view's own layer with layerClass.
      """,
    sources: ["seed 004 section 6", "field reports R074, R076"],
    scenario: .init("fold", reportRules: ["38"], shows: "the preview does not fill its view after unfolding"),
    examples: [
      Example(
        "framed in viewDidLoad",
        """
        import AVFoundation
        import UIKit

        class CameraViewController: UIViewController {
          let session = AVCaptureSession()
          var previewLayer: AVCaptureVideoPreviewLayer!

          override func viewDidLoad() {
            super.viewDidLoad()
            previewLayer = AVCaptureVideoPreviewLayer(session: session)
            ↓previewLayer.frame = view.layer.bounds
            view.layer.addSublayer(previewLayer)
          }
        }
        """),
      Example(
        "a local layer, set up by a helper",
        """
        import AVFoundation
        import UIKit

        class ScannerViewController: UIViewController {
          let session = AVCaptureSession()

          override func viewDidLoad() {
            super.viewDidLoad()
            setUpPreview()
          }

          private func setUpPreview() {
            let layer = AVCaptureVideoPreviewLayer(session: session)
            layer.videoGravity = .resizeAspectFill
            ↓layer.frame = view.bounds
            view.layer.insertSublayer(layer, at: 0)
          }
        }
        """),
      Example(
        "made for SwiftUI",
        """
        import AVFoundation
        import SwiftUI

        struct CameraPreview: UIViewRepresentable {
          let session: AVCaptureSession

          func makeUIView(context: Context) -> UIView {
            let view = UIView(frame: .zero)
            let layer = AVCaptureVideoPreviewLayer(session: session)
            ↓layer.frame = view.frame
            view.layer.addSublayer(layer)
            return view
          }

          func updateUIView(_ view: UIView, context: Context) {}
        }
        """),
      Example(
        "framed in layout, but only as long as it has no frame",
        """
        import AVFoundation
        import UIKit

        final class PreviewView: UIView {
          override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }
          var previewLayer: AVCaptureVideoPreviewLayer { layer as! AVCaptureVideoPreviewLayer }
        }

        class CameraViewController: UIViewController {
          let previewView = PreviewView()

          override func viewDidLayoutSubviews() {
            super.viewDidLayoutSubviews()
            guard previewView.frame.isEmpty else { return }
            ↓previewView.frame = view.bounds
          }
        }
        """),
      Example(
        "framed in layout, too",
        """
        import AVFoundation
        import UIKit

        class CameraViewController: UIViewController {
          let session = AVCaptureSession()
          lazy var previewLayer = AVCaptureVideoPreviewLayer(session: session)

          override func viewDidLoad() {
            super.viewDidLoad()
            previewLayer.frame = view.bounds
            view.layer.addSublayer(previewLayer)
          }

          override func viewDidLayoutSubviews() {
            super.viewDidLayoutSubviews()
            previewLayer.frame = view.bounds
          }
        }
        """),
      Example(
        "framed by a function that layout calls",
        """
        import AVFoundation
        import UIKit

        final class PreviewView: UIView {
          private let previewLayer = AVCaptureVideoPreviewLayer()

          override init(frame: CGRect) {
            super.init(frame: frame)
            layer.addSublayer(previewLayer)
            fit()
          }

          required init?(coder: NSCoder) { nil }

          override func layoutSubviews() {
            super.layoutSubviews()
            fit()
          }

          private func fit() {
            previewLayer.frame = bounds
          }
        }
        """),
      Example(
        "updated by SwiftUI, and the view's own layer",
        """
        import AVFoundation
        import SwiftUI

        struct CameraPreview: UIViewRepresentable {
          let session: AVCaptureSession

          func makeUIView(context: Context) -> UIView {
            let view = UIView()
            let layer = AVCaptureVideoPreviewLayer(session: session)
            layer.frame = view.bounds
            view.layer.addSublayer(layer)
            return view
          }

          func updateUIView(_ view: UIView, context: Context) {
            view.layer.sublayers?.first?.frame = view.bounds
          }
        }

        final class PreviewView: UIView {
          override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }
          var previewLayer: AVCaptureVideoPreviewLayer { layer as! AVCaptureVideoPreviewLayer }
        }
        """),
      Example(
        "resized when a geometry changes, on the main queue",
        """
        import AVFoundation
        import SwiftUI

        struct LivePreview: View {
          let layer: AVCaptureVideoPreviewLayer

          var body: some View {
            GeometryReader { geometry in
              Color.clear.onChange(of: geometry.size) { _, size in
                DispatchQueue.main.async {
                  layer.frame = CGRect(origin: .zero, size: size)
                }
              }
            }
          }
        }
        """),
      Example(
        "an override of what the class above calls in layout",
        """
        import AVFoundation
        import UIKit

        class CameraScreen: UIViewController {
          let previewLayer = AVCaptureVideoPreviewLayer()

          override func viewDidLayoutSubviews() {
            super.viewDidLayoutSubviews()
            layoutPreview()
          }

          func layoutPreview() { previewLayer.frame = view.bounds }
        }

        final class InsetCameraScreen: CameraScreen {
          override func layoutPreview() { previewLayer.frame = view.bounds.inset(by: view.safeAreaInsets) }
        }
        """),
    ],
    knownMisses: ["a layer that another type frames"],
    knownFalseAlarms: [
      "a container that never changes size", "a layer resized by an observer in another type",
    ])

  static let layoutFunctions: Set<String> = [
    "viewDidLayoutSubviews", "viewWillLayoutSubviews", "layoutSubviews", "updateUIView",
    "updateUIViewController",
    "layoutSublayers", "viewWillTransition", "layout", "updateProperties", "didSet", "willSet", "set",
    "traitCollectionDidChange", "observeValue",
  ]

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    program.units(naming: ["frame", "bounds"]).flatMap { unit in
      var found: [Finding] = []
      unit.forEachExpression { site in
        guard let assignment = site.assignment, ["frame", "bounds"].contains(assignment.name),
          let base = assignment.base, let type = program.type(of: base)?.base
        else { return }
        if isPreview(program, type), isFramedOnlyWhileEmpty(program, site, base) {
          found.append(
            Finding(self, at: site, "this preview gets its \(assignment.name) only while it has none"))
          return
        }
        guard type == "AVCaptureVideoPreviewLayer",
          !comesFromLayout(program, site), !isFramedInLayout(program, site)
        else { return }
        found.append(
          Finding(
            self, at: site,
            "this preview layer gets its \(assignment.name) here only, and keeps it after a fold"))
      }
      return found
    }
  }

  /// A preview layer, or a view of the program whose layer is one or that holds one.
  private func isPreview(_ program: Program, _ type: String) -> Bool {
    if type == "AVCaptureVideoPreviewLayer" { return true }
    return program.types[type]?.properties.values.contains { property in
      program.type(of: property, in: type)?.base == "AVCaptureVideoPreviewLayer"
    } ?? false
  }

  /// `guard preview.frame.isEmpty else { return }`, `if preview.frame == .zero`.
  private func isFramedOnlyWhileEmpty(_ program: Program, _ site: Site, _ base: Site) -> Bool {
    guard let preview = program.reference(base) else { return false }
    return program.surelyBefore(site) { other in
      let frame: Expression
      var holder = other
      switch other.expression.kind {
      case .member(let inner, "isEmpty"): frame = inner
      case .binary(let left, "==", let right) where ["zero", "null"].contains(right.lastName ?? ""):
        frame = left
      default: return false
      }
      holder = other.inside(frame)
      guard let (owner, name) = holder.member, ["frame", "bounds"].contains(name) else { return false }
      return program.reference(owner) == preview
    }
  }

  /// Does this code run in layout, or does layout call it?
  private func comesFromLayout(_ program: Program, _ site: Site) -> Bool {
    guard let function = program.namedFunction(around: site) else { return false }
    var open = [function]
    var seen: Set<ObjectIdentifier> = []
    while let next = open.popLast() {
      guard seen.insert(ObjectIdentifier(next)).inserted, seen.count < 30 else { continue }
      if Self.layoutFunctions.contains(next.name) { return true }
      if next.modifiers.contains("override"), let type = site.unit.type {
        // What the class above calls, it calls here.
        open += program.ancestry(type).flatMap { program.types[$0]?.functions[next.name] ?? [] }
      }
      for caller in program.callers(of: next) {
        // A closure that is kept, such as an observer's, may run at any later time.
        if caller.function?.form == .closure { return true }
        if let outer = program.namedFunction(around: caller) { open.append(outer) }
      }
    }
    return site.around.indices.contains { depth in
      guard case .function(let closure) = site.around[depth], closure.form == .closure else { return false }
      let name = CallOfClosure(closure, around: Array(site.around[...depth]))?.callee.lastName ?? ""
      return !["async", "asyncAfter", "sync", "Task", "map", "forEach"].contains(name)
    }
  }

  /// Does any layout function of the type set the frame of a preview layer, or of a layer's sublayers?
  private func isFramedInLayout(_ program: Program, _ site: Site) -> Bool {
    program.somewhere(inType: site.unit.type, of: site.file) { other in
      guard other.expression !== site.expression, let assignment = other.assignment,
        ["frame", "bounds", "position"].contains(assignment.name), let base = assignment.base
      else { return false }
      let isLayer =
        program.type(of: base).map { $0.base == "AVCaptureVideoPreviewLayer" || $0.base == "CALayer" } ?? true
      return isLayer && comesFromLayout(program, other)
    }
  }
}
