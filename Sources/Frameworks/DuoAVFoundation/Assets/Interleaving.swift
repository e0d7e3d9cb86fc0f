import DuoCoreMedia

/// How samples of several tracks are mixed in a file: one that is written as fast as it can be waits for the others.
enum Interleaving {
  /// So far may a track be ahead of another (assumed).
  static let most = CMTime(value: 1, timescale: 1)

  /// - Parameters:
  ///   - own: Where the newest sample of the track begins; nil before the first.
  ///   - others: The same of the other tracks that are not finished.
  ///   - begin: Where the session begins.
  static func mustWait(_ own: CMTime?, others: [CMTime?], begin: CMTime?) -> Bool {
    guard let own, let begin else { return false }
    return others.contains { own > ($0 ?? begin) + most }
  }
}
