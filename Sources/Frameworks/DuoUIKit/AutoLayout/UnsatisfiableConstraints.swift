import DuoFoundation
import Foundation
import PhoneHardware

/// Required constraints that contradict each other, and the one that is broken so that layout can go on.
@MainActor
struct UnsatisfiableConstraints {
  var rows: [LayoutRow]
  var broken: LayoutRow

  /// Says so, once for each broken constraint: Apple's text on standard error, and a record in the trace.
  func report() {
    guard case .constraint(let constraint) = broken.source, !constraint.isReported else { return }
    constraint.isReported = true
    FileHandle.standardError.write(Data((text + "\n").utf8))
    guard CurrentPhone.isRunning else { return }
    CurrentPhone.phone.trace.record(
      "constraints-unsatisfiable",
      [
        "views": .list(views.map { .text($0) }),
        "broken": .text(Self.withoutAddresses(constraint.description)),
      ])
  }

  /// A trace is the same in every run; addresses are not.
  private static func withoutAddresses(_ text: String) -> String { text.replacing(/:0x[0-9a-f]+/, with: "") }

  /// The views that the constraints are about, by what identifies them for people.
  var views: [String] {
    var names: [String] = []
    for row in rows {
      let items: [AnyObject] =
        switch row.source {
        case .constraint(let constraint): constraint.items
        case .mask(let view, _): [view]
        case .system: []
        }
      for item in items {
        let name = (item as? UIView)?.accessibilityIdentifier ?? Self.withoutAddresses(address(item))
        if !names.contains(name) { names.append(name) }
      }
    }
    return names
  }

  var text: String {
    let lines = rows.compactMap { $0.source.line }.map { "    \"\($0)\"" }.joined(separator: ",\n")
    let hasMasks = rows.contains { if case .mask = $0.source { true } else { false } }
    let note =
      hasMasks
      ? """
      \t(Note: If you're seeing NSAutoresizingMaskLayoutConstraints that you don't understand, refer to the \
      documentation for the UIView property translatesAutoresizingMaskIntoConstraints) \n
      """ : ""
    return """
      Unable to simultaneously satisfy constraints.
      \tProbably at least one of the constraints in the following list is one you don't want. \n\tTry this: \
      \n\t\t(1) look at each constraint and try to figure out which you don't expect; \
      \n\t\t(2) find the code that added the unwanted constraint or constraints and fix it. \n\(note)(
      \(lines)
      )

      Will attempt to recover by breaking constraint \n\(broken.source.line ?? "")

      Make a symbolic breakpoint at UIViewAlertForUnsatisfiableConstraints to catch this in the debugger.
      The methods in the UIConstraintBasedLayoutDebugging category on UIView listed in <UIKitCore/UIView.h> may \
      also be helpful.
      """
  }
}

extension LayoutRow.Source {
  /// As Apple's messages name a constraint; nil for what they do not name.
  @MainActor
  fileprivate var line: String? {
    switch self {
    case .constraint(let constraint): return constraint.description
    case .mask(let view, let part):
      let (name, value): (String, CGFloat) =
        switch part {
        case .x: ("minX", view.frame.minX)
        case .y: ("minY", view.frame.minY)
        case .width: ("width", view.frame.width)
        default: ("height", view.frame.height)
        }
      return "<NSAutoresizingMaskLayoutConstraint \(view.autoresizingMask.letters) "
        + "\(address(view)).\(name) == \(value)   (active)>"
    case .system: return nil
    }
  }
}

extension UIView.AutoresizingMask {
  /// `h=-&- v=--&`: flexible parts are marked.
  fileprivate var letters: String {
    func text(_ flexible: [Bool]) -> String { flexible.map { $0 ? "&" : "-" }.joined() }
    return "h=\(text(horizontalFlexibility)) v=\(text(verticalFlexibility))"
  }
}
