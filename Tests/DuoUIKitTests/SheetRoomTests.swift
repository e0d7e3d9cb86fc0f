import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

/// Long action sheets scroll; sheets, popovers and alerts leave a running inner camera alone.
@Suite struct SheetRoomTests {
  @Test func longActionSheetsScroll() async {
    await #expect(processExitsWith: .success) { try await SheetRoomStories.long() }
  }

  @Test func longWordsScrollToo() async {
    await #expect(processExitsWith: .success) { try await SheetRoomStories.words() }
  }

  @Test func presentationsKeepClearOfARunningCamera() async {
    await #expect(processExitsWith: .success) { try await SheetRoomStories.cameras() }
  }

  @Test func fullSheetsHaveTheCameraInTheirSafeArea() async {
    await #expect(processExitsWith: .success) { try await SheetRoomStories.safeArea() }
  }

  /// Against all heights in whole points.
  @Test func sharesOfAnAlert() {
    var wrong: [String] = []
    for words in stride(from: 0, through: 200, by: 40) {
      for list in stride(from: 0, through: 220, by: 44) {
        for (cancel, height) in [(0, 90), (44, 90), (44, 200), (0, 400), (44, 40)] {
          let got = AlertShares(
            height: CGFloat(height), words: CGFloat(words), list: CGFloat(list), cancel: CGFloat(cancel)
          ).shares
          let room = max(CGFloat(height - cancel), 0)
          let (w, l) = (CGFloat(words), CGFloat(list))
          let wanted: (CGFloat, CGFloat) =
            w + l <= room
            ? (w, l) : l <= room / 2 ? (room - l, l) : w <= room / 2 ? (w, room - w) : (room / 2, room / 2)
          if got.words != wanted.0 || got.list != wanted.1 {
            wrong.append("\(height) \(words) \(list) \(cancel)")
          }
        }
      }
    }
    #expect(wrong == [])
  }

  /// Against a search over all rectangles of whole points.
  @Test func theLargestPartOutOfTheWay() {
    var random = SeededRandom(5)
    var wrong: [String] = []
    for _ in 0..<60 {
      let whole = CGRect(x: 0, y: 0, width: 12, height: 10)
      let hit = CGRect(
        x: random.int(12), y: random.int(10), width: 1 + random.int(5), height: 1 + random.int(5))
      var most: CGFloat = 0
      for left in 0..<12 {
        for right in (left + 1)...12 {
          for top in 0..<10 {
            for bottom in (top + 1)...10 {
              let part = CGRect(x: left, y: top, width: right - left, height: bottom - top)
              let common = part.intersection(hit)
              if common.isNull || common.width * common.height == 0 {
                most = max(most, part.width * part.height)
              }
            }
          }
        }
      }
      let got = whole.keeping(outOf: [hit])
      let common = got.intersection(hit)
      let isFree = common.isNull || common.width * common.height == 0
      if !isFree || got.width * got.height != most { wrong.append("\(hit): \(got)") }
    }
    #expect(wrong == [])
    let whole = CGRect(x: 0, y: 0, width: 10, height: 10)
    let two = [CGRect(x: 0, y: 0, width: 10, height: 2), CGRect(x: 8, y: 0, width: 2, height: 10)]
    #expect(whole.keeping(outOf: two) == CGRect(x: 0, y: 2, width: 8, height: 8))
    #expect(whole.keeping(outOf: [whole]).isEmpty && whole.keeping(outOf: []) == whole)
  }
}

@MainActor
enum SheetRoomStories {
  static func place(_ name: String, _ stage: Stage) -> CGRect {
    let view = stage.window.descendant(accessibilityIdentifier: name)
    return view.map { $0.convert($0.bounds, to: nil) } ?? .null
  }

