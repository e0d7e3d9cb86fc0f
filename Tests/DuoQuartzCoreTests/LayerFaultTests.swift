import Foundation
import Testing

@testable import DuoQuartzCore

private func said(_ result: ExitTest.Result?) -> String {
  String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}

/// What Apple's layers raise, in Apple's words.
@Suite struct LayerFaultTests {
  @Test func aPlaceThatIsNoNumberRaises() async {
    let position = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let video = CGSize.zero
      CALayer().position = CGPoint(x: video.width / video.height, y: 10.05)
    }
    #expect(said(position).contains("CALayerInvalidGeometry"))
    #expect(said(position).contains("CALayer position contains NaN: [nan 10.05]. Layer: "))
    let bounds = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      CALayer().bounds = CGRect(x: 1, y: 2, width: 30, height: CGFloat.nan)
    }
    #expect(said(bounds).contains("CALayer bounds contains NaN: [1 2; 30 nan]. Layer: "))
    let frame = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      CALayer().frame = CGRect(x: CGFloat.nan, y: 0, width: 30, height: 40)
    }
    #expect(said(frame).contains("contains NaN"))
  }

  @Test func infinitePlacesAreTaken() {
    let layer = CALayer()
    layer.position.x = .infinity
    layer.bounds.size.width = .greatestFiniteMagnitude
    #expect(layer.position.x == .infinity && layer.bounds.width == .greatestFiniteMagnitude)
  }

  @Test func aLayerInItselfRaises() async {
    let direct = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let layer = CALayer()
      layer.addSublayer(layer)
    }
    #expect(
      said(direct).contains("CALayerInvalid") && said(direct).contains("part of cycle in its layer tree"))
    let deep = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
      let layers = (0..<4).map { _ in CALayer() }
      for (outer, inner) in zip(layers, layers.dropFirst()) { outer.addSublayer(inner) }
      layers[3].insertSublayer(layers[0], at: 0)
    }
    #expect(said(deep).contains("part of cycle in its layer tree"))
  }

  @Test func archivesAndUnknownTransitionsStop() async {
    let archive = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = CALayer(coder: NSCoder())
    }
    #expect(said(archive).contains("Diptych reads no archived layers"))
    let transition = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      CATransition().type = CATransitionType(rawValue: "cube")
    }
    #expect(said(transition).contains("Diptych has no transition 'cube', only fade."))
  }
}
