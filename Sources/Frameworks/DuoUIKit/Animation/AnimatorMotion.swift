import Foundation

/// Where an animator stands, as a value. Fractions count from the start of its animations to their end, 0 to 1, whichever
/// way they run.
struct AnimatorMotion: Hashable {
  /// One block's animations: those that were added late, or with a delay, begin at a later fraction.
  struct Track: Hashable {
    var start = 0.0

    /// The block's own share of time.
    func time(_ fraction: Double) -> Double {
      if start >= 1 { return fraction >= 1 ? 1 : 0 }
      return min(max((fraction - start) / (1 - start), 0), 1)
    }
  }

  /// How shares follow from the fraction.
  enum Way: Hashable {
    case paced(AnimatorPacing)
    /// Under a finger.
    case linear
    /// Stands where it was paused.
    case held([Track: Double])
    /// On from where it was paused or left, to the end or back to the start.
    case onwards(from: Double, shares: [Track: Double], isBack: Bool, AnimatorPacing)
  }

  var way: Way
  /// When the present run began.
  var fraction = 0.0

  /// How far the block's values are on their way at a fraction.
  func share(_ track: Track, at fraction: Double) -> Double {
    let time = track.time(fraction)
    switch way {
    case .paced(let pacing): return pacing.share(time)
    case .linear: return time
    case .held(let shares): return shares[track] ?? time
    case .onwards(let from, let shares, false, let pacing):
      let first = track.time(from)
      let share = shares[track] ?? 0
      return first >= 1 ? share : share + (1 - share) * pacing.share((time - first) / (1 - first))
    case .onwards(let from, let shares, true, let pacing):
      let first = track.time(from)
      let share = shares[track] ?? 0
      return first <= 0 ? share : share * (1 - pacing.share(1 - time / first))
    }
  }

  /// The fraction at a share of a run's time.
  func fraction(at progress: Double, isBack: Bool) -> Double {
    isBack ? fraction * (1 - progress) : fraction + (1 - fraction) * progress
  }
}
