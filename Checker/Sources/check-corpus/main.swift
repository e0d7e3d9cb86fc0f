import Checking
import Foundation

/// `check-corpus FOLDER`: precision and recall of all rules on labelled sources. Exit 0 if nothing is missed or false.
guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: check-corpus FOLDER\n".utf8))
  exit(2)
}
let score = Corpus(folder: CommandLine.arguments[1]).score()
print(score.rendered(), terminator: "")
exit(score.isPerfect ? 0 : 1)
