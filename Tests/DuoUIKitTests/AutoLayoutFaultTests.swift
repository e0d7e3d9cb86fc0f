import Foundation
import SimulatedPhone
import Testing

@testable import DuoUIKit

@MainActor @Suite struct AutoLayoutFaultTests {
  private func refused(
    _ result: ExitTest.Result?, _ name: String, _ reason: String, _ place: SourceLocation = #_sourceLocation
  ) {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains("*** Terminating app due to uncaught exception '\(name)'") && text.contains(reason),
      sourceLocation: place)
  }

  @Test func aConstraintOfNothingCanOnlyBeKept() async {
    let empty = NSLayoutConstraint()
    #expect(!empty.isActive && empty.firstItem == nil && empty.secondItem == nil && empty.constant == 0)
    empty.isActive = false
    #expect(UINavigationItem().title == "" && empty.description.contains("(inactive)"))
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { @MainActor in NSLayoutConstraint().isActive = true }
    refused(result, "NSGenericException", "because they have no common ancestor.")
  }

  @Test func itemsNeedACommonAncestor() async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { @MainActor in
      let (a, b) = (UIView(), UIView())
      a.leadingAnchor.constraint(equalTo: b.leadingAnchor).isActive = true
    }
    refused(result, "NSGenericException", "because they have no common ancestor.")
  }

  @Test func anActiveConstraintStaysRequiredOrNot() async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { @MainActor in
      let view = UIView()
      let width = view.widthAnchor.constraint(equalToConstant: 5)
      width.priority = .defaultLow
      width.priority = .required
      width.isActive = true
      width.priority = UILayoutPriority(999)
    }
    refused(
      result, "NSInternalInconsistencyException",
      "Mutating a priority from required to not on an installed constraint (or vice-versa) is not supported.  "
        + "You passed priority 999 and the existing priority was 1000.")
  }

  @Test func numbersAreFinite() async {
    let made = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { @MainActor in
      _ = UIView().widthAnchor.constraint(equalToConstant: .infinity)
    }
    refused(
      made, "NSInternalInconsistencyException",
      "NSLayoutConstraint constant is not finite!  That's illegal.  constant:inf firstAnchor:")
    let set = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { @MainActor in
      let width = UIView().widthAnchor.constraint(equalToConstant: 5)
      width.constant = .nan
    }
    refused(set, "NSInternalInconsistencyException", "That's illegal.  constant:nan firstAnchor:")
    let multiplied = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { @MainActor in
      let view = UIView()
      _ = view.widthAnchor.constraint(equalTo: view.heightAnchor, multiplier: .nan)
    }
    refused(
      multiplied, "NSInternalInconsistencyException",
      "Multiplier is not finite! That's illegal. multiplier:nan")
  }

  @Test func placesAreNotNumbers() async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { @MainActor in
      _ = NSLayoutConstraint(
        item: UIView(), attribute: .left, relatedBy: .equal, toItem: nil, attribute: .notAnAttribute,
        multiplier: 1, constant: 5)
    }
    refused(result, "NSInvalidArgumentException", "Location attributes must be specified in pairs.")
  }

  @Test func attributesHaveToMatch() async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { @MainActor in
      let view = UIView()
      _ = NSLayoutConstraint(
        item: view, attribute: .left, relatedBy: .equal, toItem: view, attribute: .top, multiplier: 1,
        constant: 5)
    }
    refused(result, "NSInvalidArgumentException", "Invalid pairing of layout attributes")
  }

  @Test func leadingAndLeftDoNotMix() async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { @MainActor in
      let view = UIView()
      _ = view.leadingAnchor.constraint(equalTo: view.leftAnchor)
    }
    refused(result, "NSInvalidArgumentException", "Use leading/trailing for both or neither.")
  }

  @Test func aViewTakesConstraintsOfItsTreeOnly() async {
    let result = await #expect(
      processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]
    ) { @MainActor in
      let root = UIView()
      let (a, b) = (free(UIView(), in: root), free(UIView(), in: root))
      a.addConstraint(a.leadingAnchor.constraint(equalTo: b.leadingAnchor))
    }
    refused(result, "NSGenericException", "Unable to install constraint on view.")
  }

  /// Apple's text once, one record in the trace, and a layout without the newest constraint.
  @Test func contradictionsAreReportedAndBroken() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try await contradiction()
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.components(separatedBy: "Unable to simultaneously satisfy constraints.").count == 2)
    #expect(text.contains("Will attempt to recover by breaking constraint \n<NSLayoutConstraint:0x"))
    #expect(text.contains("'narrow' UIView:0x") && text.contains(".width == 100 "))
    #expect(text.contains("<NSAutoresizingMaskLayoutConstraint h=-&- v=-&- RecordingView:0x"))
  }

  @Test func oneAnswerInDescriptions() {
    let (root, width) = (UIView(), 5.0)
    let view = free(UIView(), in: root)
    let constraint = view.leadingAnchor.constraint(equalTo: root.trailingAnchor, constant: -width)
    constraint.priority = UILayoutPriority(600)
    constraint.identifier = "name"
    let text = constraint.description
    #expect(text.hasPrefix("<NSLayoutConstraint:0x") && text.contains(" 'name' UIView:0x"))
    #expect(text.contains(".leading == UIView:0x"))
    #expect(text.hasSuffix(".trailing - 5 @600   (inactive)>"))
  }
}

@MainActor
private func contradiction() async throws {
  let stage = try Stage()
  let root = try #require(stage.scene.windows.first?.rootViewController?.view)
  let view = free(UIView(), in: root)
  view.accessibilityIdentifier = "shutter"
  let narrow = view.widthAnchor.constraint(equalToConstant: 100)
  narrow.identifier = "narrow"
  NSLayoutConstraint.activate([
    view.leadingAnchor.constraint(equalTo: root.leadingAnchor),
    view.trailingAnchor.constraint(equalTo: root.trailingAnchor),
    view.topAnchor.constraint(equalTo: root.topAnchor, constant: 7),
    narrow,
  ])
  await stage.settle()
  #expect(view.frame.width == 466 && view.frame.minY == 7 && narrow.isActive)
  narrow.constant = 110
  await stage.settle()
  #expect(view.frame.width == 466)
  let records = stage.phone.log.lines.filter { $0.contains("constraints-unsatisfiable") }
  #expect(records.count == 1 && records[0].contains("shutter"))
  // Without the contradiction the constraint counts again.
  root.constraints.first { $0.firstAttribute == .trailing }?.isActive = false
  await stage.settle()
  #expect(view.frame.width == 110)
}
