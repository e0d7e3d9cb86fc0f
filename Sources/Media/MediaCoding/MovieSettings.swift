/// What is true of a whole file.
package struct MovieSettings: Hashable, Sendable {
  package var container: MovieContainer
  /// Units of the movie's own times; Apple writes 600. [forum]
  package var movieTimescale: Int32 = 600
  /// Writes a fragment about this often, so that a file that was cut short can be read up to the last of them.
  /// `finish` turns the file into an ordinary one. Nil: an unfinished file cannot be read.
  package var fragmentInterval: MediaTime?
  /// Puts the index before the data, at the price of writing the file twice.
  package var putsIndexFirst = false
  /// Texts of the file, in this order; keys such as `title` or `com.apple.quicktime.make`.
  package var metadata: [MovieMetadata] = []
  /// The file's first bytes are written with its first sample, so that `useColours` can say until then what pictures mean.
  package var waitsForColours = false
  /// Seconds since 1970; nil leaves the dates empty. Never read from a clock.
  package var creationDate: Int64?

  package init(container: MovieContainer) { self.container = container }
}

/// A text that a file carries.
package struct MovieMetadata: Hashable, Sendable {
  package var key, value: String

  package init(key: String, value: String) {
    self.key = key
    self.value = value
  }
}

/// How a track of pictures is encoded.
package struct VideoTrackSettings: Hashable, Sendable {
  package enum Profile: Hashable, Sendable {
    case baseline, main, high
    /// HEVC of eight and of ten bits.
    case hevcMain, hevcMain10
    case proResProxy, proResLT, proResStandard, proResHQ
  }

  /// Effort of the encoder. An iPhone encodes in hardware, in real time; these are the settings that come near.
  package enum Speed: Hashable, Sendable {
    /// Real time comes first.
    case fastest
    /// Smaller files at about two thirds of the speed.
    case fast
  }

  package var codec: VideoCodec
  /// Size of the coded pictures, pixels; even.
  package var width, height: Int
  /// Units of the track's times.
  package var timescale: Int32 = 600
  package var matrix = TrackMatrix.identity
  /// Bits a second on average. Nil: `quality` decides.
  package var bitRate: Int?
  /// 0 worst ... 1 best, used when there is no bit rate.
  package var quality = 0.6
  /// At most so many pictures from one key picture to the next; nil leaves it to the encoder.
  package var keyFrameInterval: Int? = 30
  /// At most so many seconds from one key picture to the next.
  package var keyFrameSeconds: Double?
  package var profile: Profile?
  /// Ten times the number of the H.264 level: 41 is level 4.1. Nil: the lowest that fits.
  package var level: Int?
  /// Pictures may be stored in another order than they are shown in.
  package var allowsFrameReordering = false
  /// Pictures a second, as the encoder should expect them; times may differ.
  package var expectedFrameRate: Double?
  package var colours: ColourTags? = .bt709
  /// Stores 0...255 in place of 16...235. Pictures of the other range are converted.
  package var isFullRange = false
  package var speed = Speed.fastest
  /// Threads of the encoder. With the same number the same pictures give the same bytes.
  package var threads = 1

  package init(codec: VideoCodec, width: Int, height: Int) {
    self.codec = codec
    self.width = width
    self.height = height
  }
}

/// How a track of sound is encoded.
package struct SoundTrackSettings: Hashable, Sendable {
  package var codec: AudioCodec
  /// Samples a second; what is appended with another rate is converted.
  package var sampleRate: Int
  package var channels: Int
  /// Bits a second on average, for codecs that compress.
  package var bitRate: Int?

  package init(codec: AudioCodec, sampleRate: Int, channels: Int) {
    self.codec = codec
    self.sampleRate = sampleRate
    self.channels = channels
  }
}

/// What a writer wrote.
package struct MovieSummary: Hashable, Sendable {
  /// From time 0 to the end of the last sample of any track.
  package var duration: MediaTime
  /// Bytes of the file.
  package var bytes: Int64
  /// Samples of each track, in the order of the tracks: pictures, or packets of sound.
  package var samples: [Int]
  /// The file is still one of fragments: it is complete and can be read, but there was no room to write it again.
  package var isFragmented = false
}
