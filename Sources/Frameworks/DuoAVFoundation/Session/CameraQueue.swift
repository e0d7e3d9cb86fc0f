import PhoneModel

/// Which of an app's sessions may use cameras, as a value: one at a time, with one camera or with several.
///
/// The session that asked last has the cameras; the others wait, whatever camera they want: on a phone two sessions do not
/// run beside each other. [talk] When it is done, the one that asked last among those that wait goes on. A session that
/// the phone itself holds back uses nothing, and keeps its place.
struct CameraQueue: Equatable, Sendable {
  /// Names a session.
  typealias Session = ObjectIdentifier

  struct Claim: Equatable, Sendable {
    var session: Session
    var facts: SessionFacts
  }

  /// The latest last.
  private(set) var claims: [Claim] = []

  /// A session wants these cameras. The first time it goes to the front, and then keeps its place, also with other
  /// cameras; without any it leaves.
  mutating func claim(_ facts: SessionFacts, for session: Session) {
    guard !facts.cameras.isEmpty else { return release(session) }
    let claim = Claim(session: session, facts: facts)
    if let place = claims.firstIndex(where: { $0.session == session }) {
      claims[place] = claim
    } else {
      claims.append(claim)
    }
  }

  /// A session wants no camera any more.
  mutating func release(_ session: Session) { claims.removeAll { $0.session == session } }

  /// The sessions that wait for another one.
  func waiting(_ state: PhoneState, in description: PhoneDescription) -> Set<Session> {
    let user = claims.last { Interruption.reasons(for: $0.facts, state, in: description).isEmpty }
    guard let user, let place = claims.firstIndex(of: user) else { return [] }
    return Set(claims[..<place].map(\.session))
  }
}
