import Foundation
import Scenarios

let console = Console()
do {
  // The checker has its own arguments.
  if let first = CommandLine.arguments.dropFirst().first, first == "check" || first == "rules" {
    let rest = Array(CommandLine.arguments.dropFirst(first == "check" ? 2 : 1))
    try CheckerFinder(finder: AppFinder()).become(rest)
  }
  let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
  switch arguments.command {
  case "run": exit(try RunCommand(arguments, finder: AppFinder()).perform(console))
  case "apps": try console.out(ListCommands.apps(arguments, finder: AppFinder()))
  case "scenarios": try console.out(ListCommands.scenarios(arguments))
  case "phones": try console.out(ListCommands.phones(arguments))
  case "cameras": try console.out(ListCommands.cameras(arguments))
  case "worlds": try console.out(ListCommands.worlds(arguments))
  case "version": try console.out("diptych \(Help.version)")
  default: try console.out(Help.text(arguments.operands.first))
  }
} catch {
  console.complain("\(error)")
  exit(2)
}
