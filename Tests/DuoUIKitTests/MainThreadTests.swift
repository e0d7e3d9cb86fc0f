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

  /// Each in a process of its own: some come to code that the runtime checks.
  @Test func theCallsThatAppsMakeAreNamed() async {
    let wanted = [
      "-[NSLayoutConstraint setConstant:]", "-[NSLayoutConstraint setPriority:]",
      "-[NSLayoutConstraint setActive:]", "-[UIView setFrame:]", "-[UIView setBounds:]",
      "-[UIImageView setImage:]", "-[UIView addGestureRecognizer:]", "-[UIViewController setTitle:]",
      "-[UIViewController setNeedsStatusBarAppearanceUpdate]", "-[UILabel setText:]",
      "+[UIView animateWithDuration:delay:options:animations:completion:]",
      "-[UIViewController presentViewController:animated:completion:]",
      "+[UIAlertController alertControllerWithTitle:message:preferredStyle:]", "-[UIView initWithFrame:]",
    ]
    var silent: [String] = []
    for (index, name) in wanted.enumerated() {
      let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
        [index = index as Int] in try await MainThreadStories.named(index)
      }
      let line = "Main Thread Checker: UI API called on a background thread: \(name) by "
      if !said(result).contains(line) { silent.append(name) }
    }
    #expect(silent == [])
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

  @MainActor final class Parts {
    let controller: UIViewController
    let (view, label, image) = (UIView(), UILabel(), UIImageView())
    let recognizer = UITapGestureRecognizer()
    let alert = UIAlertController(title: "T", message: nil, preferredStyle: .alert)
    lazy var width = view.widthAnchor.constraint(equalToConstant: 10)
    init(_ controller: UIViewController) { self.controller = controller }
  }

  static func named(_ index: Int) async throws {
    let stage = try Stage()
    let parts = Parts(await stage.root(StoryController("A")))
    parts.width.priority = .defaultLow
    let body = Unchecked(
      value: unsafeBitCast(call as @MainActor (Int, Parts) -> Void, to: ((Int, Parts) -> Void).self))
    let shared = Unchecked(value: parts)
    wait { body.value(index, shared.value) }
    // As where a call comes to code that the runtime checks: what was said until then counts.
    abort()
  }

  private static func call(_ index: Int, _ parts: Parts) {
    switch index {
    case 0: parts.width.constant = 20
    case 1: parts.width.priority = .defaultHigh
    case 2: parts.width.isActive = true
    case 3: parts.view.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    case 4: parts.view.bounds = CGRect(x: 0, y: 0, width: 20, height: 10)
    case 5: parts.image.image = nil
    case 6: parts.view.addGestureRecognizer(parts.recognizer)
    case 7: parts.controller.title = "Title"
    case 8: parts.controller.setNeedsStatusBarAppearanceUpdate()
    case 9: parts.label.text = "Text"
    case 10: UIView.animate(withDuration: 0) {}
    case 11: parts.controller.present(parts.alert, animated: true)
    case 12: _ = UIAlertController(title: "T", message: nil, preferredStyle: .alert)
    default: _ = UIView(frame: .zero)
    }
  }

  /// A constraint of 10 points in the window, solved already.
  static func constraints(_ change: @escaping @MainActor (NSLayoutConstraint) -> Void) async throws {
    let stage = try Stage()
    await stage.settle()
    let view = UIView()
    view.translatesAutoresizingMaskIntoConstraints = false
    stage.window.addSubview(view)
    let width = view.widthAnchor.constraint(equalToConstant: 10)
    width.isActive = true
    stage.window.layoutIfNeeded()
    let shared = Unchecked(value: width)
    let body = Unchecked(value: unsafeBitCast(change, to: ((NSLayoutConstraint) -> Void).self))
    wait { body.value(shared.value) }
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
