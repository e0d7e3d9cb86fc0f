import DuoCoreMedia
import DuoFoundation
import Foundation
import MediaCoding
import PhoneHardware
import PhoneModel

/// Records pictures and sound into a QuickTime movie. Costs nothing until it records.
///
/// Rotation and mirroring of its connection, as they are when a recording is asked for, go into the track's matrix; pixels stay as
/// the sensor gave them. [header] Sound is recorded where the session has a microphone, as AAC. [forum]
open class AVCaptureMovieFileOutput: AVCaptureFileOutput {
  private struct Wishes {
    var fragmentInterval = CMTime(value: 10, timescale: 1)
    var metadata: [AVMetadataItem]?
  }

  private let wishes = Guarded(Wishes())

  public init() { super.init(feed: MovieFeed()) }

  override var className: String { "AVCaptureMovieFileOutput" }

  override var traits: OutputTraits {
    OutputTraits(
      className: "AVCaptureMovieFileOutput", media: [.video, .audio], mayRepeat: false, destination: .movie,
      taker: feed, soundTaker: feed)
  }

  // MARK: What it writes

  /// A movie of which so much was written can be played, whatever happens later. 10 s at first; `.invalid`: only a
  /// finished movie can. Counts for the next file. [header]
  open var movieFragmentInterval: CMTime {
    get { wishes.withLock { $0.fragmentInterval } }
    set { wishes.withLock { $0.fragmentInterval = newValue } }
  }

  /// Texts for the next file; nil at first. [header]
  open var metadata: [AVMetadataItem]? {
    get { wishes.withLock { $0.metadata } }
    set { wishes.withLock { $0.metadata = newValue } }
  }

  /// HEVC, H.264: the first is the one that is used unless another is asked for. [header]; order [forum] Of pictures of ten
  /// bits HEVC, and of those in 4:2:2 ProRes too, since H.264 has eight. (assumed) Empty without a camera. [inferred]
  open var availableVideoCodecTypes: [AVVideoCodecType] {
    guard let device = connection(with: .video)?.device else { return [] }
    return AVVideoCodecType.recording(device.activeFormat.formatDescription.mediaSubType.rawValue)
  }

  /// Keys for `setOutputSettings(_:for:)`: codec and its properties for pictures, none for sound (assumed). A connection
  /// of another output raises `NSInvalidArgumentException`. [header]
  open func supportedOutputSettingsKeys(for connection: AVCaptureConnection) -> [String] {
    check(connection, "supportedOutputSettingsKeysForConnection:")
    return connection.device == nil ? [] : [AVVideoCodecKey, AVVideoCompressionPropertiesKey]
  }

  /// What the next recording uses, complete. A connection of another output raises `NSInvalidArgumentException`. [header]
  open func outputSettings(for connection: AVCaptureConnection) -> [String: Any] {
    check(connection, "outputSettingsForConnection:")
    if let video = videoTrack(connection) {
      var properties: [String: Any] = [AVVideoExpectedSourceFrameRateKey: video.expectedFrameRate ?? 30]
      if let rate = video.bitRate { properties[AVVideoAverageBitRateKey] = rate }
      let codec = VideoSettings.name(of: video)
      return [
        AVVideoCodecKey: AVVideoCodecType(rawValue: codec), AVVideoWidthKey: video.width,
        AVVideoHeightKey: video.height, AVVideoCompressionPropertiesKey: properties,
      ]
    }
    guard let sound = soundTrack(connection) else { return [:] }
    return [
      AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: Double(sound.sampleRate),
      AVNumberOfChannelsKey: sound.channels,
    ]
  }

  /// How the connection's data is written from the next recording on; nil: as usual. A key that is not supported, a codec
  /// that is not available, and a connection of another output raise `NSInvalidArgumentException`. [header]
  open func setOutputSettings(_ outputSettings: [String: Any]?, for connection: AVCaptureConnection) {
    CaptureCall.note("AVCaptureMovieFileOutput.setOutputSettings")
    let method = "setOutputSettings:forConnection:"
    check(connection, method)
    let keys = Set(supportedOutputSettingsKeys(for: connection))
    do throws(VideoSettings.Fault) {
      if let outputSettings {
        if connection.device == nil, let key = outputSettings.keys.sorted().first {
          throw VideoSettings.Fault(
            "Output settings dictionary contains one or more unsupported keys: \(key)")
        }
        let settings = try VideoSettings(outputSettings, usual: .h264, keys: keys)
        if let name = VideoSettings.codecs.first(where: { $0.value == settings.codec })?.key,
          outputSettings[AVVideoCodecKey] != nil,
          !availableVideoCodecTypes.contains(AVVideoCodecType(rawValue: name))
        {
          throw VideoSettings.Fault(
            "Unsupported value for output setting \(AVVideoCodecKey): \(name) - use -availableVideoCodecTypes"
          )
        }
      }
    } catch {
      raise(.invalidArgument, "*** -[AVCaptureMovieFileOutput \(method)] \(error.text)")
    }
    connection.recordingSettings.withLock { $0 = outputSettings }
  }

  private func check(_ connection: AVCaptureConnection, _ method: String) {
    guard connection.output !== self else { return }
    raise(
      .invalidArgument,
      "*** -[AVCaptureMovieFileOutput \(method)] The connection does not belong to the receiver")
  }

  // MARK: Spatial video

  /// False: no camera of the phone records spatial video. [inferred]
  open var isSpatialVideoCaptureSupported: Bool { false }

