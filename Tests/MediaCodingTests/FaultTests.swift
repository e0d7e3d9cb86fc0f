import Foundation
import MediaCoding
import Testing

@Suite struct FaultTests {
  private func fault(_ body: () throws(MovieError) -> Void) -> MovieError? {
    do throws(MovieError) {
      try body()
      return nil
    } catch { return error }
  }

  @Test func whatCanNotBeWrittenIsRefusedBeforeAFileExists() {
    let folder = Folder()
    func video(
      _ codec: VideoCodec = .h264, _ container: MovieContainer = .quickTime,
      _ change: (inout VideoTrackSettings) -> Void = { _ in }
    ) -> String {
      let fault = fault { () throws(MovieError) in
        var settings = VideoTrackSettings(codec: codec, width: 160, height: 96)
        change(&settings)
        _ = try MovieWriter(path: folder.file("x.mov"), settings: MovieSettings(container: container))
          .addTrack(settings)
      }
      return fault.map { "\($0.kind): \($0.reason)" } ?? "fine"
    }
    #expect(video() == "fine")
    #expect(video { $0.width = 161 } == "unsupported: 161 x 96: sides must be even, from 16 to 16384")
    #expect(video { $0.height = 0 }.hasPrefix("unsupported: 160 x 0"))
    #expect(video { $0.timescale = 0 } == "unsupported: time scale 0: at least 1")
    #expect(video { $0.bitRate = 0 } == "unsupported: bit rate 0: at least 1")
    #expect(video { $0.quality = 1.5 } == "unsupported: quality 1.5: from 0 to 1")
    #expect(video { $0.keyFrameInterval = -1 } == "unsupported: key frame interval -1: at least 0")
    #expect(video { $0.threads = 0 } == "unsupported: 0 threads: from 1 to 64")
    #expect(video { $0.profile = .hevcMain } == "unsupported: profile hevcMain is not one of h264")
    #expect(
      video {
        $0.profile = .baseline; $0.allowsFrameReordering = true
      } == "unsupported: the baseline profile has no frame reordering")
    #expect(video(.proRes422, .mp4) == "unsupported: proRes422 in a file of kind mp4")
    #expect(video(.h264, .m4a) == "unsupported: h264 in a file of kind m4a")
    func sound(_ codec: AudioCodec, _ container: MovieContainer, rate: Int = 48_000, channels: Int = 2)
      -> MovieError.Kind?
    {
      fault { () throws(MovieError) in
        let writer = try MovieWriter(
          path: folder.file("x.mov"), settings: MovieSettings(container: container))
        _ = try writer.addTrack(SoundTrackSettings(codec: codec, sampleRate: rate, channels: channels))
      }?.kind
    }
    #expect(sound(.aac, .m4a) == nil)
    #expect(sound(.pcm(.int16), .mp4) == .unsupported)
    #expect(sound(.aac, .quickTime, rate: 47_000) == .unsupported)
    #expect(sound(.pcm(.int16), .quickTime, rate: 47_000) == nil)
    #expect(sound(.aac, .quickTime, channels: 0) == .unsupported)
    #expect(
      fault { () throws(MovieError) in
        try MovieWriter(path: folder.file("x.mov"), settings: MovieSettings(container: .mp4)).start()
      }?.kind == .unsupported)
    #expect(folder.names == [])
  }

  @Test func placesWhereNoFileCanBeAreNamed() {
    let folder = Folder()
    for path in [folder.file("absent/x.mov"), folder.path] {
      let fault = fault { () throws(MovieError) in _ = try Pattern.write(path, count: 1) }
      #expect(fault?.kind == .badPath)
      #expect(fault?.path == path)
    }
    #expect(folder.names == [])
  }

  @Test func aFullDiskIsSaidAtOnceAndNothingIsLeft() {
    let fault = fault { () throws(MovieError) in
      _ = try Pattern.write("/dev/full", count: 200) { $1.quality = 1 }
    }
    #expect(fault?.kind == .diskFull)
    #expect(fault?.description.contains("No space left on device") == true)
    // The device was not removed with it.
    #expect(FileManager.default.fileExists(atPath: "/dev/full"))
  }

  /// A process whose files may not grow beyond 16 kB.
  @Test func aFileThatMayNotGrowFurther() async {
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 16_000, rlim_max: 16_000)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let folder = Folder()
      for fragments in [false, true] {
        let path = folder.file("\(fragments).mov")
        var settings = MovieSettings(container: .quickTime)
        if fragments { settings.fragmentInterval = MediaTime(1, 10) }
        let writer = try MovieWriter(path: path, settings: settings)
        var video = VideoTrackSettings(codec: .h264, width: 160, height: 96)
        (video.quality, video.keyFrameInterval) = (1, 1)
        let track = try writer.addTrack(video)
        try writer.start()
        var kind: MovieError.Kind?
        var last = 0
        for number in 0..<300 where kind == nil {
          do throws(MovieError) {
            try Pattern.with420(160, 96, number: number) { picture throws(MovieError) in
              try writer.append(picture, at: MediaTime(Int64(number), 30), to: track)
            }
            last = number
          } catch { kind = error.kind }
        }
        // What is on its way to the disk is noticed at the end at the latest.
        if kind == nil {
          do throws(MovieError) { _ = try writer.finish() } catch { kind = error.kind }
        }
        #expect(kind == .diskFull)
        #expect(last > 0)
        #expect(throws: MovieError.self) { try writer.finish() }
        #expect(writer.abandon(keepingFragments: true) == fragments)
        #expect(FileManager.default.fileExists(atPath: path) == fragments)
        guard fragments else { continue }
        let reader = try PictureReader(path: path, as: .asStored)
        var count = 0
        while try reader.next() != nil { count += 1 }
        #expect(count > 3 && count <= last + 1)
      }
    }
  }

  @Test func aWriterThatIsDroppedLeavesNoFile() throws {
    let folder = Folder()
    do {
      let writer = try MovieWriter(path: folder.file("x.mov"), settings: MovieSettings(container: .quickTime))
      let track = try writer.addTrack(VideoTrackSettings(codec: .h264, width: 160, height: 96))
      try writer.start()
      try Pattern.with420(160, 96, number: 0) { try writer.append($0, at: .zero, to: track) }
      #expect(writer.bytesWritten > 0)
      #expect(folder.names == ["x.mov"])
    }
    #expect(folder.names == [])
  }

  @Test func mostPathsOfAFileSystemWork() throws {
    let folder = Folder()
    for name in ["with space.mov", "colon:name.mov", "ümlaut 中.mov", "100%.mov", "-dash.mov"] {
      _ = try Pattern.write(folder.file(name), count: 2) { settings, _ in settings.putsIndexFirst = true }
      #expect(try MovieReader(path: folder.file(name)).movie.tracks[0].samples == 2)
    }
  }
}

