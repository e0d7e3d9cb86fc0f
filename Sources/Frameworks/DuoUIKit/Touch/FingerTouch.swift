import PhoneModel

/// What one finger does at one moment: how the host and scenarios touch an app.
package struct FingerTouch: Hashable, Sendable {
  package enum Phase: Hashable, Sendable { case began, moved, ended, cancelled }

  /// Tells fingers apart from going down to going up; numbers may be used again afterwards.
  package var id: Int
  package var phase: Phase
  /// In points of the display's interface, from its top left corner.
  package var point: CGPoint
  package var time: PhoneTime
  /// Of the contact, in points. A fingertip's, measured by many apps as about 20. [forum]
  package var radius: CGFloat

  package init(id: Int = 0, _ phase: Phase, at point: CGPoint, time: PhoneTime, radius: CGFloat = 20) {
    self.id = id
    self.phase = phase
    self.point = point
    self.time = time
    self.radius = radius
  }
}
