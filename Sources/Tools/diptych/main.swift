import Foundation
import Scenarios

let console = Console()
do {
  let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
  switch arguments.command {
  case "run": exit(try RunCommand(arguments, finder: AppFinder()).perform(console))
  case "apps": console.out(try ListCommands.apps(arguments, finder: AppFinder()))
  case "scenarios": console.out(try ListCommands.scenarios(arguments))
  case "phones": console.out(try ListCommands.phones(arguments))
  case "cameras": console.out(try ListCommands.cameras(arguments))
  case "worlds": console.out(try ListCommands.worlds(arguments))
  case "version": console.out("diptych \(Help.version)")
  default: console.out(Help.text)
  }
} catch {
  console.clearProgress()
  console.complain("\(error)")
  exit(2)
}
