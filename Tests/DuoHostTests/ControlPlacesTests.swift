import DuoUIKit
import Foundation
import Scenarios
import Testing

@testable import DuoHost

/// Controls in a window of 400 x 600 points.
@Suite @MainActor struct ControlPlacesTests {
  private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 600))
  private let panel = UIView(frame: CGRect(x: 100, y: 100, width: 200, height: 200))
  private let button = UIButton(type: .system)
  private let full = RectRecord(x: 110, y: 120, width: 50, height: 40)

  init() {
    window.isHidden = false
    window.addSubview(panel)
    button.frame = CGRect(x: 10, y: 20, width: 50, height: 40)
    button.accessibilityIdentifier = "shutter"
    panel.addSubview(button)
  }

  private func found(_ windows: [UIWindow]? = nil) -> [RectRecord] {
    ControlPlaces.observations(in: windows ?? [window], origin: .zero).map(\.hitRect)
  }

  private func cover(_ frame: CGRect, on view: UIView? = nil) -> UIView {
    let cover = UIView(frame: frame)
    (view ?? window).addSubview(cover)
    return cover
  }

  @Test func whatNobodyCanTouchIsNoControl() {
    #expect(found() == [full])
    let changes: [(String, (UIView) -> Void, (UIView) -> Void)] = [
      ("hidden", { $0.isHidden = true }, { $0.isHidden = false }),
      ("nearly transparent", { $0.alpha = 0.009 }, { $0.alpha = 1 }),
      ("closed to touches", { $0.isUserInteractionEnabled = false }, { $0.isUserInteractionEnabled = true }),
    ]
    var wrong: [String] = []
    for view in [button, panel, window] {
      for (name, change, back) in changes {
        change(view)
        if found() != [] { wrong.append("\(name): \(type(of: view))") }
        back(view)
        if found() != [full] { wrong.append("not \(name): \(type(of: view))") }
      }
    }
    #expect(wrong == [])
    // Faint, or disabled: still in the way.
    panel.alpha = 0.02
    button.isEnabled = false
    #expect(found() == [full])
  }

  @Test func theViewsAroundItCutItOff() {
    button.frame.origin = CGPoint(x: 170, y: -15)
    for clips in [false, true] {
      panel.clipsToBounds = clips
      #expect(found() == [RectRecord(x: 270, y: 100, width: 30, height: 25)])
    }
    panel.frame.origin.x = 220
    #expect(found() == [RectRecord(x: 390, y: 100, width: 10, height: 25)])
    button.frame.origin = CGPoint(x: 200, y: 0)
    #expect(found() == [])
    button.frame = CGRect(x: 10, y: 10, width: 0, height: 40)
    #expect(found() == [])
  }

  private final class Wide: UIView {
    override func point(inside point: CGPoint, with event: UIEvent?) -> Bool { true }
  }

  @Test func aViewMayTakeTouchesBesideItsBounds() {
    let wide = Wide(frame: CGRect(x: 100, y: 100, width: 20, height: 30))
    window.addSubview(wide)
    wide.addSubview(button)
    #expect(found() == [full])
    wide.clipsToBounds = true
    #expect(found() == [RectRecord(x: 110, y: 120, width: 10, height: 10)])
  }

  @Test func somethingOverAllOfItTakesItsTouches() {
    let lid = cover(CGRect(x: 105, y: 105, width: 100, height: 100))
    #expect(found() == [])
    lid.isUserInteractionEnabled = false
    #expect(found() == [full])
    lid.isUserInteractionEnabled = true
    // A corner looks out; and what is in a control belongs to it.
    lid.frame = CGRect(x: 110, y: 120, width: 43, height: 40)
    #expect(found() == [full])
    lid.isHidden = true
    _ = cover(button.bounds, on: button)
    #expect(found() == [full])
  }

  @Test func aWindowInFrontTakesThemToo() {
    let front = UIWindow(frame: CGRect(x: 100, y: 110, width: 70, height: 60))
    #expect(found([window, front]) == [full])
    front.isHidden = false
    #expect(found([window, front]) == [])
    #expect(found([front, window]) == [full])
    let inFront = UIControl(frame: CGRect(x: 5, y: 6, width: 7, height: 8))
    front.addSubview(inFront)
    #expect(found([window, front]) == [RectRecord(x: 105, y: 116, width: 7, height: 8)])
    #expect(
      ControlPlaces.observations(in: [front], origin: CGPoint(x: 1000, y: 2000)).map(\.hitRect)
        == [RectRecord(x: 1105, y: 2116, width: 7, height: 8)])
  }
}
