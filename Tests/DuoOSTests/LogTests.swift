import Foundation
import OSLog
import Testing
import os.log
import os.signpost

@Suite struct LogTests {
  private static func lines(_ result: ExitTest.Result?) -> [String] {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n").map(
      String.init
    )
    .filter { $0.hasPrefix("<") }
  }

  @Test func levelsOfALogger() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let logger = Logger(subsystem: "com.example.camera", category: "session")
      logger.log("a")
      logger.log(level: .error, "b")
      logger.trace("c")
      logger.debug("d")
      logger.info("e")
      logger.notice("f")
      logger.warning("g")
      logger.error("h")
      logger.critical("i")
      logger.fault("j")
      Logger().info("k")
      Logger(OSLog(subsystem: "s", category: .pointsOfInterest)).info("l")
      Logger(.disabled).fault("nothing")
    }
    let levels = [
      "default", "error", "debug", "debug", "info", "default", "error", "error", "fault", "fault",
    ]
    let expected =
      zip(levels, "abcdefghij").map { "<\($0)> [com.example.camera:session] \($1)" }
      + ["<info> k", "<info> [s:PointsOfInterest] l"]
    #expect(Self.lines(result) == expected)
  }

  @Test func valuesInAMessage() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let logger = Logger(subsystem: "s", category: "c")
      let name: String? = "lens"
      let size = CGSize(width: 4, height: 3)
      logger.info(
        "\(42) \(-7, format: .decimal(explicitPositiveSign: true)) \(7, format: .decimal(minDigits: 3))")
      logger.info(
        "\(255, format: .hex) \(255, format: .hex(includePrefix: true, uppercase: true)) \(8, format: .octal)"
      )
      logger.info(
        "\(Int8(-1), format: .hex) \(UInt64.max) \(3, format: .decimal(explicitPositiveSign: true))")
      logger.info(
        "\(1.5) \(1.25, format: .fixed(precision: 1)) \(1234.5, format: .exponential(precision: 2))")
      logger.info("\(0.5, format: .hybrid) \(Float(0.25), format: .fixed(precision: 2)) \(size.width)")
      logger.info("\(true) \(false, format: .answer) \(true, format: .answer)")
      logger.info(
        "[\("ab", align: .right(columns: 4))] [\("ab", align: .left(columns: 4))] [\(5, align: .right(columns: 3))]"
      )
      logger.info("\(name ?? "none", privacy: .public) \("x", privacy: .private) \("y", privacy: .sensitive)")
      logger.info("\([1, 2]) \(String(describing: name))")
    }
    #expect(
      Self.lines(result).map { $0.replacingOccurrences(of: "<info> [s:c] ", with: "") } == [
        "42 -7 007", "ff 0xFF 10", "ff 18446744073709551615 +3", "1.500000 1.2 1.23e+03", "0.5 0.25 4.000000",
        "true no yes", "[  ab] [ab  ] [  5]", "lens x <private>", "[1, 2] Optional(\"lens\")",
      ])
  }

  @Test func hashesTellEqualFromOthers() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      for word in ["one", "two", "one"] { Logger().info("\(word, privacy: .private(mask: .hash))") }
    }
    let lines = Self.lines(result)
    #expect(lines.count == 3 && lines[0] == lines[2] && lines[0] != lines[1])
    #expect(lines.allSatisfy { $0.hasPrefix("<info> <mask.hash: '") && !$0.contains("one") })
  }

  @Test func theOlderFunctions() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let log = OSLog(subsystem: "s", category: "c")
      os_log("plain 100%%")
      os_log("%{public}@ and %d", log: log, type: .error, "text" as NSString, 3)
      os_log(.debug, log: log, "%.2f", 1.5)
      os_log("hidden", log: .disabled)
      os_log(.info, log: log, "value \(12)")
      if log.isEnabled(type: .debug) && !OSLog.disabled.isEnabled(type: .fault) { os_log(.fault, "end") }
    }
    #expect(
      Self.lines(result) == [
        "<default> plain 100%", "<error> [s:c] text and 3", "<debug> [s:c] 1.50", "<info> [s:c] value 12",
        "<fault> end",
      ])
  }

  @Test func signposts() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let signposter = OSSignposter(subsystem: "s", category: "c")
      let state = signposter.beginInterval("capture", id: OSSignpostID(9), "\(3) frames")
      signposter.emitEvent("frame")
      signposter.endInterval("capture", state)
      let sum = signposter.withIntervalSignpost("add") { 1 + 2 }
      os_signpost(.event, log: OSLog.default, name: "sum", "%d", sum)
      os_signpost(.begin, log: OSLog(subsystem: "s", category: "c"), name: "old")
      let quiet = OSSignposter.disabled
      quiet.endInterval("nothing", quiet.beginInterval("nothing"))
    }
    #expect(
      Self.lines(result) == [
        "<signpost> [s:c] begin capture #9 3 frames", "<signpost> [s:c] event frame",
        "<signpost> [s:c] end capture #9",
        "<signpost> [s:c] begin add", "<signpost> [s:c] end add", "<signpost> event sum 3",
        "<signpost> [s:c] begin old",
      ])
  }

  @Test func anIntervalEndsOnce() async {
    await #expect(processExitsWith: .failure) {
      let signposter = OSSignposter(subsystem: "s", category: "c")
      let state = signposter.beginInterval("capture")
      signposter.endInterval("capture", state)
      signposter.endInterval("capture", state)
    }
  }

  @Test func identifiers() {
    let log = OSLog.default
    #expect(OSSignpostID(log: log) < OSSignpostID(log: log))
    #expect(OSSignpostID(log: log, object: log) == OSSignposter().makeSignpostID(from: log))
    #expect(OSSignposter().makeSignpostID() != .exclusive)
    let types: [OSLogType] = [.default, .info, .debug, .error, .fault]
    #expect(types.map(\.rawValue) == [0, 1, 2, 16, 17])
  }
}
