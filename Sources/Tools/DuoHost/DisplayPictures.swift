import DuoAVFoundation
import DuoQuartzCore
import DuoUIKit
import Foundation
import PhoneHardware
import PhoneModel
import Scenarios
import SimulatedPhone

/// Makes observations of the lit displays: snapshots of the scene's layers, composed and measured.
@MainActor
final class DisplayPictures {
  private let phone: any PhoneHardware
  /// Pixels of a whole display's picture for each point.
  private let scale: Double
  private var numbers: [ObjectIdentifier: Int] = [:]
  /// The newest transitional video of each layer: a held frame is drawn once.
  private var drawn: [ObjectIdentifier: (video: Video, gray: PixelPicture)] = [:]

  /// Transitional pictures follow each other closely: only what changed in between is drawn.
  private var compositors: [DisplayID: DisplayCompositor] = [:]

  init(of phone: any PhoneHardware, scale: Double) {
    self.phone = phone
    self.scale = scale
  }

  /// - Parameter isExchanging: a camera was exchanged in this step, so that a transitional picture can be stale.
  func moment(
    _ kind: MomentRecord.Kind, step: Int, name: String, isExchanging: Bool
  ) -> MomentRecord {
    let state = phone.state
    let now = phone.clock.now
    let placed = PlacedPhone(state, at: now, in: phone.description)
    let displays = DisplayID.allCases.filter { state.litDisplays.contains($0) }.map { display in
      kind == .transition
        ? transition(
          contents(of: display), texts: texts(on: display),
          isRead: isExchanging && placed.viewer(of: display) != nil)
        : picture(of: display)
    }
    return MomentRecord(time: now, kind: kind, step: step, stepName: name, state: state, displays: displays)
  }

  // MARK: Snapshots

  /// The app's scenes on a display, from back to front; none while the app is in the background, when it shows something
  /// else than the app. The other half of a display in Split View, and what is round a letterboxed app, is the system's.
  private func scenes(on display: DisplayID) -> [UIWindowScene] { UIApplication.shared.scenes(on: display) }

  private func contents(of display: DisplayID) -> DisplayContents {
    DisplayContents(of: display, on: phone)
  }

  /// What the scenes have on their display beside pixels.
  private func facts(on display: DisplayID) -> SceneFacts {
    scenes(on: display).reduce(into: SceneFacts()) { facts, scene in
      facts.append(
        SceneFacts(
          of: scene.windows, origin: scene.geometry.frame.origin, display: bounds(of: scene),
          scene: scene.observed))
    }
  }

  private func texts(on display: DisplayID) -> [TextObservation] {
    scenes(on: display).flatMap { scene in
      SceneFacts.texts(
        of: scene.windows, origin: scene.geometry.frame.origin, display: bounds(of: scene),
        scene: scene.observed)
    }
  }

  /// Of the scene's display.
  private func bounds(of scene: UIWindowScene) -> CGRect {
    let place = scene.geometry
    let size = phone.description.display(place.display)?.size(interfaceTurn: place.interfaceTurn)
    return CGRect(x: 0, y: 0, width: size?.width ?? 0, height: size?.height ?? 0)
  }

  // MARK: Settled

  /// What a display shows now.
  func picture(of display: DisplayID) -> DisplayObservation {
    picture(of: contents(of: display), facts(on: display), chrome: ScreenChrome(of: display, on: phone))
  }

