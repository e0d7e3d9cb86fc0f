import Foundation

// Measures the renderer's 360-degree pictures against ffmpeg's v360, in one run, and prints what it ran.
//
//   WorldBench [PICTURE] [--ffmpeg PROGRAM] [--room]
//
// --room: the default room only. PICTURE: an equirectangular JPEG or PNG of 4096 x 2048; without it, one is made up.

var picture: String?
var ffmpeg = "ffmpeg"
var onlyRoom = false
var arguments = CommandLine.arguments.dropFirst().makeIterator()
while let argument = arguments.next() {
  if argument == "--ffmpeg", let program = arguments.next() {
    ffmpeg = program
  } else if argument == "--room" {
    onlyRoom = true
  } else {
    picture = argument
  }
}

do {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("WorldBench-\(getpid())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer {
    do { try FileManager.default.removeItem(at: folder) } catch { print("left behind: \(folder.path)") }
  }
  let passed = try Comparison(picture: picture, ffmpeg: ffmpeg, folder: folder).run(onlyRoom: onlyRoom)
  if !passed { throw BenchError("a figure is below what is asked for") }
} catch {
  FileHandle.standardError.write(Data("WorldBench: \(error)\n".utf8))
  exit(1)
}