  static func drag(_ stage: Stage, from: CGPoint, by y: CGFloat) async {
    stage.finger(.began, from)
    for step in 1...8 {
      await stage.advance(0.02)
      stage.finger(.moved, CGPoint(x: from.x, y: from.y + y * CGFloat(step) / 8))
    }
    stage.finger(.ended, CGPoint(x: from.x, y: from.y + y))
    await stage.settle()
    stage.window.layoutIfNeeded()
  }

  static func long() async throws {
    let stage = try Stage()
    let a = await stage.root(StoryController("A"))
    let sheet = UIAlertController(title: "Lens", message: nil, preferredStyle: .actionSheet)
    for index in 0..<30 {
      sheet.addAction(UIAlertAction(title: "Lens \(index)", style: .default) { Story.add($0.title ?? "") })
    }
    sheet.addAction(UIAlertAction(title: "Cancel", style: .cancel))
    a.present(sheet, animated: false)
    stage.window.layoutIfNeeded()
    let room = stage.window.bounds.inset(by: stage.window.safeAreaInsets)
    let box = sheet.view.frame
    verify(room.contains(box), "\(box) in \(room)")
    verify(place("Cancel", stage).maxY == box.maxY, "cancel at the bottom")
    verify(place("Lens 29", stage).minY > box.maxY, "the last is out of sight")
    // What lies under the cancel button, or below the sheet, is not tapped.
    let hidden = place("Lens 29", stage)
    verify(
      stage.window.hitTest(CGPoint(x: hidden.midX, y: hidden.midY), with: nil)?.accessibilityIdentifier
        != "Lens 29", "hidden buttons take no touch")
    _ = Story.take()
    for _ in 0..<5 { await drag(stage, from: CGPoint(x: box.midX, y: box.midY), by: -300) }
    verify(a.presentedViewController === sheet && Story.take() == [], "a drag presses nothing")
    let last = place("Lens 29", stage)
    verify(last.maxY == place("Cancel", stage).minY && last.height == 44, "the end of the list: \(last)")
    verify(place("Cancel", stage).maxY == box.maxY && sheet.view.frame == box, "cancel stays")
    // A disabled action makes the buttons anew, and leaves the list where it is.
    sheet.actions[3].isEnabled = false
    stage.window.layoutIfNeeded()
    verify(place("Lens 29", stage) == last, "still at the end")
    await stage.tap("Lens 29")
    await stage.finish()
    verify(Story.take().contains("Lens 29") && a.presentedViewController == nil, "tapped")
    // What fits does not move.
    let short = UIAlertController(title: nil, message: nil, preferredStyle: .actionSheet)
    for index in 0..<3 { short.addAction(UIAlertAction(title: "\(index)", style: .default)) }
    a.present(short, animated: false)
    stage.window.layoutIfNeeded()
    let first = place("0", stage)
    await drag(stage, from: CGPoint(x: first.midX, y: first.midY), by: 60)
    verify(place("0", stage) == first && a.presentedViewController === short, "short sheets stay")
  }

  static func words() async throws {
    let stage = try Stage()
    let a = await stage.root(StoryController("A"))
    let alert = UIAlertController(
      title: "Terms", message: String(repeating: "Many words. ", count: 900), preferredStyle: .alert)
    for name in ["Yes", "No", "Later"] { alert.addAction(UIAlertAction(title: name, style: .default)) }
    a.present(alert, animated: false)
    stage.window.layoutIfNeeded()
    let box = alert.view.frame
    let room = stage.window.bounds.inset(by: stage.window.safeAreaInsets)
    verify(room.contains(box), "\(box) in \(room)")
    verify(place("Later", stage).maxY == box.maxY && place("Yes", stage).height == 44, "buttons stay whole")
    let title = alert.view.subviews[0].subviews[0]
    let before = title.convert(title.bounds, to: nil)
    await drag(stage, from: CGPoint(x: box.midX, y: box.minY + 100), by: -80)
    let after = title.convert(title.bounds, to: nil)
    verify(after.minY < before.minY - 60 && place("Later", stage).maxY == box.maxY, "\(before) \(after)")
    await drag(stage, from: CGPoint(x: box.midX, y: box.minY + 20), by: 200)
    verify(title.convert(title.bounds, to: nil) == before, "back at the top")
  }

