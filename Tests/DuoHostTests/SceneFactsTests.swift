import DuoAVFoundation
import Foundation
import Scenarios
import Testing

@testable import DuoHost
@testable import DuoUIKit

private final class PreviewView: UIView {
  override class var layerClass: AnyClass { AVCaptureVideoPreviewLayer.self }
}

private final class Label: UIView, TextShowing {
  var shownText: String?
}

/// A window of 400 x 600 points on a display of 400 x 700, at (0, 50).
@Suite @MainActor struct SceneFactsTests {
  private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 600))

  init() { window.isHidden = false }

  private func facts(scene: ObservedScene = .application) -> SceneFacts {
    SceneFacts(
      of: [window], origin: CGPoint(x: 0, y: 50), display: CGRect(x: 0, y: 0, width: 400, height: 700),
      scene: scene)
  }

  private func add(_ view: UIView, _ name: String, _ frame: CGRect, colour: UIColor? = .black) {
    view.frame = frame
    view.accessibilityIdentifier = name
    view.backgroundColor = colour
    window.addSubview(view)
  }

  @Test func visibleLabelsAreRead() {
    let label = Label()
    label.shownText = "3"
    add(label, "count", CGRect(x: 350, y: 20, width: 100, height: 40))
    #expect(
      facts(scene: .cameraCaptureAccessory).texts == [
        TextObservation(
          text: "3", rect: RectRecord(x: 350, y: 70, width: 50, height: 40), scene: .cameraCaptureAccessory)
      ])
    label.shownText = ""
    #expect(facts().texts == [])
    label.shownText = "4"
    label.alpha = 0
    #expect(facts().texts == [])
    label.alpha = 1
    label.frame.origin.x = 500
    #expect(facts().texts == [])
  }

  @Test func windowsThatAreNotHiddenAreTold() {
    let place = RectRecord(x: 0, y: 50, width: 400, height: 600)
    #expect(facts().windows == [WindowObservation(rect: place)])
    window.frame.size.width = 0
    #expect(facts().windows?.map(\.rect.width) == [0])
    window.isHidden = true
    #expect(facts().windows == [])
    #expect(SceneFacts().windows == nil)
  }

  @Test func controlsSayWhatTheyAreSetTo() {
    let button = UIButton(type: .system)
    add(button, "flash", CGRect(x: 10, y: 10, width: 50, height: 50))
    #expect(facts().controls.map(\.value) == [nil])
    button.isSelected = true
    #expect(facts().controls.map(\.value) == ["selected"])
    button.accessibilityValue = "auto"
    #expect(facts().controls.map(\.value) == ["auto"])
    #expect(facts().controls.map(\.isIdentified) == [true])
    button.accessibilityIdentifier = nil
    #expect(facts().controls.map(\.isIdentified) == [false])
  }

  @Test func whatLiesOverAPreviewIsNamed() {
    let preview = PreviewView()
    func over() -> [String]? { facts().covers[ObjectIdentifier(preview.layer)]?.names }
    add(UIView(), "behind", CGRect(x: 0, y: 0, width: 400, height: 600))
    add(preview, "preview", CGRect(x: 0, y: 0, width: 400, height: 400), colour: nil)
    add(UIView(), "clear", CGRect(x: 0, y: 0, width: 400, height: 400), colour: nil)
    #expect(over() == [])
    add(UIView(), "dot", CGRect(x: 0, y: 0, width: 10, height: 10))
    add(UIView(), "half", CGRect(x: 0, y: 200, width: 400, height: 400))
    add(UIView(), "all", CGRect(x: 0, y: 0, width: 400, height: 400))
    add(UIView(), "beside", CGRect(x: 0, y: 400, width: 400, height: 200))
    #expect(over() == ["all", "half"])
    // A layer that lies in a view's layer.
    let inner = AVCaptureVideoPreviewLayer()
    preview.layer.addSublayer(inner)
    #expect(facts().covers[ObjectIdentifier(inner)] == SceneFacts.Covers(names: ["all", "half"]))
  }

  /// A sheet of settings over a running camera.
  @Test func aPresentedControllerIsNamed() {
    final class SettingsController: UIViewController {}
    let preview = PreviewView()
    add(preview, "preview", CGRect(x: 0, y: 0, width: 400, height: 600), colour: nil)
    let settings = SettingsController()
    let presentation = UIPresentationController(presentedViewController: settings, presenting: nil)
    let container = PresentationContainer(presentation, frame: .zero)
    add(container, "", CGRect(x: 0, y: 100, width: 400, height: 500))
    container.accessibilityIdentifier = nil
    #expect(
      facts().covers[ObjectIdentifier(preview.layer)]
        == SceneFacts.Covers(names: ["presented SettingsController"], isBehindPresented: true))
    withExtendedLifetime((settings, presentation)) {}
  }

  @Test func scenesAddUp() {
    var both = facts()
    both.append(facts(scene: .cameraCaptureAccessory))
    #expect(both.windows?.map(\.scene) == [.application, .cameraCaptureAccessory])
    var none = SceneFacts()
    none.append(SceneFacts())
    #expect(none.windows == nil)
  }
}
