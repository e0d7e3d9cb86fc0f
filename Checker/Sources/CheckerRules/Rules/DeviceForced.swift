import CaptureFacts
import SourceModel

/// A camera or its input taken by force, where it may not be there.
struct DeviceForced: Rule {
  let about = RuleDescription(
    name: "device-forced", severity: .warning,
    summary: "a camera or its input is taken by force, and the app stops where there is none",
    reason: """
      Which cameras exist depends on the phone, and on a Duo also on the moment: between the direction handler and the \
      session's queue a camera may go, a simulator has none, a permission may be denied, another app may hold the camera. \
      `!` and `try!` stop the app then. Take what is there with `guard let` and keep the old camera otherwise.
      """,
    sources: ["seed 003 section 2, seed 004 section 3: handle nil", "field reports R061, R097"],
    examples: [
      Example(
        "the device of a descriptor",
        """
        import AVFoundation

        actor CaptureService {
          let session = AVCaptureSession()

          func useCamera(withID id: String) throws {
            let device = ↓AVCaptureDevice(uniqueID: id)!
            let input = ↓try! AVCaptureDeviceInput(device: device)
            session.addInput(input)
          }
        }
        """),
      Example(
        "the first of what was discovered",
        """
        import AVFoundation

        func frontCamera() -> AVCaptureDevice {
          let discovery = AVCaptureDevice.DiscoverySession(
            deviceTypes: [.builtInWideAngleCamera], mediaType: .video, position: .front)
          return ↓discovery.devices.first!
        }

        func anyCamera() -> AVCaptureDevice {
          ↓AVCaptureDevice.DiscoverySession(
            deviceTypes: [.builtInDualWideCamera], mediaType: .video, position: .back).devices[0]
        }
        """),
      Example(
        "the default camera in a property",
        """
        import AVFoundation
        import UIKit

        class ScannerViewController: UIViewController {
          lazy var device: AVCaptureDevice = ↓AVCaptureDevice.default(for: .video)!
          var front = ↓AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front)!
        }
        """),
      Example(
        "taken where it is there",
        """
        import AVFoundation

        actor CaptureService {
          let session = AVCaptureSession()

          func useCamera(withID id: String) {
            guard let device = AVCaptureDevice(uniqueID: id) else { return }
            do {
              let input = try AVCaptureDeviceInput(device: device)
              if session.canAddInput(input) { session.addInput(input) }
            } catch {
              print("no input", error)
            }
          }
        }
        """),
      Example(
        "an index that was looked at first",
        """
        import AVFoundation

        func camera(_ devices: [AVCaptureDevice], at index: Int) -> AVCaptureDevice? {
          guard devices.indices.contains(index) else { return nil }
          return devices[index]
        }

        func first(_ devices: [AVCaptureDevice]) -> AVCaptureDevice? {
          devices.isEmpty ? nil : devices[0]
        }
        """),
      Example(
        "force on what is no camera",
        """
        import AVFoundation

        func name(_ device: AVCaptureDevice, in names: [String: String]) -> String {
          names[device.uniqueID]!
        }

        func width(_ formats: [AVCaptureDevice.Format]) -> Int32 {
          formats.first!.formatDescription.dimensions.width
        }
        """),
      Example(
        "an optional property that set-up fills",
        """
        import AVFoundation

        final class Camera {
          var frontCamera: AVCaptureDevice?
          var rearCamera: AVCaptureDevice?
          var usesFront = false

          func hasFlash() -> Bool {
            let camera = usesFront ? self.frontCamera! : rearCamera!
            return camera.hasFlash
          }
        }
        """),
    ],
    knownMisses: [
      "a camera that the app keeps in an optional property, also an implicitly unwrapped one",
      "a force in another module",
    ],
    knownFalseAlarms: ["a device that was compared with nil just before, in another statement"])

  func findings(in program: Program, _ settings: RuleSettings) -> [Finding] {
    program.units.flatMap { unit in
      var found: [Finding] = []
      unit.forEachExpression { site in
        switch site.expression.kind {
        case .force(let inner):
          guard program.type(of: site.inside(inner))?.base == "AVCaptureDevice",
            !isKnown(program, site, inner), !isKept(program, site.inside(inner)),
            !isMicrophone(program, site.inside(inner))
          else {
            return
          }
          found.append(Finding(self, at: site, "the camera may not be there, and `!` stops the app then"))
        case .index(let base, let arguments):
          guard arguments.count == 1, case .literal = arguments[0].value.kind,
            program.type(of: site.inside(base))?.element?.base == "AVCaptureDevice",
            !asksForCount(program, site, base)
          else { return }
          found.append(
            Finding(self, at: site, "there may be no camera at this index, and the app stops then"))
        case .attempt(.forced, let inner):
          guard program.type(of: site.inside(inner))?.base == "AVCaptureDeviceInput" else { return }
          found.append(Finding(self, at: site, "the camera may not be usable, and `try!` stops the app then"))
        default: return
        }
      }
      return found
    }
  }

  /// `if device != nil { device! }`: the same thing was looked at before.
  private func isKnown(_ program: Program, _ site: Site, _ inner: Expression) -> Bool {
    guard let wanted = program.reference(site.inside(inner)) else { return false }
    return program.surelyBefore(site) { other in
      guard case .binary(let left, "!=", let right) = other.expression.kind, case .literal("nil") = right.kind
      else {
        return false
      }
      return program.reference(other.inside(left)) == wanted
    }
  }

  /// `AVCaptureDevice.default(for: .audio)`: no camera, and there wherever the Duo's cameras are.
  private func isMicrophone(_ program: Program, _ site: Site) -> Bool {
    guard let call = program.value(site).call, call.name == "default" else { return false }
    return call.argument("for")?.expression.lastName == "audio"
  }

  /// An optional property that other code fills: nobody sees whether it is empty here.
  private func isKept(_ program: Program, _ site: Site) -> Bool {
    let owner: String?
    let name: String
    switch program.value(site).expression.core.kind {
    case .name(let written):
      guard case .property(_, let type)? = program.definition(of: written, at: site) else { return false }
      (owner, name) = (type, written)
    case .member(let base, let written):
      (owner, name) = (program.type(of: program.value(site).inside(base))?.base, written)
    default: return false
    }
    guard let owner, let property = program.types[owner]?.properties[name], property.isStored else {
      return false
    }
    return property.value == nil
  }

  /// The array's `isEmpty`, `count`, `first` or `indices` was looked at before.
  private func asksForCount(_ program: Program, _ site: Site, _ base: Expression) -> Bool {
    guard let wanted = program.reference(site.inside(base)) else { return false }
    let asks: (Site) -> Bool = { other in
      guard let (owner, name) = other.member, ["isEmpty", "count", "indices", "first"].contains(name) else {
        return false
      }
      return program.reference(owner) == wanted
    }
    if program.surelyBefore(site, asks) { return true }
    // `devices.isEmpty ? nil : devices[0]`
    return site.around.contains { node in
      guard case .expression(let outer) = node, case .ternary(let condition, _, _) = outer.kind else {
        return false
      }
      var found = false
      Node.expression(condition).walk { inner, _ in
        if case .expression(let expression) = inner, ["isEmpty", "count"].contains(expression.lastName) {
          found = true
        }
        return true
      }
      return found
    }
  }
}
