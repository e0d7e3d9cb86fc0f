import DuoFoundation
import Foundation
import PhoneHardware
import PhoneModel

/// Calls its target once for each picture that the display can show, on the phone's clock. [docs]
///
/// It keeps its target, and the run loop keeps it, until it is invalidated. Nothing is planned before it is added to a run
/// loop and while it is paused. The display's refresh interval is `timing.displayFrame` of the phone's description.
open class CADisplayLink: NSObject {
  private let target: AnyObject
  private let selector: Selector
  private var modes: Set<RunLoop.Mode> = []
  private var ticket: PhoneTimer.Ticket?
  private var isValid = true

  /// Time of the picture that is on the display, on the clock of `CACurrentMediaTime()`.
  open private(set) var timestamp: CFTimeInterval = 0
  /// Time of the next call.
  open private(set) var targetTimestamp: CFTimeInterval = 0

  /// The selector is performed with the display link.
  public init(target: Any, selector sel: Selector) {
    self.target = target as AnyObject
    selector = sel
    super.init()
  }

  /// Seconds between two pictures of the display.
  open var duration: CFTimeInterval {
    CurrentPhone.phone.description.timing.displayFrame.value.seconds
  }

  open var isPaused = false {
    didSet { if isPaused != oldValue { plan() } }
  }

  /// The system calls as often as `preferred` says, as near as whole numbers of pictures come. [docs]
  open var preferredFrameRateRange = CAFrameRateRange.default {
    didSet { if preferredFrameRateRange != oldValue { plan() } }
  }

  /// 0 is the display's rate. [docs]
  open var preferredFramesPerSecond: Int {
    get { Int(saturating: preferredFrameRateRange.preferred ?? 0) }
    set {
      preferredFrameRateRange =
        newValue > 0
        ? CAFrameRateRange(minimum: Float(newValue), maximum: Float(newValue), preferred: Float(newValue))
        : .default
    }
  }

  /// Starts the calls. Diptych calls on the main run loop; another one stops the process.
  open func add(to runloop: RunLoop, forMode mode: RunLoop.Mode) {
    if runloop !== RunLoop.main {
      fatalError("CADisplayLink: Diptych calls display links on the main run loop.")
    }
    modes.insert(mode)
    plan()
  }

  /// Ends the calls when no mode is left.
  open func remove(from runloop: RunLoop, forMode mode: RunLoop.Mode) {
    modes.remove(mode)
    plan()
  }

  /// Ends the calls for good and lets go of the target.
  open func invalidate() {
    isValid = false
    modes = []
    plan()
  }

  /// Pictures of the display between two calls.
  private var step: Int64 {
    let range = preferredFrameRateRange
    let wanted = range.preferred.flatMap { $0 > 0 ? $0 : nil } ?? range.maximum
    guard wanted > 0 else { return 1 }
    return min(max(1, Int64(saturating: (1 / duration / Double(wanted)).rounded())), 1_000_000_000)
  }

  private func plan() {
    let old = ticket
    ticket = nil
    let isDue = isValid && !isPaused && !modes.isEmpty
    if old == nil && !isDue { return }
    let call = MainMessage { [self] in fire() }
    MainMessage { [self] in
      let new = MainActor.assumeIsolated { () -> PhoneTimer.Ticket? in
        if let old { PhoneTimer.cancel(old) }
        guard isDue else { return nil }
        let now = CurrentPhone.phone.clock.now.nanoseconds
        let frame = CurrentPhone.phone.description.timing.displayFrame.value.nanoseconds
        // Pictures come at whole intervals; the next one is after now.
        return PhoneTimer.run(at: PhoneTime(nanoseconds: (now / frame + 1) * frame)) { call.body() }
      }
      if let new { ticket = new }
    }.run()
  }

  private func fire() {
    ticket = nil
    guard isValid, !isPaused, !modes.isEmpty else { return }
    let frame = CurrentPhone.phone.description.timing.displayFrame.value.nanoseconds
    let (now, step) = (CurrentPhone.phone.clock.now.nanoseconds, step)
    timestamp = Double(now / frame * frame) / 1e9
    targetTimestamp = timestamp + Double(step * frame) / 1e9
    let next = MainMessage { [self] in fire() }
    let due = PhoneTime(nanoseconds: (now / frame + step) * frame)
    ticket = MainActor.assumeIsolated { PhoneTimer.run(at: due) { next.body() } }
    // Unsafe, as far as the compiler sees: this runs on the main thread, where the link is used.
    nonisolated(unsafe) let link = self
    MainActor.assumeIsolated { link.selector.perform(on: link.target, link) }
  }
}
