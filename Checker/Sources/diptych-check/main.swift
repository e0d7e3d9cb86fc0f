import Checking
import Foundation

exit(CommandLineRun(Array(CommandLine.arguments.dropFirst())).run())
