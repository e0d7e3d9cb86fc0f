import DuoQuartzCore
import DuoUIKit
import Foundation
import PhoneHardware
import PhoneModel
import Scenarios

/// One display composed again and again in the phone's time, video and the system's part included: what somebody who looks
/// at it sees.
/// Layers are as they are at that moment; video is the newest that is drawn.
@MainActor
package final class LiveDisplay {
  /// What one composition did.
  package struct Work: Hashable, Sendable {
    /// Pixels that it drew, and those of the display.
    package var drawn, all: Int
    package init(drawn: Int, all: Int) { (self.drawn, self.all) = (drawn, all) }
  }

  private let display: DisplayID
  private let phone: any PhoneHardware
  private let scale: Double
  private let compositor = ScreenCompositor()
  private let video: LiveVideo
  private var canvas: Canvas?

  /// - Parameter scale: pixels for each point.
  package init(_ display: DisplayID, of phone: any PhoneHardware, scale: Double) {
    self.display = display
    self.phone = phone
    self.scale = scale
    video = LiveVideo(scale: scale)
  }

  /// Frames of previews that were drawn so far.
  package var videoFrames: Int { video.count }

  /// Brings the picture up to what the display shows now.
  package func compose() -> Work {
    canvas = draw(with: compositor)
    return Work(drawn: compositor.drawn.area, all: compositor.allPixels)
  }

  /// Draws what the display shows now from nothing.
  package func composeWhole() -> Work {
    let fresh = ScreenCompositor()
    _ = draw(with: fresh)
    return Work(drawn: fresh.drawn.area, all: fresh.allPixels)
  }

  /// A copy of the picture; nil before the first one.
  package var picture: PixelPicture? { canvas?.picture }

  private func draw(with compositor: ScreenCompositor) -> Canvas? {
    guard let chrome = ScreenChrome(of: display, on: phone) else { return nil }
    let contents = DisplayContents(of: display, on: phone)
    let shown = Dictionary(
      DisplayComposer.previews(on: contents).compactMap { preview in preview.shown.map { (preview.id, $0) } }
    ) { first, _ in first }
    video.keepOnly(Set(shown.keys))
    // Asked once: the answer may change when a frame is done.
    let fillings = shown.reduce(into: [ObjectIdentifier: PreviewFilling]()) {
      $0[$1.key] = video.filling($1.key, $1.value)
    }
    return compositor.compose(contents, under: chrome, scale: scale) { fillings[$0] }
  }
}

extension DisplayContents {
  /// What the app's scenes show on a display now. The other half of a display in Split View, and what is round a
  /// letterboxed app, is the system's.
  @MainActor
  package init(of display: DisplayID, on phone: any PhoneHardware) {
    let scenes = UIApplication.shared.scenes(on: display)
    let turn = scenes.last?.geometry.interfaceTurn ?? HomeScreen.interfaceTurn(on: display, of: phone)
    let size = phone.description.display(display)?.size(interfaceTurn: turn) ?? (width: 0, height: 0)
    self.init(display: display, width: size.width, height: size.height, interfaceTurn: turn, windows: [])
    for scene in scenes {
      let origin = scene.geometry.frame.origin
      for window in scene.windows {
        guard var root = LayerSnapshot(window.layer) else { continue }
        root.toParent = root.toParent.concatenating(CGAffineTransform(translationX: origin.x, y: origin.y))
        append(root, of: scene.observed)
      }
    }
  }
}

extension ScreenChrome {
  /// What the system and the hardware add to a display now; nil for one that the phone has not.
  @MainActor
  init?(of display: DisplayID, on phone: any PhoneHardware) {
    guard let description = phone.description.display(display) else { return nil }
    let scenes = UIApplication.shared.scenes(on: display)
    let top = scenes.last?.windows.last { !$0.isHidden && $0.rootViewController != nil }
    self.init(
      description,
      interfaceTurn: scenes.last?.geometry.interfaceTurn
        ?? HomeScreen.interfaceTurn(on: display, of: phone), phone.state, at: phone.clock.now,
      in: phone.description, scenes: scenes.map(\.geometry.frame),
      hidesStatusBar: top?.rootViewController?.hidesStatusBar ?? false)
  }
}

extension UIWindowScene {
  var observed: ObservedScene { isAccessory ? .cameraCaptureAccessory : .application }
}
