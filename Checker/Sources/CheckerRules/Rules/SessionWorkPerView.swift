import CaptureFacts
import SourceModel

/// A session or camera model made inside a view that is built again and again.
struct SessionWorkPerView: Rule {
  let about = RuleDescription(
    name: "session-work-per-view", severity: .warning,
    summary: "a view that is built anew makes its own session or camera model",
    reason: """
      SwiftUI builds a view's value anew whenever what is around it changes, and a fold changes much: size, traits, the \
      arrangement. A session that is made in body, or in a property without @State, is made again then, and the old one \
      goes on holding the camera. Keep it in @State, @StateObject or above the view, and hand it in.
      """,
    sources: ["seed 004 section 9", "field report R073"],
    scenario: .init(
      "fold", reportRules: ["39"], shows: "the preview starts again, or state is lost, with each fold"),
    examples: [
      Example(
        "an ordinary property of a view",
        """
        import AVFoundation
        import SwiftUI

        struct CameraScreen: View {
          let session = ↓AVCaptureSession()

          var body: some View { Color.black }
        }
        """),
      Example(
        "an observed object that the view makes itself",
        """
        import AVFoundation
        import SwiftUI

        final class CameraModel: ObservableObject {
          let session: AVCaptureSession = .init()
        }

        struct CameraScreen: View {
          @ObservedObject var model = ↓CameraModel()
          var body: some View { Color.black }
        }

        struct Inner: View {
          @ObservedObject var model: CameraModel
          @StateObject private var own = CameraModel()
          var body: some View { Color.black }
        }
        """),
      Example(
        "in body",
        """
        import AVFoundation
        import SwiftUI

        final class CameraModel {
          let session = AVCaptureSession()
        }

        struct CameraScreen: View {
          var body: some View {
            Preview(model: ↓CameraModel())
          }
        }

        struct Preview: View {
          let model: CameraModel
          var body: some View { Color.black }
        }
        """),
      Example(
        "in what an arrangement builds",
        """
        import AVFoundation
        import SwiftUI

        @Observable final class Camera {
          let session = AVCaptureSession()
        }

        @available(iOS 27.1, *)
        struct Screen: View {
          var body: some View {
            ArrangementView {
              Color.clear
            } secondary: {
              CameraPreview()
            }
          }
        }

        struct CameraPreview: View {
          private var camera = ↓Camera()
          var body: some View { Color.black }
        }
        """),
      Example(
        "kept in state",
        """
        import AVFoundation
        import SwiftUI

        @Observable final class CameraModel {
          let session = AVCaptureSession()
        }

        struct CameraScreen: View {
          @State private var model = CameraModel()

          var body: some View { Color.black }
        }
        """),
      Example(
        "kept in a state object, or handed in",
        """
        import AVFoundation
        import SwiftUI

        final class CameraModel: ObservableObject {
          let session = AVCaptureSession()
        }

        struct CameraScreen: View {
          @StateObject private var model = CameraModel()
          var body: some View { Preview(session: model.session) }
        }

        struct Preview: View {
          let session: AVCaptureSession
          var body: some View { Color.black }
        }
        """),
      Example(
        "made by an action, kept by a coordinator",
        """
        import AVFoundation
        import SwiftUI

        struct CameraPreview: UIViewRepresentable {
          final class Coordinator {
            let session = AVCaptureSession()
          }

          func makeCoordinator() -> Coordinator { Coordinator() }
          func makeUIView(context: Context) -> UIView { UIView() }
          func updateUIView(_ view: UIView, context: Context) {}
        }

        struct Screen: View {
          @State private var session: AVCaptureSession?

          var body: some View {
            Button("Start") { session = AVCaptureSession() }
          }
        }
        """),
      Example(
        "an app's own model, made once",
        """
        import AVFoundation
        import SwiftUI

        final class CameraModel {
          let session = AVCaptureSession()
        }

        @main struct CameraApp: App {
          let model = CameraModel()
          var body: some Scene {
            WindowGroup { Color.black }
          }
        }
        """),
    ],
    knownMisses: ["a view controller that a container makes again for each pose"],
    knownFalseAlarms: ["a view that lives as long as the app and has nothing around it that changes"])

  static let keepers: Set<String> = [
    "State", "StateObject", "EnvironmentObject", "Environment", "Binding", "Bindable",
    "GestureState",
  ]
  /// Closures in these run later, once, for what a person does.
  static let actions: Set<String> = [
    "Button", "onAppear", "onDisappear", "task", "onTapGesture", "onChange", "onReceive", "gesture",
    "onEnded", "onChanged",
    "Task", "async", "refreshable", "sink",
  ]

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    program.units.flatMap { unit -> [Finding] in
      guard let property = unit.property, let type = unit.type, program.types[type]?.form == .struct,
        program.type(type, isA: ["View", "ViewModifier"])
      else { return [] }
      if property.isStored, property.attributes.contains(where: { Self.keepers.contains($0.name) }) {
        return []
      }
      if property.isStored, property.has("static") { return [] }
      // Computed properties other than body build parts of it.
      var found: [Finding] = []
      unit.forEachExpression { site in
        guard let name = made(program, site), !isInAction(site) else { return }
        found.append(
          Finding(
            self, at: site,
            name == "AVCaptureSession" || name == "AVCaptureMultiCamSession"
              ? "a session is made each time this view is built"
              : "\(name) with its session is made each time this view is built"))
      }
      return found
    }
  }

  /// A session, or a class of the program that makes one itself.
  private func made(_ program: Program, _ site: Site) -> String? {
    guard case .call(let callee, _) = site.expression.kind, let name = callee.names?.last else { return nil }
    if ["AVCaptureSession", "AVCaptureMultiCamSession"].contains(name) { return name }
    guard case .name = callee.kind, let facts = program.type(named: name, inside: site.unit.type),
      facts.form == .class || facts.form == .actor,
      !program.type(facts.name, isA: ["UIView", "UIViewController"])
    else { return nil }
    let owns = facts.properties.values.contains { property in
      guard let value = property.value, case .call(let inner, _) = value.core.kind else { return false }
      return ["AVCaptureSession", "AVCaptureMultiCamSession"].contains(inner.lastName ?? "")
    }
    return owns ? facts.name : nil
  }

  private func isInAction(_ site: Site) -> Bool {
    for (depth, node) in site.around.enumerated() {
      guard case .function(let function) = node, function.form == .closure,
        let call = CallOfClosure(function, around: Array(site.around[...depth]))
      else { continue }
      if Self.actions.contains(call.callee.lastName ?? "") || call.label == "action" { return true }
    }
    return false
  }
}
