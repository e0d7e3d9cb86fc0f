import Foundation
import Testing

@testable import DuoQuartzCore

@Suite struct LayerKeyDisplayTests {
  final class Dial: CALayer {
    var count = 0
    override class func needsDisplay(forKey key: String) -> Bool { key == "cornerRadius" }
    override func display() { count += 1 }
  }

  @Test func onlyKeysOfTheClassAskForDisplay() {
    let dial = Dial()
    dial.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    func displays(_ change: (Dial) -> Void) -> Int {
      dial.count = 0
      change(dial)
      dial.displayIfNeeded()
      return dial.count
    }
    _ = displays { _ in }
    #expect(displays { $0.cornerRadius = 4 } == 1)
    #expect(displays { $0.cornerRadius = 4 } == 0)
    #expect(displays { $0.opacity = 0.5 } == 0)
    #expect(!CALayer.needsDisplay(forKey: "cornerRadius"))
  }
}
