import Foundation
import SourceReading

let set = SourceSet(paths: Array(CommandLine.arguments.dropFirst()))
print(set.files.count, set.leftOut, set.problems)
let t = Date()
let r = ParallelReading().read(set.files)
print(r.count, Date().timeIntervalSince(t))
for case .unreadable(let p, let why) in r { print(p, why) }
for case .file(let f) in r where !f.problems.isEmpty { print(f.path, f.problems.prefix(3)) }
