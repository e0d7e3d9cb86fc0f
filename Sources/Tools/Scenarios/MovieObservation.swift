import PhoneModel

/// A movie that the app recorded or began to, and what the capture framework says of it.
public struct MovieRecord: Codable, Sendable, Hashable {
  public enum Writer: String, Codable, Sendable, Hashable { case movieFileOutput, assetWriter }

  /// From this picture on the phone was so, and the pictures came from this camera.
  public struct Moment: Codable, Sendable, Hashable {
    public var time: PhoneTime
    public var state: PhoneState
    /// The physical camera; nil where the framework cannot know it.
    public var camera: CameraID?

    public init(time: PhoneTime, state: PhoneState, camera: CameraID? = nil) {
      self.time = time
      self.state = state
      self.camera = camera
    }
  }

  /// How the pictures lie in the file, for those that come straight from a camera.
  public struct Claims: Codable, Sendable, Hashable {
    /// `uniqueID` of the device through which the app used the camera.
    public var deviceUniqueID: String
    /// The connection's `videoRotationAngle` when it began, degrees.
    public var rotationAngle: Double
    /// The connection's `isVideoMirrored` then.
    public var isMirrored: Bool

    public init(deviceUniqueID: String, rotationAngle: Double, isMirrored: Bool) {
      self.deviceUniqueID = deviceUniqueID
      self.rotationAngle = rotationAngle
      self.isMirrored = isMirrored
    }
  }

  /// The file's name, as the app gave it.
  public var name: String
  /// Where the file can be read until the run is over; nil when nothing was left.
  public var file: String?
  public var writer: Writer
  /// Why it ended, in the trace's words (`stopped`, `cancelled`, `released`, the name of an error); nil: it had not.
  public var ending: String?
  public var hasPictures: Bool
  /// How many were taken.
  public var pictures: Int
  /// Of the first picture, and of each before which something changed.
  public var moments: [Moment]
  /// When the last picture was taken.
  public var last: PhoneTime?
  /// Nil for pictures that the app itself gave a writer.
  public var claims: Claims?

  public init(
    name: String, file: String?, writer: Writer, ending: String?, hasPictures: Bool, pictures: Int,
    moments: [Moment], last: PhoneTime?, claims: Claims?
  ) {
    self.name = name
    self.file = file
    self.writer = writer
    self.ending = ending
    self.hasPictures = hasPictures
    self.pictures = pictures
    self.moments = moments
    self.last = last
    self.claims = claims
  }
}
