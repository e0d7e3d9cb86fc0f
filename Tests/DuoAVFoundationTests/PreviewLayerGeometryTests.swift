import Foundation
import PhoneHardware
import PhoneModel
import Testing

@testable import DuoAVFoundation

/// A picture as rows of cell names, turned and flipped as one would with paper.
private struct Paper {
  var rows: [[Int]]

  init(width: Int, height: Int) { rows = (0..<height).map { y in (0..<width).map { y * width + $0 } } }

  /// A quarter turn clockwise: the left column, read upwards, becomes the top row.
  func turned() -> Paper {
    var paper = self
    paper.rows = rows[0].indices.map { column in rows.reversed().map { $0[column] } }
    return paper
  }

  func flipped() -> Paper {
    var paper = self
    paper.rows = rows.map { $0.reversed() }
    return paper
  }
}

@Suite struct PreviewLayerGeometryTests {
  let gravities: [AVLayerVideoGravity] = [.resize, .resizeAspect, .resizeAspectFill]

  /// Where paper of this size lies in the bounds, worked out on its own.
  func place(_ width: Double, _ height: Double, in bounds: CGRect, _ gravity: AVLayerVideoGravity) -> CGRect {
    if gravity == .resize { return bounds }
    let isWider = width / height > Double(bounds.width) / Double(bounds.height)
    let fitsWidth = isWider == (gravity == .resizeAspect)
    let scale = fitsWidth ? Double(bounds.width) / width : Double(bounds.height) / height
    let size = CGSize(width: width * scale, height: height * scale)
    return CGRect(
      x: bounds.minX + (bounds.width - size.width) / 2, y: bounds.minY + (bounds.height - size.height) / 2,
      width: size.width, height: size.height)
  }

  func everyCase(_ body: (PreviewGeometry, String) -> Void) {
    for (width, height) in [(8, 6), (6, 8), (5, 5), (16, 9)] {
      for bounds in [
        CGRect(x: 0, y: 0, width: 390, height: 844), CGRect(x: 10, y: -20, width: 951, height: 669),
      ] {
        for gravity in gravities {
          for turns in 0..<4 {
            for isMirrored in [false, true] {
              let geometry = PreviewGeometry(
                pictureWidth: Double(width), pictureHeight: Double(height), rotation: QuarterTurns(turns),
                isMirrored: isMirrored, gravity: gravity, bounds: bounds)
              body(geometry, "\(width)x\(height) \(gravity.rawValue) \(turns) \(isMirrored) \(bounds)")
            }
          }
        }
      }
    }
  }

  @Test func everyCellLandsWhereTurnedPaperHasIt() {
    var mismatches: [String] = []
    everyCase { geometry, name in
      let (width, height) = (Int(geometry.pictureWidth), Int(geometry.pictureHeight))
      var paper = Paper(width: width, height: height)
      for _ in 0..<geometry.rotation.count { paper = paper.turned() }
      if geometry.isMirrored { paper = paper.flipped() }
      let columns = Double(paper.rows[0].count)
      let lines = Double(paper.rows.count)
      let place = place(columns, lines, in: geometry.bounds, geometry.gravity)
      for (y, row) in paper.rows.enumerated() {
        for (x, cell) in row.enumerated() {
          let inLayer = CGPoint(
            x: place.minX + place.width * (Double(x) + 0.5) / columns,
            y: place.minY + place.height * (Double(y) + 0.5) / lines)
          let onDevice = CGPoint(
            x: (Double(cell % width) + 0.5) / Double(width), y: (Double(cell / width) + 0.5) / Double(height))
          let there = geometry.layerPoint(fromDevice: onDevice)
          let back = geometry.devicePoint(fromLayer: inLayer)
          if hypot(there.x - inLayer.x, there.y - inLayer.y) > 1e-6
            || hypot(back.x - onDevice.x, back.y - onDevice.y) > 1e-9
          {
            mismatches.append(name)
          }
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func rectsKeepTheirCornersAndComeBack() {
    var mismatches: [String] = []
    everyCase { geometry, name in
      let device = CGRect(x: 0.1, y: 0.2, width: 0.3, height: 0.5)
      let layer = geometry.layerRect(fromDevice: device)
      let corners = [(0.1, 0.2), (0.4, 0.2), (0.1, 0.7), (0.4, 0.7)].map {
        geometry.layerPoint(fromDevice: CGPoint(x: $0.0, y: $0.1))
      }
      let box = CGRect(
        x: corners.map(\.x).min()!, y: corners.map(\.y).min()!,
        width: corners.map(\.x).max()! - corners.map(\.x).min()!,
        height: corners.map(\.y).max()! - corners.map(\.y).min()!)
      let back = geometry.deviceRect(fromLayer: layer)
      func differs(_ a: CGRect, _ b: CGRect) -> Bool {
        [a.minX - b.minX, a.minY - b.minY, a.width - b.width, a.height - b.height].contains { abs($0) > 1e-6 }
      }
      if differs(layer, box) || differs(back, device) { mismatches.append(name) }
    }
    #expect(mismatches == [])
  }

  /// What a renderer draws for the window at a point of its target is what the layer shows at that point.
  @Test func theWindowDrawsWhatTheLayerShows() {
    var mismatches: [String] = []
    everyCase { geometry, name in
      let window = geometry.window
      let visible = geometry.visible
      for (u, v) in [(0.01, 0.02), (0.5, 0.5), (0.9, 0.3), (0.25, 0.99)] {
        // The target's point, before it was flipped and turned: unflip, then turn back step by step.
        var (x, y) = (window.isMirrored ? 1 - u : u, v)
        for _ in 0..<window.rotation.count { (x, y) = (y, 1 - x) }
        let seen = CGPoint(x: window.x + x * window.width, y: window.y + y * window.height)
        let shown = geometry.devicePoint(
          fromLayer: CGPoint(x: visible.minX + u * visible.width, y: visible.minY + v * visible.height))
        if hypot(seen.x - shown.x, seen.y - shown.y) > 1e-9 { mismatches.append(name) }
      }
    }
    #expect(mismatches == [])
  }

  @Test func theExamplesOfTheReference() {
    func geometry(mirrored: Bool) -> PreviewGeometry {
      PreviewGeometry(
        pictureWidth: 1920, pictureHeight: 1080, rotation: 1, isMirrored: mirrored, gravity: .resize,
        bounds: CGRect(x: 0, y: 0, width: 300, height: 500))
    }
    let back = geometry(mirrored: false)
    #expect(back.devicePoint(fromLayer: CGPoint(x: 0, y: 0)) == CGPoint(x: 0, y: 1))
    #expect(back.devicePoint(fromLayer: CGPoint(x: 300, y: 0)) == CGPoint(x: 0, y: 0))
    #expect(back.devicePoint(fromLayer: CGPoint(x: 0, y: 500)) == CGPoint(x: 1, y: 1))
    #expect(geometry(mirrored: true).devicePoint(fromLayer: .zero) == .zero)
  }

  /// The rear camera's 4:3 picture stands upright as 3:4 on the open phone.
  @Test func theRearPictureFittedOnTheInnerDisplay() {
    let geometry = PreviewGeometry(
      pictureWidth: 4032, pictureHeight: 3024, rotation: 1, isMirrored: false, gravity: .resizeAspect,
      bounds: CGRect(x: 0, y: 0, width: 951, height: 669))
    #expect(geometry.content == CGRect(x: 224.625, y: 0, width: 501.75, height: 669))
    let outside = geometry.devicePoint(fromLayer: CGPoint(x: 0, y: 0))
    #expect(outside.y > 1)
  }
}
