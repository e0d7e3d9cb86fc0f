import DuoFoundation
import Foundation
import PhoneModel

// From what metadata outputs say to the coordinates of other outputs and of preview layers.
extension AVCaptureOutput {
  /// The object in pixels of what this output delivers through the connection: turned and flipped where the output turns
  /// and flips its buffers (video data, depth), unturned elsewhere (photos, movies). [header]; pixels [inferred]
  ///
  /// Nil for an object from another camera than the connection's [header], and for a connection of another output
  /// (assumed).
  public func transformedMetadataObject(
    for metadataObject: AVMetadataObject, connection: AVCaptureConnection
  ) -> AVMetadataObject? {
    guard connection.output === self, let device = connection.device,
      device.uniqueID == metadataObject.deviceID
    else { return nil }
    return pictureMap(of: connection, device).map(metadataObject.moved)
  }

  /// Of its first connection to a camera.
  var pictureMap: PictureMap? {
    guard let connection = connections.first(where: { $0.device != nil }), let device = connection.device
    else { return nil }
    return pictureMap(of: connection, device)
  }

  private func pictureMap(of connection: AVCaptureConnection, _ device: AVCaptureDevice) -> PictureMap? {
    let settings = connection.current
    let picture = device.streamConfiguration
    let turns = [.videoData, .depthData].contains(settings.destination)
    let move = GridMove(
      turns: turns ? settings.rotation : 0, isMirrored: turns && settings.isMirrored)
    guard let size = deliveredSize(of: picture.width, picture.height, move, device) else { return nil }
    return PictureMap(
      rotation: move.turns, isMirrored: move.isMirrored,
      content: CGRect(x: 0, y: 0, width: size.width, height: size.height))
  }

  /// Pixels of what is delivered.
  private func deliveredSize(
    of width: Int, _ height: Int, _ move: GridMove, _ device: AVCaptureDevice
  ) -> (width: Int, height: Int)? {
    switch self {
    case let output as AVCaptureVideoDataOutput:
      return output.bufferSize.map { ($0.width, $0.height) }
    case is AVCaptureDepthDataOutput:
      guard let format = device.activeDepthDataFormat?.formatDescription.dimensions else { return nil }
      let spec = DepthSpec(
        picture: device.streamConfiguration, size: (Int(format.width), Int(format.height)), format: 0,
        move: move, isFiltered: true, range: 1)
      return (spec.width, spec.height)
    default: return move.size(width: width, height: height)
    }
  }
}

extension AVCaptureVideoPreviewLayer {
  /// The object in the layer's points: turned, flipped and fitted as the layer shows the picture. Nil for an object from
  /// another camera than the layer's, and while there is nothing to convert with. [header]
  public func transformedMetadataObject(for metadataObject: AVMetadataObject) -> AVMetadataObject? {
    guard let geometry = currentGeometry, connection?.device?.uniqueID == metadataObject.deviceID else {
      return nil
    }
    return metadataObject.moved(
      PictureMap(
        rotation: geometry.rotation, isMirrored: geometry.isMirrored, content: geometry.content))
  }
}
