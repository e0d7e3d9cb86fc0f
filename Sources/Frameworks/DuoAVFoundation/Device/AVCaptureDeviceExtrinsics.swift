import DuoFoundation
import Foundation
import PhoneModel

extension AVCaptureDevice {
  /// How the lens of one camera stands to another's: a matrix of three rows and four columns that takes a point as `from`
  /// sees it to how `to` sees it. Its first three columns are the rotation, the last is the translation in millimetres. In
  /// memory as `matrix_float4x3`: four columns of three `Float` each in 16 bytes. A camera's axes: x to the right of its
  /// unturned picture, y down, z out of the lens. [header]
  ///
  /// Nil for a virtual device [header], and for cameras on two panels of a folding phone, which the hinge moves (assumed).
  public class func extrinsicMatrix(from fromDevice: AVCaptureDevice, to toDevice: AVCaptureDevice) -> Data? {
    let (from, to) = (fromDevice.camera, toDevice.camera)
    guard from.constituents.isEmpty, to.constituents.isEmpty, from.mount.panel == to.mount.panel else {
      return nil
    }
    let body = Body(fromDevice.phone.description, hinge: 180)
    let matrix = CameraExtrinsics(from: body.view(of: from.mount), to: body.view(of: to.mount))
    var data = Data()
    for column in matrix.columns {
      for value in [column.x, column.y, column.z, 0] {
        withUnsafeBytes(of: Float(value)) { data.append(contentsOf: $0) }
      }
    }
    return data
  }
}

/// The change from one camera's axes to another's.
struct CameraExtrinsics: Equatable, Sendable {
  /// Images of the first camera's x, y and z axis, then the place of its lens, all as the second camera sees them.
  var columns: [Vector3]

  init(from: CameraView, to: CameraView) {
    func seen(_ vector: Vector3) -> Vector3 {
      Vector3(vector.dot(to.nativeRight), -vector.dot(to.nativeUp), vector.dot(to.axis))
    }
    columns = [from.nativeRight, -from.nativeUp, from.axis, from.position - to.position].map(seen)
  }
}
