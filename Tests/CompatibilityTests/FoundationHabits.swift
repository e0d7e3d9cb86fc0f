import AVFoundation

// Apple's Foundation brings Combine and Core Foundation along, and each framework brings Foundation: many camera apps have
// no import for them.

final class FrameRate: ObservableObject {
  @Published var framesPerSecond = 0.0
  private var last: CFAbsoluteTime = 0
  private(set) var count: NSInteger = 0

  func frame() {
    let now = CFAbsoluteTimeGetCurrent()
    if last != 0 { framesPerSecond = 1 / max(now - last, 1e-9) }
    last = now
    count += 1
  }

  var isAtOrigin: Bool {
    CGPoint.zero.equalTo(CGPoint(x: 0, y: 0)) && !CGSize.zero.equalTo(CGSize(width: 1, height: 0))
  }
}
