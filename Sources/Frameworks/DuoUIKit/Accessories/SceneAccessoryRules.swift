/// Which accessory the system shows, and which it could show. A pure function of what is registered and offered.
package enum SceneAccessoryRules {
  package enum Kind: Hashable, Sendable, CaseIterable { case cameraCapture, externalNonInteractive }

  /// What counts of one registration.
  package struct Registration: Hashable, Sendable {
    package var id: Int
    package var kind: Kind
    package var isEnabled: Bool
    /// The place of its view controller's view among the views of the app's windows, counted from the back; nil while
    /// the view is in none of them.
    package var height: Int?

    package init(id: Int, kind: Kind, isEnabled: Bool, height: Int?) {
      self.id = id
      self.kind = kind
      self.isEnabled = isEnabled
      self.height = height
    }
  }

  package struct Decision: Hashable, Sendable {
    /// At most one of each kind.
    package var presented: Set<Int> = []
    package var available: Set<Int> = []
  }

  /// Of each kind the registration on top competes alone; of two at one height the later one is on top (assumed).
  ///
  /// It is available while the system offers its kind, and is presented if it is enabled, too. One that the app has
  /// disabled stays on top and available: how else could a person switch it on again. [seed, its toggle]
  ///
  /// - Parameter registrations: In the order in which they were made.
  package static func decide(_ registrations: [Registration], offered: Set<Kind>) -> Decision {
    var decision = Decision()
    for kind in Kind.allCases where offered.contains(kind) {
      var top: (registration: Registration, height: Int)?
      for registration in registrations where registration.kind == kind {
        guard let height = registration.height, height >= top?.height ?? 0 else { continue }
        top = (registration, height)
      }
      guard let top = top?.registration else { continue }
      decision.available.insert(top.id)
      if top.isEnabled { decision.presented.insert(top.id) }
    }
    return decision
  }
}
