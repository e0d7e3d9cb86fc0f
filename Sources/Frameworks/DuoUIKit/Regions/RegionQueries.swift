import Foundation

/// What views were told of reserved regions, to lay them out again when it is no longer so.
@MainActor
final class RegionQueries {
  static let shared = RegionQueries()

  private struct Question: Hashable {
    var kind: UIView.ReservedRegion.Kind
    var options: UIView.ReservedRegion.QueryOptions
  }

  private struct Asker {
    weak var view: UIView?
    var answers: [Question: [UIView.ReservedRegion]] = [:]
  }

  private var askers: [ObjectIdentifier: Asker] = [:]

  func note(
    _ view: UIView, _ kind: UIView.ReservedRegion.Kind, _ options: UIView.ReservedRegion.QueryOptions,
    _ answer: [UIView.ReservedRegion]
  ) {
    let key = ObjectIdentifier(view)
    // A new view may lie where an old one was.
    var asker = askers[key].flatMap { $0.view === view ? $0 : nil } ?? Asker(view: view)
    asker.answers[Question(kind: kind, options: options)] = answer
    askers[key] = asker
  }

  /// After a change of the phone. Who asks again is remembered again.
  func follow() {
    for (key, asker) in askers {
      guard let view = asker.view else {
        askers[key] = nil
        continue
      }
      let isStale = asker.answers.contains {
        view.reservedRegionsNow($0.key.kind, $0.key.options) != $0.value
      }
      guard isStale else { continue }
      askers[key] = nil
      view.setNeedsLayout()
    }
  }
}
