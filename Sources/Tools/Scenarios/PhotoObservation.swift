import Foundation
import PhoneModel

/// A photo that the app took: the file as the app got it, and what the capture framework says of it.
public struct PhotoRecord: Codable, Sendable, Hashable {
  /// When it was exposed.
  public var time: PhoneTime
  /// The phone's own state at that moment.
  public var state: PhoneState
  /// The JPEG or HEIC. In a stream of observations the bytes follow the JSON line.
  public var file: Data
  /// The physical camera that exposed it.
  public var frameCamera: CameraID
  /// `uniqueID` of the device through which the app used the camera.
  public var deviceUniqueID: String
  /// The connection's `videoRotationAngle`, degrees.
  public var rotationAngle: Double
  /// The connection's `isVideoMirrored`.
  public var isMirrored: Bool
  /// Exif's number, 1...8.
  public var orientation: Int
  /// Pixels of the file as stored.
  public var width, height: Int

  public init(
    time: PhoneTime, state: PhoneState, file: Data, frameCamera: CameraID, deviceUniqueID: String,
    rotationAngle: Double, isMirrored: Bool, orientation: Int, width: Int, height: Int
  ) {
    self.time = time
    self.state = state
    self.file = file
    self.frameCamera = frameCamera
    self.deviceUniqueID = deviceUniqueID
    self.rotationAngle = rotationAngle
    self.isMirrored = isMirrored
    self.orientation = orientation
    self.width = width
    self.height = height
  }

  private enum Keys: String, CodingKey {
    case time, state, payload, frameCamera, deviceUniqueID, rotationAngle, isMirrored, orientation, width
    case height
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Keys.self)
    let index = try values.decode(Int.self, forKey: .payload)
    guard let box = decoder.userInfo[ObservationCoding.key] as? ObservationCoding.Box,
      box.payloads.parts.indices.contains(index)
    else { throw ObservationStreamError("observations: payload \(index) is missing") }
    self.init(
      time: try values.decode(PhoneTime.self, forKey: .time),
      state: try values.decode(PhoneState.self, forKey: .state), file: box.payloads.parts[index],
      frameCamera: try values.decode(CameraID.self, forKey: .frameCamera),
      deviceUniqueID: try values.decode(String.self, forKey: .deviceUniqueID),
      rotationAngle: try values.decode(Double.self, forKey: .rotationAngle),
      isMirrored: try values.decode(Bool.self, forKey: .isMirrored),
      orientation: try values.decode(Int.self, forKey: .orientation),
      width: try values.decode(Int.self, forKey: .width), height: try values.decode(Int.self, forKey: .height)
    )
  }

  public func encode(to encoder: any Encoder) throws {
    guard let box = encoder.userInfo[ObservationCoding.key] as? ObservationCoding.Box else {
      throw ObservationStreamError("observations: photos are written by ObservationWriter only")
    }
    var values = encoder.container(keyedBy: Keys.self)
    try values.encode(time, forKey: .time)
    try values.encode(state, forKey: .state)
    try values.encode(box.payloads.parts.count, forKey: .payload)
    try values.encode(frameCamera, forKey: .frameCamera)
    try values.encode(deviceUniqueID, forKey: .deviceUniqueID)
    try values.encode(rotationAngle, forKey: .rotationAngle)
    try values.encode(isMirrored, forKey: .isMirrored)
    try values.encode(orientation, forKey: .orientation)
    try values.encode(width, forKey: .width)
    try values.encode(height, forKey: .height)
    box.payloads.parts.append(file)
  }
}

/// What a scenario demands of each photo or movie of a step, as any viewer shows it. Nil: no demand.
public struct PhotoExpectation: Hashable, Codable, Sendable {
  public var camera: String?
  public var faces: String?
  public var upright: Bool?
  public var mirrored: Bool?

  public init(camera: String? = nil, faces: String? = nil, upright: Bool? = nil, mirrored: Bool? = nil) {
    self.camera = camera
    self.faces = faces
    self.upright = upright
    self.mirrored = mirrored
  }
}

extension PhotoExpectation {
  init(_ json: PlacedJSON) throws {
    let fields = try json.fields(["camera", "faces", "upright", "mirrored"])
    self.init(
      camera: try fields["camera"]?.choice(PictureCamera.self).rawValue,
      faces: try fields["faces"]?.choice(Faces.self).rawValue, upright: try fields["upright"]?.bool(),
      mirrored: try fields["mirrored"]?.bool())
  }

  var json: JSONValue {
    var fields: [String: JSONValue] = [:]
    if let camera { fields["camera"] = .text(camera) }
    if let faces { fields["faces"] = .text(faces) }
    if let upright { fields["upright"] = .bool(upright) }
    if let mirrored { fields["mirrored"] = .bool(mirrored) }
    return .object(fields)
  }
}

extension ScenarioReader {
  /// A whole number of photos or movies.
  static func count(_ json: PlacedJSON, of things: String) throws -> Int {
    let number = try json.number(0...1000)
    guard let whole = Int(exactly: number) else { throw json.error("a whole number of \(things)") }
    return whole
  }
}