@Suite struct DamageTests {
  /// Whatever happens to the bytes of a movie: it is read, or an error of this module names the file.
  @Test func damagedMoviesNeverStopTheProcess() throws {
    let folder = Folder()
    let path = folder.file("whole.mov")
    _ = try Pattern.write(path, count: 12, sound: .aac) {
      $0.putsIndexFirst = true
      $1.keyFrameInterval = 4
      $1.allowsFrameReordering = true
    }
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    let broken = folder.file("broken.mov")
    var random = SystemRandom(seed: 19)
    var (read, refused) = (0, 0)
    var strangers: [String] = []
    for round in 0..<300 {
      var data = whole
      // The index is at the front: it gets half of the damage.
      let reach = round % 2 == 0 ? min(2_500, data.count) : data.count
      for _ in 0..<random.next(in: 1...12) {
        data[Int(random.next(in: 0...Int64(reach - 1)))] = UInt8(random.next(in: 0...255))
      }
      if round % 5 == 0 { data = data.prefix(Int(random.next(in: 1...Int64(data.count)))) }
      try data.write(to: URL(fileURLWithPath: broken))
      do throws(MovieError) {
        let pictures = try PictureReader(path: broken, as: .biplanar420(fullRange: false))
        var faults = 0
        while faults < 100 {
          do throws(MovieError) { if try pictures.next() == nil { break } } catch { faults += 1 }
        }
        if faults >= 100 { strangers.append("round \(round): no end of faults") }
        try pictures.seek(to: MediaTime(1, 5))
        let sound = try SoundReader(path: broken, as: .int16)
        while try sound.nextSound() != nil {}
        read += 1
      } catch {
        refused += 1
        if error.path != broken || error.reason.isEmpty || "\(error)".contains("\n") {
          strangers.append("round \(round): \(error)")
        }
      }
    }
    #expect(strangers == [])
    #expect(read > 20 && refused > 20)
  }
}
