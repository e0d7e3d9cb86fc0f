import UIKit

/// A bar of buttons along an edge that nothing covers. Touches beside the buttons go to what lies behind.
final class ControlsView: UIView {
  private enum Edge {
    case bottom, top, right, left
  }

  let shutter = ControlsView.button("shutter", image: "circle.fill", size: 72)
  let turn = ControlsView.button("turn", image: "arrow.triangle.2.circlepath.camera", size: 48)
  let timer = ControlsView.button("timer", image: "timer", size: 48)
  let outer = ControlsView.button("outer preview", image: "person", size: 48)

  private let bar = UIStackView()
  private var edge: Edge?
  private var position: [NSLayoutConstraint] = []

  override init(frame: CGRect) {
    super.init(frame: frame)
    bar.alignment = .center
    bar.spacing = 24
    bar.translatesAutoresizingMaskIntoConstraints = false
    for button in [timer, shutter, turn, outer] { bar.addArrangedSubview(button) }
    addSubview(bar)
    place(at: .bottom)
  }

  required init?(coder: NSCoder) { fatalError("made in code only") }

  private static func button(_ name: String, image: String, size: CGFloat) -> UIButton {
    var configuration = UIButton.Configuration.filled()
    configuration.image = UIImage(systemName: image)
    configuration.cornerStyle = .capsule
    configuration.baseBackgroundColor = UIColor.darkGray.withAlphaComponent(0.7)
    let button = UIButton(configuration: configuration)
    button.configurationUpdateHandler = { button in
      button.configuration?.baseForegroundColor = button.isSelected ? .systemYellow : .white
    }
    button.accessibilityIdentifier = name
    button.accessibilityLabel = name
    NSLayoutConstraint.activate([
      button.widthAnchor.constraint(equalToConstant: size),
      button.heightAnchor.constraint(equalToConstant: size),
    ])
    return button
  }

  // MARK: Place

  /// Regions change with the camera and the hinge; whoever asks for them here is laid out again then.
  override func layoutSubviews() {
    let area = safeAreaLayoutGuide.layoutFrame
    let taken = (reservedRegions(kind: .occlusion) + reservedRegions(kind: .division)).map(\.frame)
    let edges: [Edge] = area.width > area.height ? [.right, .left] : [.bottom, .top]
    let free = edges.first { edge in !taken.contains { $0.intersects(strip(edge, of: area)) } }
    place(at: free ?? edges[0])
    super.layoutSubviews()
  }

  /// Where the bar may lie at an edge, whatever it holds.
  private func strip(_ edge: Edge, of area: CGRect) -> CGRect {
    let long: CGFloat = 4 * 72 + 3 * 24
    switch edge {
    case .bottom: return CGRect(x: area.midX - long / 2, y: area.maxY - 88, width: long, height: 72)
    case .top: return CGRect(x: area.midX - long / 2, y: area.minY + 16, width: long, height: 72)
    case .right: return CGRect(x: area.maxX - 88, y: area.midY - long / 2, width: 72, height: long)
    case .left: return CGRect(x: area.minX + 16, y: area.midY - long / 2, width: 72, height: long)
    }
  }

  private func place(at edge: Edge) {
    guard edge != self.edge else { return }
    self.edge = edge
    NSLayoutConstraint.deactivate(position)
    let safe = safeAreaLayoutGuide
    switch edge {
    case .bottom, .top:
      bar.axis = .horizontal
      position = [
        bar.centerXAnchor.constraint(equalTo: safe.centerXAnchor),
        edge == .bottom
          ? bar.bottomAnchor.constraint(equalTo: safe.bottomAnchor, constant: -16)
          : bar.topAnchor.constraint(equalTo: safe.topAnchor, constant: 16),
      ]
    case .right, .left:
      bar.axis = .vertical
      position = [
        bar.centerYAnchor.constraint(equalTo: safe.centerYAnchor),
        edge == .right
          ? bar.rightAnchor.constraint(equalTo: safe.rightAnchor, constant: -16)
          : bar.leftAnchor.constraint(equalTo: safe.leftAnchor, constant: 16),
      ]
    }
    NSLayoutConstraint.activate(position)
  }

  override func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
    let hit = super.hitTest(point, with: event)
    return hit === self || hit === bar ? nil : hit
  }
}
