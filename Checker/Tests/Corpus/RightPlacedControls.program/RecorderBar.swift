import UIKit

/// In the middle, and out of the fold's way where there is one.
@available(iOS 27.1, *)
final class RecorderBar: UIView {
  private let record = UIButton()

  override func layoutSubviews() {
    super.layoutSubviews()
    record.bounds.size = CGSize(width: 64, height: 64)
    record.center = CGPoint(x: bounds.midX, y: bounds.maxY - 60)
    if let fold = reservedRegions(kind: .division).first(where: { $0.frame.intersects(record.frame) }) {
      record.center.x = fold.frame.maxX + 50
    }
  }
}
