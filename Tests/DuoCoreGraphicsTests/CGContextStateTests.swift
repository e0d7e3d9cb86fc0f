import DuoCoreGraphics
import Foundation
import Testing

/// Transforms, clips, states and layers, in random order, against plain bookkeeping.
@Suite struct CGContextStateTests {
  private func fresh(_ side: Int = 24) -> CGContext {
    CGContext(size: CGSize(width: side, height: side), scale: 1, isOpaque: false)!
  }

  private func differ(_ a: CGAffineTransform, _ b: CGAffineTransform) -> Double {
    let pairs = [(a.a, b.a), (a.b, b.b), (a.c, b.c), (a.d, b.d), (a.tx, b.tx), (a.ty, b.ty)]
    return pairs.map { abs($0 - $1) }.max()!
  }

  @Test func transformsComposeAsMatricesDo() {
    var numbers = Numbers(seed: 31)
    var mismatches: [String] = []
    for index in 0..<40 {
      let context = fresh()
      var wanted = [context.ctm]
      for step in 0..<25 {
        let (x, y) = (numbers.number(0.5...2), numbers.number(-2...(-0.5)))
        let last = wanted.count - 1
        // The new transform comes first: a row vector times it, then times what was there.
        switch numbers.whole(0...5) {
        case 0:
          context.translateBy(x: x, y: y)
          let t = wanted[last]
          wanted[last].tx = x * t.a + y * t.c + t.tx
          wanted[last].ty = x * t.b + y * t.d + t.ty
        case 1:
          context.scaleBy(x: x, y: y)
          let t = wanted[last]
          wanted[last] = CGAffineTransform(a: x * t.a, b: x * t.b, c: y * t.c, d: y * t.d, tx: t.tx, ty: t.ty)
        case 2:
          context.rotate(by: x)
          let t = wanted[last]
          let (c, s) = (cos(Double(x)), sin(Double(x)))
          wanted[last] = CGAffineTransform(
            a: c * t.a + s * t.c, b: c * t.b + s * t.d, c: c * t.c - s * t.a, d: c * t.d - s * t.b, tx: t.tx,
            ty: t.ty)
        case 3:
          context.saveGState()
          wanted.append(wanted[last])
        case 4 where wanted.count > 1:
          context.restoreGState()
          wanted.removeLast()
        default:
          let t = CGAffineTransform(a: x, b: 0.2, c: 0.1, d: y, tx: 3, ty: 4)
          context.concatenate(t)
          wanted[last] = t.concatenating(wanted[last])
        }
        let size = max(1, differ(wanted.last!, CGAffineTransform(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0)))
        if differ(context.ctm, wanted.last!) > 1e-9 * size { mismatches.append("\(index) \(step)") }
        let p = numbers.point(-9...9)
        let device = context.convertToDeviceSpace(p)
        if apart(device, mapped(p, wanted.last!)) > 1e-7 * size {
          mismatches.append("\(index) \(step) device")
        }
      }
      let p = numbers.point(-9...9)
      let t = context.ctm
      let det = abs(t.a * t.d - t.b * t.c)
      if det > 1e-3, det < 1e3, apart(context.convertToUserSpace(context.convertToDeviceSpace(p)), p) > 1e-6 {
        mismatches.append("\(index) back")
      }
    }
    #expect(mismatches == [])
  }

  @Test func everythingInAStateComesBack() {
    let context = fresh()
    func draw() -> Data {
      context.clear(CGRect(x: 0, y: 0, width: 24, height: 24))
      context.fill(CGRect(x: 2, y: 2, width: 10, height: 10))
      context.addLines(between: [CGPoint(x: 3, y: 20), CGPoint(x: 12, y: 14), CGPoint(x: 21, y: 20)])
      context.strokePath()
      return context.makeImage()!.dataProvider!.data! as Data
    }
    context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
    context.setLineWidth(3)
    let before = draw()
    let changes: [(String, () -> Void)] = [
      ("fill", { context.setFillColor(gray: 0.4, alpha: 1) }),
      ("stroke", { context.setStrokeColor(red: 0, green: 1, blue: 0, alpha: 0.5) }),
      ("alpha", { context.setAlpha(0.3) }), ("width", { context.setLineWidth(7) }),
      ("cap", { context.setLineCap(.round) }), ("join", { context.setLineJoin(.bevel) }),
      ("dash", { context.setLineDash(phase: 0, lengths: [2, 2]) }),
      ("miter", { context.setMiterLimit(1) }), ("scale", { context.scaleBy(x: 0.5, y: 0.5) }),
      ("clip", { context.clip(to: CGRect(x: 0, y: 0, width: 5, height: 24)) }),
      ("antialias", { context.setShouldAntialias(false) }),
      ("blend", { context.setBlendMode(.destinationIn) }),
    ]
    var mismatches: [String] = []
    for (name, change) in changes {
      context.saveGState()
      change()
      let changed = draw()
      context.restoreGState()
      if changed == before { mismatches.append("\(name) changes nothing") }
      if draw() != before { mismatches.append("\(name) stays") }
    }
    #expect(mismatches == [])
  }

