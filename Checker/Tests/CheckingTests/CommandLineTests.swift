import CheckerRules
import Foundation
import SourceReading
import Testing

@testable import Checking

@Suite struct CommandLineTests {
  @Test func usageErrors() throws {
    let desk = try Desk()
    var mismatches: [String] = []
    for (arguments, complaint) in [
      (["--formt", "json"], #"unknown option --formt; did you mean "--format"?"#),
      (["--format", "xml"], "--format xml: none of text, json"),
      (["--fail-on", "all"], "none of note, warning, error"),
      (["--ios", "seventeen"], "no version such as 17.0"), (["--ios", "1.2.3.4"], "no version"),
      (["--rule", "start-on-mian"], #"did you mean "start-on-main"?"#),
      (["--rule", "qqqqqqqqqqqqq"], "no such rule"),
    ] {
      let text = (arguments + [desk.folder])
      var complaints = ""
      let status = CommandLineRun(text, out: { _ in }, complain: { complaints += $0 }).run()
      if status != 2 || !complaints.contains(complaint) {
        mismatches.append("\(arguments): \(status) \(complaints)")
      }
    }
    #expect(mismatches == [])
    #expect(desk.run("FOLDER", "--format").complaints.contains("--format needs a value"))
    #expect(desk.run("--help").status == 0)
    #expect(desk.run("rules", "no-such").status == 2)
    #expect(desk.run("rules").lines.count == AllRules.list.count)
    #expect(desk.run("rules", "start-on-main").out.hasPrefix("start-on-main ("))
  }

  @Test func exitStatusFollowsSeverity() throws {
    let desk = try Desk()
    try desk.write("A.swift", mirrored)
    let rule = "mirror-before-automatic-off"
    var mismatches: [String] = []
    for (severity, limit, expected) in [
      ("note", "note", 1), ("note", "warning", 0), ("warning", "warning", 1), ("warning", "error", 0),
      ("error", "error", 1), ("off", "note", 0),
    ] as [(String, String, Int32)] {
      let path = try desk.write("c.json", #"{"rules":{"\#(rule)":"\#(severity)"}}"#)
      // Other rules may have something to say about the file; they are off.
      var settings = Dictionary(uniqueKeysWithValues: AllRules.list.map { ($0.about.name, "off") })
      settings[rule] = severity
      try JSONSerialization.data(withJSONObject: ["rules": settings]).write(to: URL(fileURLWithPath: path))
      let status = desk.run("FOLDER", "--config", path, "--fail-on", limit).status
      if status != expected { mismatches.append("\(severity) against \(limit): \(status)") }
    }
    #expect(mismatches == [])
    #expect(desk.run("FOLDER", "--rule", "start-on-main").status == 0)
  }

  /// A baseline silences what it holds, wherever it moves, and tells what is gone.
  @Test func baselineComesAndGoes() throws {
    let desk = try Desk()
    let rule = ["--rule", "mirror-before-automatic-off"]
    try desk.write("A.swift", mirrored)
    let written = desk.run("FOLDER", "--write-baseline", "FOLDER/b.json", rule[0], rule[1])
    #expect(written.status == 0 && written.out.contains("1 finding written"))
    let known = desk.run("FOLDER", "--baseline", "FOLDER/b.json", rule[0], rule[1])
    #expect(known.status == 0 && known.out.contains("1 in the baseline"))
    try desk.write("A.swift", "// moved\n\n" + mirrored)
    #expect(desk.run("FOLDER", "--baseline", "FOLDER/b.json", rule[0], rule[1]).status == 0)
    // The same line a second time is new.
    try desk.write(
      "A.swift",
      mirrored + mirrored.replacing("import AVFoundation", with: "").replacing("mirror(", with: "other("))
    let twice = desk.run("FOLDER", "--baseline", "FOLDER/b.json", rule[0], rule[1])
    #expect(twice.status == 1 && twice.out.contains("1 in the baseline"))
    try desk.write("A.swift", "let a = 1\n")
    let gone = desk.run("FOLDER", "--baseline", "FOLDER/b.json", rule[0], rule[1])
    #expect(gone.status == 0 && gone.out.contains("is gone"))
    let again = desk.run("FOLDER", "--write-baseline", "FOLDER/b.json", rule[0], rule[1])
    #expect(again.out.contains("0 findings written"))
  }

  /// Fixing twice changes nothing more, in every style of lines.
  @Test func fixesAreStable() throws {
    for (index, source) in [
      mirrored, mirrored.replacing("\n", with: "\r\n"), mirrored.replacing("  ", with: "\t"),
      "// 👩‍👩‍👧 é\n" + mirrored,
      mirrored.replacing("connection.isVideoMirrored = true", with: "connection.isVideoMirrored = true // é"),
    ].enumerated() {
      let desk = try Desk()
      try desk.write("A.swift", source)
      let first = desk.run("FOLDER", "--fix", "--rule", "mirror-before-automatic-off")
      #expect(first.status == 0 && first.out.contains("1 fixed"), "\(index)")
      let once = try desk.read("A.swift")
      #expect(once.contains("connection.automaticallyAdjustsVideoMirroring = false"), "\(index)")
      #expect(once != source)
      let second = desk.run("FOLDER", "--fix", "--rule", "mirror-before-automatic-off")
      #expect(second.status == 0 && !second.out.contains("fixed"), "\(index)")
      #expect(try desk.read("A.swift") == once, "\(index)")
    }
  }

  /// Lines end as they did, comments stay, nothing is done twice, and what is optional is compared.
  @Test func fixesKeepWhatIsWritten() throws {
    let desk = try Desk()
    let source = """
      import AVFoundation
      func mirror(_ camera: Camera?, _ outputs: [AVCaptureOutput]) {
        guard let connection = outputs.first?.connection(with: .video) else { return }
        connection.isVideoMirrored = true // first
        // between
        connection.automaticallyAdjustsVideoMirroring = false // second
        camera?.connection.isVideoMirrored = true
        camera?.next().isVideoMirrored = true
        (camera ?? Camera()).connection.isVideoMirrored = true
        camera?.connection
          .isVideoMirrored = true
      }
      final class Camera {
        let connection: AVCaptureConnection
        func next() -> AVCaptureConnection { connection }
      }
      """
    try desk.write("A.swift", source.replacing("\n", with: "\r\n"))
    _ = desk.run("FOLDER", "--fix")
    let fixed = try desk.read("A.swift")
    #expect(fixed.utf8.count { $0 == 10 } == fixed.utf8.count { $0 == 13 })
    let lines = fixed.split(separator: "\r\n").map(String.init)
    #expect(
      lines[3..<16].map { $0.trimmingCharacters(in: .whitespaces) } == [
        "connection.automaticallyAdjustsVideoMirroring = false",
        "if connection.isVideoMirroringSupported {", "connection.isVideoMirrored = true", "} // first",
        "// between", "// second",
        "camera?.connection.automaticallyAdjustsVideoMirroring = false",
        "if camera?.connection.isVideoMirroringSupported == true {",
        "camera?.connection.isVideoMirrored = true", "}",
        "camera?.next().isVideoMirrored = true",
        "(camera ?? Camera()).connection.isVideoMirrored = true", "camera?.connection",
      ])
  }

  @Test func fixesLeaveWhatIsSuppressed() throws {
    let desk = try Desk()
    let source = mirrored.replacing(
      "= true", with: "= true // diptych:disable mirror-before-automatic-off ours")
    try desk.write("A.swift", source)
    #expect(desk.run("FOLDER", "--fix", "--rule", "mirror-before-automatic-off").status == 0)
    #expect(try desk.read("A.swift") == source)
  }

  @Test func foldersOfOthersAreLeftOutAndTold() throws {
    let desk = try Desk()
    try desk.write("App/A.swift", mirrored)
    try desk.write("Pods/X/B.swift", mirrored)
    try desk.write("App/.build/C.swift", mirrored)
    try desk.write("App/View.m", "")
    try desk.write("App/Names.generated.swift", mirrored)
    try desk.write("Old/D.swift", mirrored)
    let config = try desk.write("c.json", #"{"exclude":["Old"]}"#)
    let outcome = desk.run("FOLDER", "--config", config, "--rule", "mirror-before-automatic-off")
    #expect(outcome.lines.count { $0.contains("[mirror-before-automatic-off]") } == 1)
    #expect(
      outcome.line("in 1 Swift file")?.contains(
        "left out: 1 .build, 1 Objective-C, 1 Pods, 1 excluded by configuration, 1 generated") == true)
  }

  /// What the plug-in says of a package counts only where nobody names a path.
  @Test func pathsOrElse() throws {
    let desk = try Desk()
    try desk.write("A/A.swift", mirrored)
    try desk.write("B/B.swift", "let b = 1\n")
    let config = try desk.write("c.json", #"{"paths":["B"]}"#)
    #expect(desk.run("--else", "FOLDER/A", "--else", "FOLDER/B").line("[mirror-before-automatic-off]") != nil)
    #expect(desk.run("--else", "FOLDER/A", "FOLDER/B").line("in 1 Swift file") != nil)
    #expect(desk.run("--else", "FOLDER/A", "--config", config).status == 0)
    #expect(desk.run("--else").complaints.contains("--else needs a value"))
  }

  @Test func deploymentTargets() throws {
    let desk = try Desk()
    #expect(
      DeploymentTarget.versions(
        "IPHONEOS_DEPLOYMENT_TARGET = 15.0;\nIPHONEOS_DEPLOYMENT_TARGET = 17.1;", isManifest: false) == [
          [15, 0], [17, 1],
        ])
    #expect(
      DeploymentTarget.versions(".iOS(.v15), .iOS(\"16.4\"), .macOS(.v13), .iOS(.v17_2)", isManifest: true)
        == [[15], [16, 4], [17, 2]])
    #expect(DeploymentTarget.versions("IPHONEOS_DEPLOYMENT_TARGET = $(TARGET)", isManifest: false) == [])
    try desk.write(
      "App.xcodeproj/project.pbxproj",
      "IPHONEOS_DEPLOYMENT_TARGET = 16.0;\nIPHONEOS_DEPLOYMENT_TARGET = 26.1;")
    #expect(DeploymentTarget.find([desk.folder]) == [16, 0])
    try desk.write("Package.swift", "platforms: [.iOS(.v14)]")
    #expect(DeploymentTarget.find([desk.folder]) == [14])
    try desk.write("Package.swift", Data([0xff, 0xfe]))
    #expect(DeploymentTarget.find([desk.folder]) == [16, 0])
  }

  /// Where the project's targets put on the main actor what says nothing, an ordinary class runs there.
  @Test func mainActorByDefault() throws {
    let desk = try Desk()
    let project = "App.xcodeproj/project.pbxproj"
    try desk.write(
      "App/Camera.swift",
      """
      import AVFoundation
      final class Camera {
        let session: AVCaptureSession
        let queue = DispatchQueue(label: "camera")
        init(session: AVCaptureSession) { self.session = session }
        func wrong() { session.startRunning() }
        func right() { queue.async { self.session.startRunning() } }
        nonisolated func elsewhere() { session.startRunning() }
        @concurrent func apart() async { session.startRunning() }
        deinit { session.stopRunning() }
      }
      @CameraActor class Base {}
      final class Derived: Base {
        func start(_ session: AVCaptureSession) { session.startRunning() }
      }
      @globalActor actor CameraActor { static let shared = CameraActor() }
      """)
    func lines() -> [String] {
      desk.run("FOLDER", "--rule", "start-on-main").lines.filter { $0.contains("[start-on-main]") }
    }
    let says =
      "productType = \"com.apple.product-type.application\"; SWIFT_DEFAULT_ACTOR_ISOLATION = MainActor;"
    var found: [Int] = [lines().count]
    for text in [
      says, says + "SWIFT_DEFAULT_ACTOR_ISOLATION = nonisolated;",
      says + "\"com.apple.product-type.framework\"",
    ] {
      try desk.write(project, text)
      found.append(lines().count)
    }
    try desk.write(project, says)
    #expect(lines().allSatisfy { $0.contains("Camera.swift:6:") })
    try desk.write("Kit/Package.swift", "// swift-tools-version: 6.2")
    found.append(lines().count)
    #expect(found == [0, 1, 0, 0, 0])
  }

  @Test func spellingHints() {
    let known = ["start-on-main", "device-forced"]
    #expect(Spelling.hint("start-on-mian", known) == #"; did you mean "start-on-main"?"#)
    #expect(Spelling.hint("zoom", known) == "")
    #expect(Spelling.distance("", "abc") == 3 && Spelling.distance("kitten", "sitting") == 3)
  }
}

/// Files without a word of capture are read for their declarations, and whole where they hold a type that captures.
@Suite struct HoldersTests {
  @Test func callsOfHoldersCount() throws {
    let desk = try Desk()
    try desk.write(
      "Model.swift",
      """
      import AVFoundation
      final class Model {
        let session = AVCaptureSession()
        func begin() { session.startRunning() }
      }
      """)
    try desk.write(
      "Screen.swift",
      """
      import UIKit
      class Screen: UIViewController {
        let model = Model()
        override func viewDidLoad() {
          super.viewDidLoad()
          model.begin()
        }
      }
      """)
    try desk.write("Other.swift", "final class Other { func f() { g() } }\n")
    let outcome = desk.run("FOLDER", "--rule", "start-on-main")
    #expect(outcome.lines.contains { $0.contains("Model.swift:4:") && $0.contains("[start-on-main]") })
    var bodies: [String: Int] = [:]
    for case .file(let file) in Check.read(["Model", "Other", "Screen"].map { desk.path("\($0).swift") }) {
      guard case .function(let function)? = file.types[0].members.last else { continue }
      bodies[file.types[0].name] = function.body?.statements.count
    }
    #expect(bodies == ["Model": 1, "Other": 0, "Screen": 2])
  }

