import DuoFoundation
import DuoImageIO
import PhoneHardware
import PhoneModel

/// A photo that an app's output finished, and what the capture framework says of it.
package struct FinishedPhoto: Sendable {
  /// The JPEG or HEIC, as the app gets it.
  package var file: Data
  /// When it was exposed.
  package var time: PhoneTime
  /// Of the phone at that moment.
  package var state: PhoneState
  /// The physical camera.
  package var camera: CameraID
  /// The device through which the app used it.
  package var deviceUniqueID: String
  /// The connection's, clockwise from the sensor's native picture.
  package var angle: QuarterTurns
  package var isMirrored: Bool
  package var orientation: CGImagePropertyOrientation
  /// Pixels of the file, as stored.
  package var width, height: Int
}

/// Who hears of every finished photo of a phone.
package enum PhotoWatch {
  package typealias Handler = @Sendable (FinishedPhoto) -> Void

  private static let watchers = Guarded<[ObjectIdentifier: Handler]>([:])

  /// - Parameter handler: Called on the output's queue, before the app hears of the photo. Nil ends it; it must be ended
  ///   before the phone goes.
  package static func set(on phone: any PhoneHardware, _ handler: Handler?) {
    watchers.withLock { $0[ObjectIdentifier(phone)] = handler }
  }

  static func tell(_ photo: FinishedPhoto, of phone: any PhoneHardware) {
    let handler = watchers.withLock { $0[ObjectIdentifier(phone)] }
    handler?(photo)
  }
}
