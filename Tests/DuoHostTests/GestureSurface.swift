import DuoFoundation
import DuoUIKit
import Foundation
import PhoneHardware

/// A view that listens to taps, presses, drags and pinches, and shows what it heard as names of controls.
final class GestureSurface: UIView {
  private var began = 0.0
  private var moves = 0
  private var heard = 0

  static func add(to root: UIView) {
    let surface = GestureSurface(frame: CGRect(x: 20, y: 200, width: 420, height: 400))
    surface.accessibilityIdentifier = "surface"
    surface.isMultipleTouchEnabled = true
    root.addSubview(surface)
    surface.listen()
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    began = CACurrentMediaTime()
    moves = 0
  }

  private func listen() {
    let tap = UITapGestureRecognizer(
      target: self, action: Selector("tap") { [unowned self] _ in hear("tap") })
    let press = UILongPressGestureRecognizer(
      target: self,
      action: Selector("press:") { [unowned self] sender in
        if (sender as! UIGestureRecognizer).state == .began { hear("press") }
      })
    let pan = UIPanGestureRecognizer(
      target: self,
      action: Selector("pan:") { [unowned self] sender in
        let pan = sender as! UIPanGestureRecognizer
        if pan.numberOfTouches == 1 { moves += 1 }
        if pan.state == .ended {
          hear("drag \(Int(pan.translation(in: self).x)) of \(moves + 1)", isTimed: false)
        }
      })
    pan.maximumNumberOfTouches = 1
    let pinch = UIPinchGestureRecognizer(
      target: self,
      action: Selector("pinch:") { [unowned self] sender in
        let pinch = sender as! UIPinchGestureRecognizer
        moves += 1
        if pinch.state == .ended {
          hear(String(format: "pinch %.2f of %d", pinch.scale, moves), isTimed: false)
        }
      })
    gestureRecognizers = [tap, press, pan, pinch]
  }

  private func hear(_ what: String, isTimed: Bool = true) {
    let after = isTimed ? " after \(Int(((CACurrentMediaTime() - began) * 1000).rounded())) ms" : ""
    let control = UIControl(frame: CGRect(x: 10 + 40 * CGFloat(heard), y: 10, width: 30, height: 30))
    control.accessibilityIdentifier = "heard \(what)\(after)"
    superview?.addSubview(control)
    heard += 1
  }
}
