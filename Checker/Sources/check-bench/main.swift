import Checking
import Foundation
import SourceReading

/// `check-bench [--megabytes N] FOLDER`: the whole check against the parser alone, on the same files, with as many threads.
///
/// With `--megabytes` the sources below the folder are repeated in a temporary folder until there are as many.
var arguments = Array(CommandLine.arguments.dropFirst())
var megabytes: Int?
if let index = arguments.firstIndex(of: "--megabytes"), index + 1 < arguments.count {
  megabytes = Int(arguments[index + 1])
  arguments.removeSubrange(index...index + 1)
}
guard arguments.count == 1, let folder = arguments.first else {
  FileHandle.standardError.write(Data("usage: check-bench [--megabytes N] FOLDER\n".utf8))
  exit(2)
}
do {
  let input = try BenchInput(folder: folder, megabytes: megabytes)
  defer { input.remove() }
  print(Bench(input).measured(rounds: 3).rendered, terminator: "")
} catch {
  FileHandle.standardError.write(Data("check-bench: \(error)\n".utf8))
  exit(2)
}
