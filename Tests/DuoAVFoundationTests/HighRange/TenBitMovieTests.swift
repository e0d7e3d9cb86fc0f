import DuoCoreMedia
import DuoFoundation
import Foundation
import MediaCoding
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// Movies of cameras of ten bits, as ffprobe and ffmpeg read them.
@Suite struct TenBitMovieTests {
  /// Codec, pixel format, curve, matrix, primaries; `-` for what is not said.
  static func look(_ url: URL) throws -> String {
    struct Answer: Decodable {
      struct Stream: Decodable {
        var codec_name: String
        var pix_fmt, color_transfer, color_space, color_primaries: String?
      }
      var streams: [Stream]
    }
    let data = try Probe.run(
      "ffprobe", ["-v", "error", "-select_streams", "v", "-show_streams", "-of", "json", url.path])
    let video = try #require(try JSONDecoder().decode(Answer.self, from: data).streams.first)
    return [
      video.codec_name, video.pix_fmt, video.color_transfer, video.color_space, video.color_primaries,
    ].map { $0 ?? "-" }.joined(separator: " ")
  }

  /// The mean luma, Cb and Cr of the first picture, as ffmpeg decodes it. `format`: what it is stored as.
  static func numbers(_ url: URL, _ format: String) throws -> [Double] {
    let video = try #require(try Probe.look(url).video)
    let (width, height) = (video.width ?? 0, video.height ?? 0)
    let bytes = [UInt8](
      try Probe.run(
        "ffmpeg",
        ["-v", "error", "-i", url.path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", format, "-"]))
    let size = format.hasSuffix("10le") ? 2 : 1
    let small = width / 2 * (format.contains("422") ? height : height / 2)
    var (start, means): (Int, [Double]) = (0, [])
    for count in [width * height, small, small] {
      let end = start + count * size
      try #require(count > 0 && end <= bytes.count)
      let sum = stride(from: start, to: end, by: size).reduce(0) { sum, at in
        sum + Int(bytes[at]) + (size == 2 ? Int(bytes[at + 1]) << 8 : 0)
      }
      means.append(Double(sum) / Double(count))
      start = end
    }
    return means
  }

  @Test func theMovieOutputRecordsHLGInTenBits() throws {
    let wide = try WideBench()
    let output = wide.bench.output
    #expect(output.availableVideoCodecTypes == [.hevc, .h264])
    try wide.use("x420")
    // H.264, which was asked for before, has eight bits.
    #expect(output.availableVideoCodecTypes == [.hevc])
    #expect(output.outputSettings(for: wide.bench.connection)[AVVideoCodecKey] as? AVVideoCodecType == .hevc)
    try wide.bench.record("hlg", 200)
    let url = wide.bench.url("hlg")
    #expect(try Self.look(url) == "hevc yuv420p10le arib-std-b67 bt2020nc bt2020")
    let got = try Self.numbers(url, "yuv420p10le")
    #expect(WideReference.agrees(got, WideReference.numbers(.HLG_BT2020), within: 3), "\(got)")
    // We read it as it is.
    let asset = AVURLAsset(url: url)
    let reader = try AVAssetReader(asset: asset)
    let track = AVAssetReaderTrackOutput(
      track: try #require(asset.tracks(withMediaType: .video).first),
      outputSettings: [
        kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange
      ])
    reader.add(track)
    #expect(reader.startReading())
    let buffer = try #require(track.copyNextSampleBuffer()?.imageBuffer)
    #expect(WideReference.agrees(WideReference.read(buffer), WideReference.numbers(.HLG_BT2020), within: 3))
    #expect(saidColours(buffer) == ["ITU_R_2020", "ITU_R_2100_HLG", "-", "ITU_R_2020"])
  }

  @Test func h264IsRefusedForTenBits() async {
    let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let wide = try WideBench()
      try wide.use("x420")
      wide.bench.output.setOutputSettings(
        [AVVideoCodecKey: AVVideoCodecType.h264], for: wide.bench.connection)
    }
    let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(text.contains("use -availableVideoCodecTypes"))
  }

  /// HEVC and ProRes, both versions of the curve, whose names are in the file.
  @Test func appleLogIsRecordedUnderItsName() throws {
    let wide = try WideBench(phone: WideReference.withLog)
    var mismatches: [String] = []
    for (space, name) in [
      (AVCaptureColorSpace.appleLog, "com.apple.rec2020.apple-log"),
      (.appleLog2, "com.apple.apple-wide-gamut.apple-log"),
    ] {
      try wide.use("x422", space)
      if !wide.bench.output.availableVideoCodecTypes.contains(.proRes422HQ) { mismatches.append("no ProRes") }
      for codec in [AVVideoCodecType.hevc, .proRes422HQ] {
        wide.bench.output.setOutputSettings([AVVideoCodecKey: codec], for: wide.bench.connection)
        let settings = wide.bench.output.outputSettings(for: wide.bench.connection)
        if settings[AVVideoCodecKey] as? AVVideoCodecType != codec {
          mismatches.append("settings are not of \(codec)")
        }
        let file = "\(codec.rawValue)-\(space.rawValue)"
        try wide.bench.record(file, 100)
        let url = wide.bench.url(file)
        let form = codec == .hevc ? "hevc yuv420p10le" : "prores yuv422p10le"
        let said = try Self.look(url)
        if said != "\(form) - bt2020nc \(space == .appleLog ? "bt2020" : "-")" {
          mismatches.append("\(file): \(said)")
        }
        if try Data(contentsOf: url).range(of: Data("logs\(name)".utf8)) == nil {
          mismatches.append("\(file): no name")
        }
        let got = try Self.numbers(url, codec == .hevc ? "yuv420p10le" : "yuv422p10le")
        if !WideReference.agrees(got, WideReference.numbers(space), within: 3) {
          mismatches.append("\(file): \(got)")
        }
      }
    }
    #expect(mismatches == [])
  }

  /// Without a word in the settings the first picture says what all mean, unless sound came before it.
  @Test func theFirstPictureNamesTheColours() throws {
    let bench = try WriterBench()
    var mismatches: [String] = []
    for (colours, soundFirst, said) in [
      (VideoColours.displayP3, false, "h264 yuv420p bt709 bt709 smpte432"),
      (.sRGB, false, "h264 yuv420p bt709 bt709 bt709"), (.displayP3, true, "h264 yuv420p bt709 bt709 bt709"),
    ] {
      let name = "\(colours)-\(soundFirst).mov"
      let writer = try AVAssetWriter(outputURL: bench.url(name), fileType: .mov)
      let video = AVAssetWriterInput(mediaType: .video, outputSettings: WriterBench.video)
      let sound = AVAssetWriterInput(mediaType: .audio, outputSettings: WriterBench.sound)
      video.transform = CGAffineTransform(rotationAngle: .pi / 2)
      writer.add(video)
      writer.add(sound)
      #expect(writer.startWriting() && bench.exists(name))
      writer.startSession(atSourceTime: .zero)
      if soundFirst { #expect(sound.append(WriterBench.tone(0..<4_800))) }
      for number in 0..<3 {
        let picture = WriterBench.picture(number)
        picture.attachCameraColours(colours)
        #expect(
          video.append(try WriterBench.sample(picture, at: CMTime(value: CMTimeValue(number), timescale: 30)))
        )
      }
      if !soundFirst { #expect(sound.append(WriterBench.tone(0..<4_800))) }
      #expect(writer.finishWriting())
      let got = try Self.look(bench.url(name))
      if got != said { mismatches.append("\(name): \(got)") }
      // The turn stays.
      if try Probe.look(bench.url(name)).video?.matrix != [0, 1, -1, 0] {
        mismatches.append("\(name): no turn")
      }
    }
    #expect(mismatches == [])
  }

  /// A writer with the settings that the output recommends, and one that wants eight bits of ten.
  @Test func theAssetWriterTakesTenBits() throws {
    let wide = try WideBench()
    try wide.use("x420")
    let recommended = try #require(wide.data.recommendedVideoSettingsForAssetWriter(writingTo: .mov))
    #expect(recommended[AVVideoCodecKey] as? AVVideoCodecType == .hevc)
    #expect(
      (recommended[AVVideoCompressionPropertiesKey] as? [String: Any])?[AVVideoProfileLevelKey] as? String
        == "HEVC_Main10_AutoLevel")
    #expect(
      recommended[AVVideoColorPropertiesKey] as? [String: String] == [
        AVVideoColorPrimariesKey: AVVideoColorPrimaries_ITU_R_2020,
        AVVideoTransferFunctionKey: AVVideoTransferFunction_ITU_R_2100_HLG,
        AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_2020,
      ])
    let sample = try wide.sample()
    let buffer = try #require(sample.imageBuffer)
    var eight = recommended
    eight[AVVideoCodecKey] = AVVideoCodecType.h264
    eight[AVVideoCompressionPropertiesKey] = nil
    let half: [String: Any] = [
      AVVideoCodecKey: AVVideoCodecType.hevc, AVVideoWidthKey: CVPixelBufferGetWidth(buffer) / 4 * 2,
      AVVideoHeightKey: CVPixelBufferGetHeight(buffer) / 4 * 2,
    ]
    var mismatches: [String] = []
    // The last two know their colours by the first picture and by the hint alone.
    for (name, settings, hint, said, format, bits) in [
      ("main10", recommended, false, "hevc yuv420p10le arib-std-b67 bt2020nc bt2020", "yuv420p10le", 10),
      ("h264", eight, false, "h264 yuv420p arib-std-b67 bt2020nc bt2020", "yuv420p", 8),
      ("plain", half, false, "hevc yuv420p10le arib-std-b67 bt2020nc bt2020", "yuv420p10le", 10),
      ("half", half, true, "hevc yuv420p10le arib-std-b67 bt2020nc bt2020", "yuv420p10le", 10),
    ] {
      let url = wide.bench.url(name)
      let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
      let input = AVAssetWriterInput(
        mediaType: .video, outputSettings: settings, sourceFormatHint: hint ? sample.formatDescription : nil)
      writer.add(input)
      let adaptor = AVAssetWriterInputPixelBufferAdaptor(assetWriterInput: input)
      #expect(writer.startWriting())
      writer.startSession(atSourceTime: .zero)
      for number in 0..<3 {
        #expect(
          adaptor.append(buffer, withPresentationTime: CMTime(value: CMTimeValue(number), timescale: 30)))
      }
      #expect(writer.finishWriting())
      let got = try Self.look(url)
      if got != said { mismatches.append("\(name): \(got)") }
      let numbers = try Self.numbers(url, format)
      if !WideReference.agrees(
        numbers, WideReference.numbers(.HLG_BT2020, bits: bits), within: bits == 10 ? 3 : 2)
      {
        mismatches.append("\(name): \(numbers)")
      }
    }
    #expect(mismatches == [])
  }
}
