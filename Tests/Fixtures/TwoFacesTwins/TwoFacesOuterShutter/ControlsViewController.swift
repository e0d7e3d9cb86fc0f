import UIKit

/// The buttons. They lie over the preview, or in the half of the display that is within reach when the phone is folded.
final class ControlsViewController: UIViewController {
  private let model: CameraModel
  private let captureAngle: () -> CGFloat
  private let controls = ControlsView()

  /// The system would show the outer preview now.
  var offersOuterPreview = false {
    didSet {
      controls.outer.isHidden = !offersOuterPreview
      view.setNeedsUpdateProperties()
    }
  }

  init(model: CameraModel, captureAngle: @escaping () -> CGFloat) {
    self.model = model
    self.captureAngle = captureAngle
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { fatalError("made in code only") }

  override func loadView() { view = controls }

  override func viewDidLoad() {
    super.viewDidLoad()
    controls.outer.isHidden = true
    controls.shutter.addAction(
      UIAction { [model, captureAngle] _ in model.pressShutter(angle: captureAngle) }, for: .touchUpInside)
    controls.turn.addAction(UIAction { [model] _ in model.turnRound() }, for: .touchUpInside)
    controls.timer.addAction(UIAction { [model] _ in model.usesTimer.toggle() }, for: .touchUpInside)
    controls.outer.addAction(
      UIAction { [model] _ in model.showsOuterPreview.toggle() }, for: .touchUpInside)
  }

  override func updateProperties() {
    super.updateProperties()
    controls.shutter.isHidden = offersOuterPreview && model.aim == .scene
    controls.shutter.isEnabled = !model.isSwitching && model.countdown == nil
    controls.timer.isSelected = model.usesTimer
    controls.outer.isSelected = model.showsOuterPreview
    controls.outer.isEnabled = model.aim == .scene
  }
}
