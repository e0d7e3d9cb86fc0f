import DuoFoundation
import Foundation
import PhoneModel

extension AVCaptureOutput {
  /// From the device's space, (0, 0) top left to (1, 1) bottom right of the unturned picture, to the output's pixels. An
  /// output that turns its buffers, a video data output, counts as its connection turns and mirrors them; photo and movie
  /// outputs, which only write down how to turn them, as the camera delivers them. [header] Without a camera there is
  /// nothing to convert with, and the result is empty (assumed).
  public func outputRectConverted(fromMetadataOutputRect rectInMetadataOutputCoordinates: CGRect) -> CGRect {
    pictureMap?.layerRect(fromDevice: rectInMetadataOutputCoordinates) ?? .zero
  }

  /// The way back of `outputRectConverted(fromMetadataOutputRect:)`.
  public func metadataOutputRectConverted(fromOutputRect rectInOutputCoordinates: CGRect) -> CGRect {
    pictureMap?.deviceRect(fromLayer: rectInOutputCoordinates) ?? .zero
  }

  private var pictureMap: PreviewGeometry? {
    guard let connection = connection(with: .video), let device = connection.device else { return nil }
    let picture = device.streamConfiguration
    let state = connection.current
    let turns = state.destination == .videoData
    let rotation: QuarterTurns = turns ? state.rotation : 0
    let size = VideoBufferSettings.Size(width: picture.width, height: picture.height).turned(rotation)
    let delivered = (self as? AVCaptureVideoDataOutput)?.bufferSize ?? size
    return PreviewGeometry(
      pictureWidth: Double(picture.width), pictureHeight: Double(picture.height), rotation: rotation,
      isMirrored: turns && state.isMirrored, gravity: .resize,
      bounds: CGRect(x: 0, y: 0, width: delivered.width, height: delivered.height))
  }
}