  /// False at first. Setting true where it is not supported raises `NSInvalidArgumentException`. [header]
  open var isSpatialVideoCaptureEnabled: Bool {
    get { false }
    set {
      guard newValue else { return }
      raise(
        .invalidArgument,
        "*** -[AVCaptureMovieFileOutput setSpatialVideoCaptureEnabled:] Not supported - use "
          + "-isSpatialVideoCaptureSupported")
    }
  }

  // MARK: Recording

  private func videoTrack(_ connection: AVCaptureConnection) -> VideoTrackSettings? {
    guard let device = connection.device else { return nil }
    let (stream, policy) = (device.streamConfiguration, device.phone.description.policy)
    var size = VideoBufferSettings.Size(stream)
    if connection.session?.appliedPreset == AVCaptureSession.Preset.photo.rawValue {
      size = size.preview(shortSide: policy.previewShortSide.value)
    }
    // Encoders take even sizes.
    let (width, height) = (max(size.width / 2 * 2, 16), max(size.height / 2 * 2, 16))
    let usual = availableVideoCodecTypes.first.flatMap { VideoSettings.codecs[$0.rawValue] } ?? .h264
    let wish = connection.recordingSettings.withLock { $0 } ?? [:]
    // It was checked when it was set.
    var settings = (try? VideoSettings(wish, usual: usual)) ?? VideoSettings(codec: usual)
    // Another format may have come since then, whose pictures the codec cannot hold.
    if !availableVideoCodecTypes.contains(where: { VideoSettings.codecs[$0.rawValue] == settings.codec }) {
      (settings.codec, settings.profile, settings.level) = (usual, nil, nil)
    }
    // As the camera, unless the app named others.
    if settings.colours == nil { settings.colours = device.activeColorSpace.tags }
    let format = device.activeFormat.formatDescription.mediaSubType.rawValue
    if settings.codec == .hevc, settings.profile == nil, WidePictures.isOfTenBits(format) {
      settings.profile = .hevcMain10
    }
    var track = settings.track(
      width: width, height: height, frameRate: 1e9 / Double(stream.frameDuration.nanoseconds),
      usualBitRate: true)
    let current = connection.current
    track.matrix = .showing(
      width: width, height: height, quarterTurns: current.rotation.count, isMirrored: current.isMirrored)
    return track
  }

  private func soundTrack(_ connection: AVCaptureConnection) -> SoundTrackSettings? {
    guard connection.device == nil,
      let input = connection.inputPorts.first?.input as? AVCaptureDeviceInput,
      let rate = input.device.microphone?.sampleRate.value
    else { return nil }
    var track = SoundTrackSettings(codec: .aac, sampleRate: Int(rate), channels: 1)
    track.bitRate = 64_000
    return track
  }

  override func start(
    _ url: URL, _ delegate: any AVCaptureFileOutputRecordingDelegate, _ connections: [AVCaptureConnection]
  ) {
    let video = connections.first { $0.device != nil }
    let sound = connections.first { soundTrack($0) != nil }
    guard let session = (video ?? sound)?.session else { return }
    let (interval, items) = wishes.withLock { ($0.fragmentInterval, $0.metadata ?? []) }
    let plan = MoviePlan(
      path: url.path, video: video.flatMap(videoTrack), sound: sound.flatMap(soundTrack),
      fragmentInterval: interval.isNumeric && interval.seconds > 0 ? MediaTime(interval) : nil,
      metadata: items.compactMap(\.text),
      // The calendar's clock, which is the phone's while its time is stepped.
      creationDate: Int64(Date().timeIntervalSince1970))
    let phone = session.phone
    let teller = RecordingTeller(
      output: Handover(self), delegate: WeakReference(delegate), url: url,
      connections: Handover(connections), phone: phone, session: session.number,
      picture: video.flatMap { connection in
        connection.device.map {
          RecordingTeller.Picture(
            device: $0.camera.id, angle: connection.current.rotation,
            isMirrored: connection.current.isMirrored)
        }
      })
    let limits = feed.state.withLock { $0.limits.forRecording }
    let recording = Recording(
      url: url, job: MovieJob(plan), times: RecordingTimes(hasPictures: plan.video != nil), limits: limits,
      teller: teller, video: video.map { Handover($0) }, sound: sound.map { Handover($0) },
      source: video?.device.map { RecordingSource($0) }, preset: session.appliedPreset,
      diary: MovieDiary(
        url, by: .movieFileOutput, hasPictures: plan.video != nil, claims: video.flatMap(Self.claims),
        on: phone))
    feed.begin(recording, failure: failure(url, session, limits))
  }

  private static func claims(_ connection: AVCaptureConnection) -> RecordedMovie.Claims? {
    connection.device.map {
      RecordedMovie.Claims(
        deviceUniqueID: $0.uniqueID, angle: connection.current.rotation,
        isMirrored: connection.current.isMirrored)
    }
  }

  private func failure(_ url: URL, _ session: SessionEngine, _ limits: RecordingLimits) -> RecordingEnd? {
    let folder = url.deletingLastPathComponent().path
    var isFolder: ObjCBool = false
    if let code = session.reasonForNoPhoto { return .broken(code) }
    if FileManager.default.fileExists(atPath: url.path) { return .broken(.fileAlreadyExists) }
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      return .noFile
    }
    return MovieFeed.hasTooLittleSpace(limits, at: url.path) ? .diskFull : nil
  }
}

extension MediaTime {
  init(_ time: CMTime) { self.init(time.value, time.timescale) }
}
