import PhoneModel

/// Which of an app's sessions has a camera that several of them want, as a value.
///
/// The session that asked last has it; the others wait. When it is free again, the one that asked last among those
/// that wait has it. A virtual camera and its constituents are one camera. A session that the phone itself holds back
/// uses nothing, and keeps its place.
struct CameraQueue: Equatable, Sendable {
  /// Names a session.
  typealias Session = ObjectIdentifier

  struct Claim: Equatable, Sendable {
    var session: Session
    var facts: SessionFacts
    /// The physical cameras that no other session can have meanwhile.
    var cameras: Set<CameraID>
  }

  /// The latest last.
  private(set) var claims: [Claim] = []

  /// A session wants these cameras. It moves to the front only for a camera that it did not want before; without any
  /// camera it leaves.
  mutating func claim(_ facts: SessionFacts, for session: Session, in description: PhoneDescription) {
    let cameras = Set(facts.cameras.flatMap { description.physicalCameras(of: $0) })
    guard !cameras.isEmpty else { return release(session) }
    let claim = Claim(session: session, facts: facts, cameras: cameras)
    if let place = claims.firstIndex(where: { $0.session == session }),
      cameras.isSubset(of: claims[place].cameras)
    {
      claims[place] = claim
    } else {
      release(session)
      claims.append(claim)
    }
  }

  /// A session wants no camera any more.
  mutating func release(_ session: Session) { claims.removeAll { $0.session == session } }

  /// The sessions that wait for another one's camera.
  func waiting(_ state: PhoneState, in description: PhoneDescription) -> Set<Session> {
    var used: Set<CameraID> = []
    var waiting: Set<Session> = []
    for claim in claims.reversed() {
      if !used.isDisjoint(with: claim.cameras) {
        waiting.insert(claim.session)
      } else if Interruption.reasons(for: claim.facts, state, in: description).isEmpty {
        used.formUnion(claim.cameras)
      }
    }
    return waiting
  }
}
