import UIKit

/// Ends before the phone starts, or shows nothing and then does what its name says: tests run it through a symbolic
/// link whose name is the misbehaviour.
@main
enum MisbehavingApp {
  static let misbehaviour = Misbehaviour(
    rawValue: URL(fileURLWithPath: CommandLine.arguments[0]).lastPathComponent)

  @MainActor static func main() {
    switch misbehaviour {
    case .exitsBeforeLaunch:
      print("I would rather not")
      exit(4)
    case .crashesBeforeLaunch: fatalError("not even once")
    case .sleepsBeforeLaunch: while true { pause() }
    default: AppDelegate.main()
    }
  }
}
