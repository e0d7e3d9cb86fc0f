import Foundation
import PhoneHardware
import Synchronization

/// Tells the trace which texts have characters that no font on this machine has: once for each text.
package enum GlyphReports {
  private static let told = Mutex<Set<String>>([])

  package static func report(_ texts: [(text: String, glyphs: Int)]) {
    guard !texts.isEmpty, CurrentPhone.isRunning else { return }
    for (text, glyphs) in texts where told.withLock({ $0.insert(text).inserted }) {
      CurrentPhone.phone.trace.record(
        "text-without-glyphs", ["text": .text(text), "glyphs": .integer(glyphs)])
    }
  }
}
