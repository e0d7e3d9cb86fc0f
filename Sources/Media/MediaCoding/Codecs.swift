/// How pictures are stored.
package enum VideoCodec: Hashable, Sendable, CaseIterable {
  case h264
  case hevc
  /// Apple ProRes 422, 10 bits.
  case proRes422
  /// One JPEG for each picture.
  case jpeg
}

/// How sound is stored.
package enum AudioCodec: Hashable, Sendable {
  case aac
  /// Uncompressed, little-endian, interleaved. QuickTime files only.
  case pcm(SampleFormat)
}

/// One number of uncompressed sound, in the byte order of this computer.
package enum SampleFormat: Hashable, Sendable, CaseIterable {
  case int16
  case int32
  case float32

  package var bytes: Int { self == .int16 ? 2 : 4 }
}

/// The kind of file.
package enum MovieContainer: Hashable, Sendable, CaseIterable {
  /// `.mov`
  case quickTime
  /// `.mp4`
  case mp4
  /// `.m4v`
  case m4v
  /// `.m4a`, sound only
  case m4a
}

/// What the numbers of pictures mean as colours.
package enum ColourTags: Hashable, Sendable {
  /// ITU-R 709 throughout.
  case bt709
  /// P3 primaries, the curve and matrix of ITU-R 709: wide colour of phones.
  case p3
  /// ITU-R 601 matrix and SMPTE C primaries.
  case bt601
  /// ITU-R 2020, hybrid log-gamma.
  case hlg
  /// ITU-R 2020 with Apple's log curve, which no tag of a file has: a box of its own names it.
  case appleLog
  /// The same curve with Apple Wide Gamut, which has no tag either.
  case appleLog2
}
