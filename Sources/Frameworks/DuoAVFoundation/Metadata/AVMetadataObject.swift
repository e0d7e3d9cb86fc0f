import DuoCoreMedia
import DuoFoundation
import Foundation

/// Something that was found in a picture. Abstract: faces, bodies and codes are its subclasses. Immutable.
open class AVMetadataObject: NSObject, @unchecked Sendable {
  // `@unchecked` since the base class says nothing about it; all members are constant values.

  /// When the picture was exposed, on the session's clock. [header]
  public let time: CMTime
  /// `.invalid`: what is found here belongs to one moment. [header] allows it
  public let duration: CMTime
  /// As it comes from a metadata output: in units of the unturned picture, 0...1 from its top left. A transformed object's
  /// bounds are in the coordinates of what it was transformed for. [header]
  public let bounds: CGRect
  public let type: ObjectType
  /// The device whose picture it was found in; objects belong to no other.
  let deviceID: String

  init(time: CMTime, bounds: CGRect, type: ObjectType, deviceID: String) {
    self.time = time
    duration = .invalid
    self.bounds = bounds
    self.type = type
    self.deviceID = deviceID
  }

  /// The same object seen elsewhere.
  func moved(_ map: PictureMap) -> AVMetadataObject {
    AVMetadataObject(time: time, bounds: map.rect(bounds), type: type, deviceID: deviceID)
  }
}

/// A face. Immutable.
open class AVMetadataFaceObject: AVMetadataObject, @unchecked Sendable {
  /// Stays while the face is in the picture; a face that comes back has a new one. [header]
  public let faceID: Int
  public let hasRollAngle: Bool
  public let hasYawAngle: Bool
  private let roll, yaw: Double

  init(
    time: CMTime, bounds: CGRect, deviceID: String, faceID: Int, roll: Double?, yaw: Double?
  ) {
    self.faceID = faceID
    hasRollAngle = roll != nil
    hasYawAngle = yaw != nil
    self.roll = roll ?? 0
    self.yaw = yaw ?? 0
    super.init(time: time, bounds: bounds, type: .face, deviceID: deviceID)
  }

  /// How far the head is turned clockwise in the picture, degrees 0 to 360. [header]; direction [inferred]
  ///
  /// Raises `NSGenericException` when `hasRollAngle` is false. [header]
  public var rollAngle: CGFloat {
    if !hasRollAngle { refuse("rollAngle") }
    return roll
  }

  /// How far the face looks past the camera, degrees 0 to 360, towards the picture's right. [header]; direction (assumed)
  ///
  /// Raises `NSGenericException` when `hasYawAngle` is false. [header]
  public var yawAngle: CGFloat {
    if !hasYawAngle { refuse("yawAngle") }
    return yaw
  }

  private func refuse(_ name: String) -> Never {
    raise(.generic, "*** -[AVMetadataFaceObject \(name)] The face object has no \(name)")
  }

  override func moved(_ map: PictureMap) -> AVMetadataObject {
    AVMetadataFaceObject(
      time: time, bounds: map.rect(bounds), deviceID: deviceID, faceID: faceID,
      roll: hasRollAngle ? map.roll(roll) : nil, yaw: hasYawAngle ? map.yaw(yaw) : nil)
  }
}

/// A body. Immutable.
open class AVMetadataBodyObject: AVMetadataObject, @unchecked Sendable {
  /// Stays while the body is in the picture. [header]
  public let bodyID: Int

  init(time: CMTime, bounds: CGRect, type: ObjectType, deviceID: String, bodyID: Int) {
    self.bodyID = bodyID
    super.init(time: time, bounds: bounds, type: type, deviceID: deviceID)
  }
}

/// The upper part of a human body. Immutable.
open class AVMetadataHumanBodyObject: AVMetadataBodyObject, @unchecked Sendable {
  override func moved(_ map: PictureMap) -> AVMetadataObject {
    AVMetadataHumanBodyObject(
      time: time, bounds: map.rect(bounds), type: type, deviceID: deviceID, bodyID: bodyID)
  }
}

/// A QR or bar code. Immutable.
open class AVMetadataMachineReadableCodeObject: AVMetadataObject, @unchecked Sendable {
  /// From the code's own top left counter-clockwise; clockwise in a mirrored picture. [header]
  public let corners: [CGPoint]
  /// Nil when the content is no text. [header]
  public let stringValue: String?

  init(
    time: CMTime, type: ObjectType, deviceID: String, corners: [CGPoint], bounds: CGRect, stringValue: String?
  ) {
    self.corners = corners
    self.stringValue = stringValue
    super.init(time: time, bounds: bounds, type: type, deviceID: deviceID)
  }

  override func moved(_ map: PictureMap) -> AVMetadataObject {
    AVMetadataMachineReadableCodeObject(
      time: time, type: type, deviceID: deviceID, corners: corners.map(map.point), bounds: map.rect(bounds),
      stringValue: stringValue)
  }
}
