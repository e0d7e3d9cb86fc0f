/// Names a track in its file; from 1.
public typealias CMPersistentTrackID = Int32

/// No track.
public let kCMPersistentTrackID_Invalid: CMPersistentTrackID = 0
