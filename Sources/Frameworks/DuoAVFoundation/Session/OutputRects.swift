import DuoFoundation
import Foundation

extension AVCaptureOutput {
  /// From the device's space, (0, 0) top left to (1, 1) bottom right of the unturned picture, to the output's pixels. An
  /// output that turns its buffers, a video data or depth output, counts as its connection turns and mirrors them; photo
  /// and movie outputs, which only write down how to turn them, as the camera delivers them. [header] Without a camera
  /// there is nothing to convert with, and the result is empty (assumed).
  public func outputRectConverted(fromMetadataOutputRect rectInMetadataOutputCoordinates: CGRect) -> CGRect {
    pictureMap?.rect(rectInMetadataOutputCoordinates) ?? .zero
  }

  /// The way back of `outputRectConverted(fromMetadataOutputRect:)`.
  public func metadataOutputRectConverted(fromOutputRect rectInOutputCoordinates: CGRect) -> CGRect {
    pictureMap?.rectBack(rectInOutputCoordinates) ?? .zero
  }
}