  @Test func layersKeepTheirOwnStates() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let context = CGContext(size: CGSize(width: 8, height: 8), scale: 1, isOpaque: false)!
      context.saveGState()
      context.setAlpha(0.5)
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      // One too many, which is not the layer's to restore.
      context.restoreGState()
      context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
      // And two that nobody restores.
      context.saveGState()
      context.translateBy(x: 100, y: 0)
      context.saveGState()
      context.endTransparencyLayer()
      context.fill(CGRect(x: 4, y: 0, width: 4, height: 4))
      context.restoreGState()
      context.fill(CGRect(x: 0, y: 4, width: 4, height: 4))
      context.endTransparencyLayer()
      let image = context.makeImage()!
      let alphas = [image.pixel(1, 1), image.pixel(5, 1), image.pixel(1, 5), image.pixel(5, 5)].map(\.alpha)
      precondition(alphas == [128, 128, 255, 0], "\(alphas)")
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("CGContextRestoreGState: gstack underflow."))
  }

  @Test func layersInLayersMultiplyTheirAlphas() {
    var numbers = Numbers(seed: 32)
    var mismatches: [String] = []
    for _ in 0..<20 {
      let alphas = (0..<numbers.whole(1...5)).map { _ in numbers.number(0.2...1) }
      let image = bitmap(4, 4) { context in
        for alpha in alphas {
          context.setAlpha(alpha)
          context.beginTransparencyLayer(auxiliaryInfo: nil)
        }
        context.setFillColor(red: 0, green: 0, blue: 1, alpha: 1)
        context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
        context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
        for _ in alphas { context.endTransparencyLayer() }
      }
      let wanted = alphas.reduce(1, *) * 255
      if abs(Double(image.pixel(2, 2).alpha) - wanted) > 2 { mismatches.append("\(alphas)") }
    }
    #expect(mismatches == [])
  }

  @Test func clipsOfClipsAreWhatAllOfThemHold() {
    var numbers = Numbers(seed: 33)
    var mismatches: [String] = []
    for index in 0..<8 {
      let count = numbers.whole(2...4)
      let paths = (0..<count).map { _ in tangle(&numbers, -4...28) }
      let rules = (0..<count).map { _ in numbers.whole(0...1) == 0 ? CGPathFillRule.winding : .evenOdd }
      let image = picture(24, 24) { context in
        for (path, rule) in zip(paths, rules) {
          context.addPath(path)
          context.clip(using: rule)
        }
        context.fill(CGRect(x: 0, y: 0, width: 24, height: 24))
      }
      let plains = paths.map { Polylines($0, steps: 25) }
      for y in 0..<24 {
        for x in 0..<24 {
          let p = CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5)
          // Pixels that no edge goes through are whole or nothing.
          guard plains.allSatisfy({ $0.distance(from: p, joined: true) > 0.8 }) else { continue }
          let isIn = zip(plains, rules).allSatisfy { plain, rule in
            let windings = plain.windings(round: p)
            return rule == .evenOdd ? windings % 2 != 0 : windings != 0
          }
          if image.pixel(x, y).alpha != (isIn ? 255 : 0) { mismatches.append("\(index) \(x) \(y)") }
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func theClipsBoxIsKnownInTheSpaceOfTheMoment() {
    let context = fresh()
    context.clip(to: CGRect(x: 4, y: 6, width: 10, height: 20))
    #expect(context.boundingBoxOfClipPath == CGRect(x: 4, y: 6, width: 10, height: 18))
    context.translateBy(x: 2, y: 1)
    context.scaleBy(x: 2, y: 0.5)
    let box = context.boundingBoxOfClipPath
    #expect(abs(box.minX - 1) < 0.01 && abs(box.minY - 10) < 0.01 && abs(box.width - 5) < 0.01)
    context.clip(to: [])
    #expect(context.boundingBoxOfClipPath.isEmpty)
  }

  @Test func pathsAreBuiltInTheSpaceOfEachStep() {
    var numbers = Numbers(seed: 34)
    var mismatches: [String] = []
    for index in 0..<30 {
      let context = fresh()
      let device = CGMutablePath()
      for _ in 0..<6 {
        context.translateBy(x: numbers.number(-2...2), y: numbers.number(-2...2))
        context.rotate(by: numbers.number(-1...1))
        let t = context.ctm
        let (p, c, d) = (numbers.point(-9...9), numbers.point(-9...9), numbers.point(-9...9))
        switch device.isEmpty ? 0 : numbers.whole(0...4) {
        case 0:
          context.move(to: p)
          device.move(to: p, transform: t)
        case 1:
          context.addLine(to: p)
          device.addLine(to: p, transform: t)
        case 2:
          context.addQuadCurve(to: p, control: c)
          device.addQuadCurve(to: p, control: c, transform: t)
        case 3:
          context.addCurve(to: p, control1: c, control2: d)
          device.addCurve(to: p, control1: c, control2: d, transform: t)
        default:
          context.addArc(center: p, radius: 2, startAngle: 1, endAngle: 3, clockwise: true)
          device.addArc(center: p, radius: 2, startAngle: 1, endAngle: 3, clockwise: true, transform: t)
        }
      }
      var t = context.ctm
      let got = Polylines(context.path!.copy(using: &t)!, steps: 4).points
      let wanted = Polylines(device, steps: 4).points
      if got.count != wanted.count || zip(got, wanted).contains(where: { apart($0, $1) > 1e-6 }) {
        mismatches.append("\(index)")
      }
      if apart(mapped(context.currentPointOfPath, t), device.currentPoint) > 1e-6 {
        mismatches.append("end \(index)")
      }
      let p = numbers.point(-9...9)
      guard Polylines(device, steps: 40).distance(from: mapped(p, t), joined: true) > 0.05 else { continue }
      for (mode, rule) in [(CGPathDrawingMode.fill, CGPathFillRule.winding), (.eoFillStroke, .evenOdd)]
      where context.pathContains(p, mode: mode) != device.contains(mapped(p, t), using: rule) {
        mismatches.append("inside \(index)")
      }
      // Filling a rectangle does not end the path; filling it does.
      context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
      if context.isPathEmpty { mismatches.append("ended \(index)") }
      context.fillPath()
      if !context.isPathEmpty || context.path != nil { mismatches.append("left \(index)") }
    }
    #expect(mismatches == [])
  }
}