  static func cameras() async throws {
    let stage = try FreeRoomStories.stage("open-landscape")
    let a = await stage.root(StoryController("A"))
    let source = UIView()
    a.view.addSubview(source)
    var (wrong, moved): ([String], Set<String>) = ([], [])
    for pose in ["open-landscape"] + FreeRoomStories.poses {
      await stage.send(.pose(pose, over: .zero))
      for turn in 0..<4 {
        for kind in ["page", "form", "popover", "action sheet", "alert"] {
          let camera = stage.window.reservedRegions(kind: .occlusion, options: .includeInactive).first?.frame
          if let camera { source.frame = camera }
          let b: UIViewController
          switch kind {
          case "action sheet": b = FreeRoomStories.alert(.actionSheet, 5)
          case "alert": b = FreeRoomStories.alert(.alert, 9)
          default:
            b = StoryController("B")
            b.modalPresentationStyle = kind == "page" ? .pageSheet : kind == "form" ? .formSheet : .popover
            b.popoverPresentationController?.sourceView = source
          }
          a.present(b, animated: false)
          stage.window.layoutIfNeeded()
          let before = b.view.frame
          await stage.send(.cameraStarted(.innerFront, .app))
          stage.window.layoutIfNeeded()
          let safe = b.view.frame.inset(by: b.view.safeAreaInsets)
          let name = "\(pose) \(turn) \(kind): \(b.view.frame)"
          for region in stage.window.reservedRegions(kind: .occlusion) {
            let common = region.frame.intersection(safe)
            if !common.isNull, common.width > 1e-6, common.height > 1e-6 { wrong.append(name) }
          }
          if !FreeRoomStories.met(by: b.view, in: stage, [.division]).isEmpty {
            wrong.append("fold: " + name)
          }
          if b.view.frame != before { moved.insert(kind) }
          await stage.send(.cameraStopped(.innerFront))
          stage.window.layoutIfNeeded()
          if b.view.frame != before { wrong.append("not back: " + name) }
          a.dismiss(animated: false)
          await stage.finish()
        }
        await stage.send(.turn(1))
      }
    }
    verify(wrong == [], "\(wrong)")
    verify(moved.isSuperset(of: ["page", "form", "action sheet"]), "\(moved)")
  }

  /// A sheet that fills half of the display, and the camera is at its edge.
  static func safeArea() async throws {
    let insets = CGRect(x: 0, y: 0, width: 100, height: 100)
    let right = CGRect(x: 90, y: 40, width: 10, height: 10)
    verify(insets.moved(clearOf: [right], in: insets) == insets, "the window's edges stay")
    let inner = insets.insetBy(dx: 5, dy: 5)
    verify(
      inner.moved(clearOf: [right], in: insets) == CGRect(x: 5, y: 5, width: 85, height: 90), "others move")

    let stage = try FreeRoomStories.stage("open-landscape")
    await stage.send(.turn(1))
    let a = await stage.root(StoryController("A"))
    let b = StoryController("B")
    b.additionalSafeAreaInsets.right = 3
    a.present(b, animated: false)
    // As a sheet lies where the height is compact.
    b.view.frame = stage.window.bounds
    await stage.send(.cameraStarted(.innerFront, .app))
    let presentation = b.presentationController as! SheetPresentation
    b.view.frame = stage.window.bounds
    presentation.containerViewDidLayoutSubviews()
    let camera = stage.window.reservedRegions(kind: .occlusion)[0].frame
    let safe = stage.window.bounds.maxX - camera.minX
    verify(
      b.view.safeAreaInsets.right == max(safe, stage.window.safeAreaInsets.right) + 3,
      "\(b.view.safeAreaInsets)")
    a.dismiss(animated: false)
    await stage.finish()
    verify(b.links.occlusionInsets == .zero, "forgotten with the presentation")
  }
}
