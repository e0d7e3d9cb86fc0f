import Foundation

/// Something that watches a view or what people do with it. [docs]
@preconcurrency @MainActor
public protocol UIInteraction: NSObjectProtocol {
  /// The view that it was added to.
  var view: UIView? { get }
  func willMove(to view: UIView?)
  func didMove(to view: UIView?)
}

extension UIView {
  /// In the order in which they were added. Setting it adds and removes what differs. [docs]
  public var interactions: [any UIInteraction] {
    get { heldInteractions }
    set {
      for old in heldInteractions where !newValue.contains(where: { $0 === old }) { removeInteraction(old) }
      for new in newValue where !heldInteractions.contains(where: { $0 === new }) { addInteraction(new) }
      heldInteractions = newValue
    }
  }

  /// Adds the interaction, which leaves the view that it was in. [docs] Nothing happens if it is here already.
  public func addInteraction(_ interaction: any UIInteraction) {
    guard interaction.view !== self else { return }
    interaction.view?.removeInteraction(interaction)
    interaction.willMove(to: self)
    heldInteractions.append(interaction)
    interaction.didMove(to: self)
  }

  /// Nothing happens to an interaction that is not in this view.
  public func removeInteraction(_ interaction: any UIInteraction) {
    guard let index = heldInteractions.firstIndex(where: { $0 === interaction }) else { return }
    interaction.willMove(to: nil)
    heldInteractions.remove(at: index)
    interaction.didMove(to: nil)
  }
}