  /// The picture of what a display would show.
  /// - Parameter chrome: drawn over the picture in the end; nothing that is read or measured sees it.
  func picture(of contents: DisplayContents, _ facts: SceneFacts, chrome: ScreenChrome? = nil)
    -> DisplayObservation
  {
    let previews = DisplayComposer.previews(on: contents)
    let videoScale = max(2, scale)
    let videos = Dictionary(
      uniqueKeysWithValues: previews.compactMap { preview in
        preview.shown.map { (preview.id, DisplayComposer.video($0, scale: videoScale)) }
      })
    let picture = DisplayComposer.picture(of: contents, scale: scale) { videos[$0] }
    let observed = previews.map { preview in
      let keyed = DisplayComposer.picture(of: contents, scale: scale) {
        $0 == preview.id ? DisplayComposer.key : videos[$0]
      }
      let content = preview.content(scale: videoScale)
      // An untransformed preview's video is already drawn.
      let gray =
        preview.view.isIdentity ? videos[preview.id].map(DisplayComposer.gray) : content?.picture()
      return observation(
        of: preview, content: content, picture: gray, scale: videoScale,
        visible: fraction(picture, keyed, preview.rect, scale),
        layout: preview.framing?.layout(preview, facts.covers[preview.id] ?? SceneFacts.Covers()))
    }
    return DisplayObservation(
      display: contents.display, interfaceTurn: contents.interfaceTurn, width: contents.width,
      height: contents.height,
      picture: chrome.map { ChromePainter.paint($0, over: picture, scale: scale) } ?? picture,
      previews: observed, controls: facts.controls, texts: facts.texts, windows: facts.windows)
  }

  // MARK: Transitions

  /// What a transitional video depends on.
  private struct Video: Hashable {
    var shown: ShownVideo
    var view: ViewTransform
  }

  /// Video is drawn only where a rule reads it and somebody can see it: visibility is told by two key colours.
  private func transition(
    _ contents: DisplayContents, texts: [TextObservation], isRead: Bool
  ) -> DisplayObservation {
    let previews = DisplayComposer.previews(on: contents)
    let filled = Set(previews.filter { $0.shown != nil }.map(\.id))
    let compositor = compositors[contents.display] ?? DisplayCompositor()
    compositors[contents.display] = compositor
    let observed = previews.map { preview in
      let (one, other) = (DisplayComposer.key, DisplayComposer.otherKey)
      let keyed = [one, other].map { key in
        compositor.picture(of: contents, scale: 1) { id in
          let dot = id == preview.id ? key : DisplayComposer.black
          return filled.contains(id) || id == preview.id ? PreviewFilling(token: dot.bytes) { dot } : nil
        }
      }
      let visible = fraction(keyed[0], keyed[1], preview.rect, 1)
      let content = preview.content(scale: 1)
      return observation(
        of: preview, content: content,
        picture: isRead && visible > 0 ? content.map { gray($0, preview.id) } : nil, scale: 1,
        visible: visible)
    }
    return DisplayObservation(
      display: contents.display, interfaceTurn: contents.interfaceTurn, width: contents.width,
      height: contents.height, picture: nil, previews: observed, controls: [],
      texts: texts)
  }

  private func gray(_ content: ShownContent, _ id: ObjectIdentifier) -> PixelPicture {
    let video = Video(shown: ShownVideo(content.shown), view: content.view)
    if let known = drawn[id], known.video == video { return known.gray }
    let gray = content.picture()
    drawn[id] = (video, gray)
    return gray
  }

  // MARK: Previews

  private func fraction(
    _ picture: PixelPicture, _ keyed: PixelPicture, _ rect: CGRect, _ scale: Double
  ) -> Double {
    VisibleArea.fraction(
      picture, keyed: keyed, rect: RectRecord(rect.applying(CGAffineTransform(scaleX: scale, y: scale))))
  }

  private func observation(
    of preview: DisplayComposer.Preview, content: ShownContent?, picture: PixelPicture?, scale: Double,
    visible: Double, layout: PreviewLayout? = nil
  ) -> PreviewObservation {
    let number = numbers[preview.id] ?? numbers.count
    numbers[preview.id] = number
    let permission = CaptureSystem.current.authorization.status(for: .video)
    let circumstances = PreviewTraces.Circumstances(
      source: preview.source, isDenied: permission == .denied || permission == .restricted,
      isCovered: preview.shown.map { ($0.exposure as? WorldImager)?.wasCovered ?? false } ?? false)
    return PreviewObservation(
      id: number, rect: RectRecord(preview.rect), content: picture, contentScale: content?.scale ?? scale,
      visibleFraction: visible,
      trace: PreviewTraces.trace(
        of: preview.shown, videoWidth: content?.videoWidth ?? 0, in: preview.view, circumstances),
      scene: preview.scene, layout: layout)
  }
}

extension RectRecord {
  init(_ rect: CGRect) { self.init(x: rect.minX, y: rect.minY, width: rect.width, height: rect.height) }
}
