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

  override func layoutSubviews() {
    place(at: .bottom)
    super.layoutSubviews()
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