  /// So do those of a type that inherits from one about capture, and of its extensions in other files.
  @Test func callsOfHeirsAndExtensionsCount() throws {
    let model = """
      import AVFoundation
      class Base: UIViewController {
        let session = AVCaptureSession()
        nonisolated func begin() { session.startRunning() }
      }
      """
    for other in [
      "import UIKit\nfinal class Heir: Base { override func viewDidLoad() { begin() } }\n",
      "import UIKit\nextension Base { func shown() { begin() } }\n",
    ] {
      let desk = try Desk()
      try desk.write("Base.swift", model)
      #expect(desk.run("FOLDER", "--rule", "start-on-main").status == 0)
      try desk.write("Other.swift", other)
      #expect(desk.run("FOLDER", "--rule", "start-on-main").status == 1, "\(other)")
    }
  }

  /// Controls are laid out in files that know nothing of the camera above them.
  @Test func layoutsOfCameraScreensAreRead() throws {
    let desk = try Desk()
    let bar = """
      import UIKit
      final class Bar: UIView {
        let shutter = UIButton()
        override func layoutSubviews() { shutter.center.x = bounds.midX }
      }
      """
    try desk.write("Bar.swift", bar)
    try desk.write("Screen.swift", "import UIKit\nfinal class Screen { let bar = Bar(); let model: Model }\n")
    #expect(!desk.run("FOLDER").out.contains("[control-in-fold]"))
    try desk.write("Model.swift", "import AVFoundation\nfinal class Model { var camera: AVCaptureDevice? }\n")
    #expect(desk.run("FOLDER").line("[control-in-fold]")?.contains("Bar.swift:4:36: note: shutter") == true)
    // The Duo's own interfaces make it a warning, and asking for the fold answers it.
    try desk.write("Hinge.swift", "import UIKit\nlet hinge = UIHingeInteraction { _, _ in }\n")
    #expect(desk.run("FOLDER").line("[control-in-fold]")?.contains("warning: shutter") == true)
    try desk.write(
      "Hinge.swift", "import UIKit\nfunc f(_ v: UIView) { _ = v.reservedRegions(kind: .division) }\n")
    #expect(!desk.run("FOLDER").out.contains("[control-in-fold]"))
  }
}
