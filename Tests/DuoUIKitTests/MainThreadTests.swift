import Foundation
import PhoneModel
import Testing

@testable import DuoUIKit

@Suite struct MainThreadTests {
  @Test func mainActorCodeElsewhereStopsWithDispatchsAssertion() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      try await MainThreadStories.isolated()
    }
    let text = said(result)
    #expect(
      text.contains("BUG IN CLIENT OF LIBDISPATCH: Assertion failed: Block was expected to execute on queue"))
    #expect(text.contains("was called on a background thread by closure"))
    #expect(text.contains("in static MainThreadStories.isolated() (MainThreadTests.swift:"))
  }

  /// Calls go on until one comes to code that the runtime checks.
  @Test func callsThatGoOnAreNamedOnce() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      try await MainThreadStories.unchecked()
    }
    let mark = "Main Thread Checker: UI API called on a background thread: "
    let lines = said(result).split(separator: "\n").filter { $0.hasPrefix(mark) }
    let names = lines.map { String($0.dropFirst(mark.count).prefix { $0 != "]" }) }
    #expect(
      names == [
        "-[UIView setAlpha:", "-[UIView setBackgroundColor:", "-[UIView setFrame:", "-[UIView setNeedsLayout",
        "-[UIView addSubview:",
      ])
    #expect(
      lines.allSatisfy { $0.contains("by static MainThreadStories.change(_:) (MainThreadTests.swift:") })
  }

  @Test func theCallsThatAppsMakeAreNamed() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await MainThreadStories.named()
    }
    let mark = "Main Thread Checker: UI API called on a background thread: "
    let lines = said(result).split(separator: "\n").filter { $0.hasPrefix(mark) }
    let names = Set(lines.map { String($0.dropFirst(mark.count).prefix { $0 != "]" }) })
    let wanted = [
      "-[NSLayoutConstraint setActive:", "-[NSLayoutConstraint setConstant:",
      "-[NSLayoutConstraint setPriority:", "-[UIView initWithFrame:", "-[UIView addGestureRecognizer:",
      "-[UIViewController setTitle:", "-[UIViewController setNeedsStatusBarAppearanceUpdate",
      "+[UIAlertController alertControllerWithTitle:message:preferredStyle:",
      "-[UIViewController presentViewController:animated:completion:", "-[UILabel setText:",
      "-[UIImageView setImage:", "+[UIView animateWithDuration:delay:options:animations:completion:",
      "-[UIView setFrame:", "-[UIView setBounds:",
    ]
    #expect(wanted.filter { !names.contains($0) } == [])
  }

  @Test func aSolvedTreeTakesNoConstraintsFromElsewhere() async {
    let constant = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      try await MainThreadStories.constraints { $0.constant = 20 }
    }
    let activation = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      try await MainThreadStories.constraints { $0.isActive = false }
    }
    let line =
      "*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: 'Modifications to the "
      + "layout engine must not be performed from a background thread after it has been accessed from the main thread.'"
    #expect(said(constant).contains(line) && said(activation).contains(line))
    // Without a change there is nothing to raise.
    await #expect(processExitsWith: .success) {
      try await MainThreadStories.constraints { $0.constant = 10 }
    }
  }

  @Test func modulesAreReadFromMangledNames() {
    let table: [(String, String?)] = [
      ("$s5Hello3runyyF", "Hello"), ("$s13DuoUIKitTests1fyyF", "DuoUIKitTests"),
      ("$sScM15assumeIsolatedyyF", "s"),
      ("$sSo8NSObjectC", "So"), ("main", nil), ("_dispatch_worker_thread", nil), ("$s99Short", nil),
      ("", nil),
    ]
    let wrong = table.filter { AppFrame.module(of: $0.0) != $0.1 }.map(\.0)
    #expect(wrong == [])
    #expect(AppFrame.isApp("Hello") && !AppFrame.isApp("DuoUIKit") && !AppFrame.isApp("Foundation"))
  }
}

/// As an app in Swift 5 mode: what is handed over is not checked.
struct Unchecked<Value>: @unchecked Sendable {
  // The point of the test is to break the rule.
  let value: Value
}

@MainActor
enum MainThreadStories {
  private static func elsewhere(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { done in
      DispatchQueue.global().async {
        body()
        done.resume()
      }
    }
  }

  private static func wait(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      body()
      done.signal()
    }
    done.wait()
  }

  static func isolated() async throws {
    let stage = try Stage()
    await stage.settle()
    let view = Unchecked(value: stage.window)
    await elsewhere { MainActor.assumeIsolated { view.value.alpha = 0.5 } }
  }

  static func unchecked() async throws {
    let stage = try Stage()
    await stage.settle()
    let window = Unchecked(value: stage.window)
    let body = Unchecked(
      value: unsafeBitCast(change as @MainActor (UIWindow) -> Void, to: ((UIWindow) -> Void).self))
    // The main thread waits, so that the two do not really meet.
    wait { body.value(window.value) }
  }

  static func named() async throws {
    let stage = try Stage()
    let controller = await stage.root(StoryController("A"))
    let body = Unchecked(
      value: unsafeBitCast(
        callAll as @MainActor (UIViewController) -> Void, to: ((UIViewController) -> Void).self))
    let shared = Unchecked(value: controller)
    wait { body.value(shared.value) }
  }

  private static func callAll(_ controller: UIViewController) {
    let view = UIView()
    view.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    view.bounds = CGRect(x: 0, y: 0, width: 20, height: 10)
    view.addGestureRecognizer(UITapGestureRecognizer())
    let width = view.widthAnchor.constraint(equalToConstant: 10)
    width.constant = 20
    width.priority = .defaultHigh
    width.isActive = true
    controller.title = "Title"
    controller.setNeedsStatusBarAppearanceUpdate()
    UILabel().text = "Text"
    UIImageView().image = UIImage()
    UIView.animate(withDuration: 0.1) { view.alpha = 0.5 }
    let alert = UIAlertController(title: "T", message: nil, preferredStyle: .alert)
    controller.present(alert, animated: true)
  }

  /// A constraint of 10 points in the window, solved already.
  static func constraints(_ change: @MainActor (NSLayoutConstraint) -> Void) async throws {
    let stage = try Stage()
    await stage.settle()
    let view = UIView()
    view.translatesAutoresizingMaskIntoConstraints = false
    stage.window.addSubview(view)
    let width = view.widthAnchor.constraint(equalToConstant: 10)
    width.isActive = true
    stage.window.layoutIfNeeded()
    let shared = Unchecked(value: width)
    withoutActuallyEscaping(change) { change in
      let body = Unchecked(value: unsafeBitCast(change, to: ((NSLayoutConstraint) -> Void).self))
      wait { body.value(shared.value) }
    }
  }

  private static func change(_ window: UIWindow) {
    for _ in 0..<2 {
      window.alpha = 0.5
      window.backgroundColor = .red
    }
    let box = window.subviews[0]
    box.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    box.setNeedsLayout()
    window.addSubview(box)
  }
}
