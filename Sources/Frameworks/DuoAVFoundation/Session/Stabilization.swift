import PhoneHardware
import PhoneModel

/// A picture of which stabilisation leaves the middle, so that it can be moved against the shaking. A simulated hand does
/// not shake: the middle stays where it is.
struct StabilizedImager: FrameImager {
  let imager: any FrameImager
  /// Part of the width and of the height that is left.
  let view: Double

  func draw(_ window: FrameWindow, into target: PixelTarget) {
    imager.draw(window.inside(view), into: target)
  }

  func exposed(_ photo: PhotoExposure) -> any FrameImager {
    StabilizedImager(imager: imager.exposed(photo), view: view)
  }

  func through(_ camera: CameraID, fieldOfView: Double, zoom: Double) -> any FrameImager {
    StabilizedImager(imager: imager.through(camera, fieldOfView: fieldOfView, zoom: zoom), view: view)
  }

  /// Where they are in what is left.
  var people: [SeenPerson] {
    func moved(_ box: SeenPerson.Box?) -> SeenPerson.Box? {
      guard let box else { return nil }
      let edge = (1 - view) / 2
      let inside = SeenPerson.Box(
        x: (box.x - edge) / view, y: (box.y - edge) / view, width: box.width / view, height: box.height / view
      )
      let isSeen =
        inside.x < 1 && inside.y < 1 && inside.x + inside.width > 0 && inside.y + inside.height > 0
      return isSeen ? inside : nil
    }
    return imager.people.map { person in
      var person = person
      person.face = moved(person.face)
      person.body = moved(person.body)
      return person
    }
  }

  var phoneState: PhoneState? { imager.phoneState }

  func coloured(_ colours: PictureColours) -> any FrameImager {
    StabilizedImager(imager: imager.coloured(colours), view: view)
  }
}

extension FrameWindow {
  /// The same window of the middle of the picture.
  func inside(_ part: Double) -> FrameWindow {
    var window = self
    window.x = (1 - part) / 2 + x * part
    window.y = (1 - part) / 2 + y * part
    window.width = width * part
    window.height = height * part
    return window
  }
}

extension SensorFrame {
  func stabilized(to view: Double) -> SensorFrame {
    guard view < 1 else { return self }
    var frame = self
    frame.imager = StabilizedImager(imager: imager, view: view)
    return frame
  }
}

extension AVCaptureConnection {
  /// How much of the camera's picture the connection carries, along each side.
  var stabilizedView: Double {
    guard preferredVideoStabilizationMode != .off, let device else { return 1 }
    let views = device.camera.traits.stabilizedView.value
    let place: Int? =
      switch activeVideoStabilizationMode {
      case .standard: 0
      case .cinematic: 1
      case .cinematicExtended: 2
      default: nil
      }
    return place.map { views.indices.contains($0) ? views[$0] : 1 } ?? 1
  }
}
