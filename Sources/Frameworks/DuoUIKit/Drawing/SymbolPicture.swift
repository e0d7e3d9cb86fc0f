import DuoCoreGraphics
import DuoQuartzCore
import Foundation
import PhoneHardware
import Synchronization

/// A symbol in a size and weight.
struct SymbolPicture: Sendable {
  enum Part: Sendable {
    case stroke(PathOutline, clears: Bool)
    case fill(PathOutline, clears: Bool)
  }

  let name: String
  let parts: [Part]
  var pointSize: CGFloat
  var weight: UIFont.Weight
  /// Small, medium or large beside text of the point size.
  var scale: CGFloat

  /// Nil for a symbol that Diptych has no picture of; the trace says so, once for each name.
  init?(_ name: String) {
    guard let parts = SymbolReader.parts(of: name) else {
      Self.report(name)
      return nil
    }
    self.name = name
    self.parts = parts
    pointSize = 17
    weight = .regular
    scale = 1
  }

  private static let told = Mutex<Set<String>>([])

  private static func report(_ name: String) {
    guard CurrentPhone.isRunning, told.withLock({ $0.insert(name).inserted }) else { return }
    CurrentPhone.phone.trace.record("symbol-without-picture", ["name": .text(name)])
  }

  /// A square a fifth larger than the text that it stands beside. [assumed]
  private var side: CGFloat { (pointSize * 1.2 * scale * 3).rounded() / 3 }
  var size: CGSize { CGSize(width: side, height: side) }

  func draw(in context: CGContext, _ rect: CGRect, color: CGColor) {
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.translateBy(x: rect.minX, y: rect.minY)
    context.scaleBy(x: rect.width / SymbolReader.side, y: rect.height / SymbolReader.side)
    context.setFillColor(color)
    context.setStrokeColor(color)
    context.setLineCap(.round)
    context.setLineJoin(.round)
    let width = 1.8 * (1 + weight.rawValue * 0.9)
    for part in parts {
      switch part {
      case .stroke(let path, let clears):
        context.setBlendMode(clears ? .clear : .normal)
        context.setLineWidth(width)
        context.addPath(CGPath(path))
        context.strokePath()
      case .fill(let path, let clears):
        context.setBlendMode(clears ? .clear : .normal)
        context.addPath(CGPath(path))
        context.fillPath()
      }
    }
    context.endTransparencyLayer()
  }

  func image(scale: CGFloat, color: CGColor) -> CGImage? {
    guard let context = CGContext(size: size, scale: scale, isOpaque: false) else { return nil }
    draw(in: context, CGRect(origin: .zero, size: size), color: color)
    return context.makeImage()
  }
}

/// Reads recipes.
enum SymbolReader {
  static let side: CGFloat = 24

  static func parts(of name: String) -> [SymbolPicture.Part]? {
    guard let recipe = SymbolRecipes.recipes[name] else { return nil }
    return recipe.split(separator: ";").flatMap { part(String($0)) }
  }

  private static func part(_ text: String) -> [SymbolPicture.Part] {
    if text.hasPrefix("+") || text.hasPrefix("-") {
      let words = text.dropFirst().split(separator: "*")
      let factor = words.count > 1 ? CGFloat(Double(words[1]) ?? 1) : 1
      return include(String(words[0]), factor, clears: text.hasPrefix("-"))
    }
    let path = outline(text.dropFirst(2))
    switch text.first {
    case "f": return [.fill(path, clears: false)]
    case "c": return [.fill(path, clears: true)]
    case "w": return [.stroke(path, clears: true)]
    default: return [.stroke(path, clears: false)]
    }
  }

  private static func include(_ name: String, _ factor: CGFloat, clears: Bool) -> [SymbolPicture.Part] {
    let middle = side / 2
    let t = CGAffineTransform(
      a: factor, b: 0, c: 0, d: factor, tx: middle * (1 - factor), ty: middle * (1 - factor))
    return (parts(of: name) ?? []).map {
      switch $0 {
      case .stroke(let path, let wipes): .stroke(path.applying(t), clears: clears != wipes)
      case .fill(let path, let wipes): .fill(path.applying(t), clears: clears != wipes)
      }
    }
  }

  /// Letters with the numbers that follow them.
  private static func outline(_ text: Substring) -> PathOutline {
    var path = PathOutline()
    var command: Character = " "
    var numbers: [CGFloat] = []
    func run() {
      let n = numbers
      let now = path.current ?? .zero
      switch (command, n.count) {
      case ("M", 2): path.move(to: CGPoint(x: n[0], y: n[1]))
      case ("L", 2): path.line(to: CGPoint(x: n[0], y: n[1]))
      case ("H", 1): path.line(to: CGPoint(x: n[0], y: now.y))
      case ("V", 1): path.line(to: CGPoint(x: now.x, y: n[0]))
      case ("Q", 4): path.quad(control: CGPoint(x: n[0], y: n[1]), to: CGPoint(x: n[2], y: n[3]))
      case ("C", 6):
        path.curve(
          CGPoint(x: n[0], y: n[1]), CGPoint(x: n[2], y: n[3]), to: CGPoint(x: n[4], y: n[5]))
      case ("O", 3):
        path.ellipse(in: CGRect(x: n[0] - n[2], y: n[1] - n[2], width: 2 * n[2], height: 2 * n[2]))
      case ("R", 5): path.roundedRect(CGRect(x: n[0], y: n[1], width: n[2], height: n[3]), radius: n[4])
      case ("A", 5):
        path.arc(
          center: CGPoint(x: n[0], y: n[1]), radius: n[2], start: n[3] * .pi / 180, sweep: n[4] * .pi / 180)
      case ("Z", 0): path.close()
      case (" ", 0): break
      default: preconditionFailure("no path: \(text)")
      }
      numbers = []
    }
    var word = ""
    func take() {
      if let value = Double(word) { numbers.append(CGFloat(value)) }
      word = ""
    }
    for character in text {
      if character.isLetter {
        take()
        run()
        command = character
      } else if character == " " {
        take()
      } else {
        word.append(character)
      }
    }
    take()
    run()
    return path
  }
}
