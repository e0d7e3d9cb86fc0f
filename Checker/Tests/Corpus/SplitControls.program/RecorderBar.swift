import UIKit

/// No word of a camera here: that its buttons are a camera's is told by who holds it.
final class RecorderBar: UIView {
  let record = UIButton()
  let flip = UIButton()
  private lazy var buttons = UIStackView(arrangedSubviews: [record, flip])

  override init(frame: CGRect) {
    super.init(frame: frame)
    buttons.translatesAutoresizingMaskIntoConstraints = false
    addSubview(buttons)
    buttons.centerXAnchor.constraint(equalTo: centerXAnchor).isActive = true  // finds: control-in-fold
    buttons.bottomAnchor.constraint(equalTo: bottomAnchor).isActive = true
  }

  required init?(coder: NSCoder) { nil }
}
