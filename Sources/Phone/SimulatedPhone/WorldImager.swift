import PhoneHardware
import PhoneModel
import WorldRenderer

/// What is true of the phone and the world at the moment of an exposure. Nothing is computed until somebody draws.
package struct WorldImager: FrameImager {
  let world: World
  let description: PhoneDescription
  var state: PhoneState
  var camera: CameraID
  var configuration: StreamConfiguration
  let time: PhoneTime
  /// Is told when what is drawn is not what the world should show.
  let onFault: @Sendable (WorldError) -> Void

  /// Something lay on the camera at the exposure, so that the frame is black.
  package var wasCovered: Bool { PlacedPhone(state, at: time, in: description).isCovered(camera) }

  package func draw(_ window: FrameWindow, into target: PixelTarget) {
    exposure.draw(window, into: target)
    if let fault = world.fault(at: time) { onFault(fault) }
  }

  private var exposure: Exposure {
    let exposure = Exposure(
      world: world, camera: camera, width: configuration.width, height: configuration.height,
      fieldOfView: configuration.fieldOfView, zoom: configuration.zoom, time: time, light: state.light,
      settings: configuration.settings, phone: PlacedPhone(state, at: time, in: description))
    guard var exposure else { fatalError("a frame of \(camera), which \(description.name) has not") }
    exposure.posters = state.posters
    return exposure
  }

  package func coloured(_ colours: PictureColours) -> any FrameImager {
    var imager = self
    imager.configuration.settings.colours = colours
    return imager
  }

  package var people: [SeenPerson] { exposure.people }

  package var phoneState: PhoneState? { state }

  package func exposed(_ photo: PhotoExposure) -> any FrameImager {
    var imager = self
    imager.configuration.settings = configuration.settings.exposed(photo, at: time, light: state.light)
    return imager
  }

  package func through(_ camera: CameraID, fieldOfView: Double, zoom: Double) -> any FrameImager {
    guard description.camera(camera) != nil else { return self }
    var imager = self
    imager.camera = camera
    imager.configuration.fieldOfView = fieldOfView
    imager.configuration.zoom = zoom
    return imager
  }
}
