import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

/// Every test in a process of its own: an app is one for a process.
@Suite struct AlertTests {
  @Test func theAlertGoesBeforeTheHandlerIsCalled() async {
    await #expect(processExitsWith: .success) { try await AlertStories.order() }
  }

  @Test func buttonsStandAsOnAPhone() async {
    await #expect(processExitsWith: .success) { try await AlertStories.places() }
  }

  @Test func aTouchBesideASheetIsItsCancelButton() async {
    await #expect(processExitsWith: .success) { try await AlertStories.beside() }
  }

  @Test func anAlertFollowsTheScene() async {
    await #expect(processExitsWith: .success) { try await AlertStories.moved() }
  }

  @Test @MainActor func actionsAndTheirOrder() {
    func alert(_ style: UIAlertController.Style, _ styles: [UIAlertAction.Style]) -> UIAlertController {
      let alert = UIAlertController(title: "T", message: "M", preferredStyle: style)
      for (index, style) in styles.enumerated() {
        alert.addAction(UIAlertAction(title: "\(index)", style: style))
      }
      return alert
    }
    let table: [(UIAlertController.Style, [UIAlertAction.Style], String)] = [
      (.alert, [.default], "0"), (.alert, [.default, .cancel], "10"), (.alert, [.cancel, .default], "01"),
      (.alert, [.default, .destructive], "01"), (.alert, [.cancel, .default, .destructive], "120"),
      (.actionSheet, [.default, .cancel], "01"), (.actionSheet, [.cancel, .default], "10"),
    ]
    let wrong = table.filter {
      alert($0.0, $0.1).shownActions.compactMap(\.title).joined() != $0.2
    }
    #expect(wrong.isEmpty)
    let one = alert(.alert, [.cancel, .default])
    #expect(one.isBold(one.actions[0]) && !one.isBold(one.actions[1]))
    one.preferredAction = one.actions[1]
    #expect(!one.isBold(one.actions[0]) && one.isBold(one.actions[1]))
    #expect(one.popoverPresentationController == nil)
  }

  @Test func whatAppleRaisesIsRaised() async {
    let cancel = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      await MainActor.run {
        let alert = UIAlertController(title: nil, message: nil, preferredStyle: .alert)
        for _ in 0..<2 { alert.addAction(UIAlertAction(title: nil, style: .cancel)) }
      }
    }
    #expect(said(cancel).contains("can only have one action with a style of UIAlertActionStyleCancel"))
    let preferred = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      await MainActor.run {
        let alert = UIAlertController(title: nil, message: nil, preferredStyle: .alert)
        alert.preferredAction = UIAlertAction(title: nil, style: .default)
      }
    }
    #expect(said(preferred).contains("The preferredAction must be an action that has been added"))
  }
}

@MainActor
enum AlertStories {
  static func order() async throws {
    let stage = try Stage()
    let a = await stage.root(StoryController("A"))
    let alert = UIAlertController(
      title: "No camera", message: "Allow it in Settings.", preferredStyle: .alert)
    alert.addAction(
      UIAlertAction(title: "OK", style: .default) { action in
        Story.add("\(action.title ?? "") with \(a.presentedViewController == nil ? "nobody" : "the alert")")
      })
    alert.addAction(UIAlertAction(title: "Later", style: .cancel))
    a.present(alert, animated: true)
    await stage.finish()
    #expect(Story.take() == [])
    await stage.tap("OK")
    #expect(Story.take() == [] && a.presentedViewController === alert)
    await stage.finish()
    #expect(Story.take() == ["OK with nobody"])
    #expect(alert.view.window == nil)
    // A disabled button does nothing.
    alert.actions[0].isEnabled = false
    a.present(alert, animated: false)
    await stage.tap("OK")
    await stage.finish()
    #expect(a.presentedViewController === alert && Story.take() == [])
    // A touch beside an alert does nothing either.
    stage.tap(CGPoint(x: 5, y: 5))
    await stage.finish()
    #expect(a.presentedViewController === alert)
    await stage.tap("Later")
    await stage.finish()
    #expect(a.presentedViewController == nil)
  }

  static func places() async throws {
    let stage = try Stage()
    let a = await stage.root(StoryController("A"))
    let alert = UIAlertController(title: "T", message: "M", preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: "One", style: .default))
    alert.addAction(UIAlertAction(title: "Two", style: .cancel))
    a.present(alert, animated: false)
    func place(_ name: String) -> CGRect {
      let view = stage.window.descendant(accessibilityIdentifier: name)
      return view.map { $0.convert($0.bounds, to: nil) } ?? .null
    }
    stage.window.layoutIfNeeded()
    #expect(alert.view.frame.width == 270 && alert.view.frame.midX == 233)
    #expect(place("Two").maxX == place("One").minX && place("Two").minY == place("One").minY)
    #expect(place("One").width == 135 && place("One").height == 44)
    alert.addAction(UIAlertAction(title: "Three", style: .destructive))
    stage.window.layoutIfNeeded()
    #expect(place("One").maxY == place("Three").minY && place("Three").maxY == place("Two").minY)
    #expect(place("Two").maxY == alert.view.frame.maxY)
    let small = alert.view.frame.height
    alert.message = String(repeating: "Many words make a taller alert. ", count: 8)
    stage.window.layoutIfNeeded()
    #expect(alert.view.frame.height > small + 30 && alert.view.frame.minY > 0)
    #expect(stage.window.descendant(accessibilityIdentifier: "One")?.accessibilityLabel == "One")
  }

  static func beside() async throws {
    let stage = try Stage()
    let a = await stage.root(StoryController("A"))
    let sheet = UIAlertController(title: nil, message: nil, preferredStyle: .actionSheet)
    sheet.addAction(UIAlertAction(title: "Delete", style: .destructive) { _ in Story.add("deleted") })
    a.present(sheet, animated: false)
    #expect(sheet.view.frame.maxY == 678 - stage.window.safeAreaInsets.bottom - 8)
    stage.tap(CGPoint(x: 200, y: 100))
    await stage.finish()
    #expect(a.presentedViewController === sheet)
    sheet.addAction(UIAlertAction(title: "Cancel", style: .cancel) { _ in Story.add("cancelled") })
    stage.tap(CGPoint(x: 200, y: 100))
    await stage.finish()
    #expect(Story.take() == ["cancelled"] && a.presentedViewController == nil)
  }

  static func moved() async throws {
    let stage = try Stage()
    let a = await stage.root(StoryController("A"))
    let alert = UIAlertController(title: "T", message: nil, preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: "OK", style: .default) { _ in Story.add("pressed") })
    a.present(alert, animated: false)
    await stage.send(.pose("open-landscape", over: .zero))
    stage.window.layoutIfNeeded()
    #expect(abs(alert.view.frame.midX - 475.5) <= 0.5 && alert.view.frame.width == 270)
    _ = Story.take()
    await stage.tap("OK")
    await stage.finish()
    #expect(Story.take() == ["pressed"])
  }
}
