import PhoneModel

/// The picture that a format delivers, cut to a dynamic aspect ratio. Sizes and ratios are those of the
/// sensor with its native top up. [header] [talk] [inferred]
struct FormatGeometry: Equatable {
  var width, height: Int
  /// Horizontal, degrees.
  var fieldOfView: Double

  /// - Parameter ratio: Raw value of an `AVCaptureDevice.AspectRatio`; the format as it is for nil and for a
  ///   ratio that it does not have.
  init(_ format: CameraFormat, ratio: String?) {
    let size = ratio.flatMap(format.size(aspectRatio:)) ?? (format.width, format.height)
    width = size.width
    height = size.height
    fieldOfView = ratio.flatMap(format.fieldOfView(aspectRatio:)) ?? format.fieldOfView
  }
}
