import PhoneModel
import Testing

@testable import DuoAVFoundation

@Suite struct ConnectionStateTests {
  static let back = SensorOrientation(portrait: 1, sense: 1)
  static let classicFront = SensorOrientation(portrait: 1, sense: -1)
  static let squareFront = SensorOrientation(portrait: 0, sense: -1)

  func preview(_ sensor: SensorOrientation, front: Bool) -> ConnectionState {
    ConnectionState(destination: .previewLayer, sensor: sensor, isFront: front)
  }

  func data(_ sensor: SensorOrientation, front: Bool) -> ConnectionState {
    ConnectionState(destination: .videoData, sensor: sensor, isFront: front)
  }

  /// The published table of angles by orientation: back, classic front, portrait-mounted square front.
  @Test func orientationsNameTheAnglesOfTheTable() {
    let table: [(AVCaptureVideoOrientation, [Int])] = [
      (.portrait, [90, 90, 0]), (.landscapeRight, [0, 180, 90]), (.portraitUpsideDown, [270, 270, 180]),
      (.landscapeLeft, [180, 0, 270]),
    ]
    var mismatches: [String] = []
    for (orientation, angles) in table {
      for (sensor, angle) in zip([Self.back, Self.classicFront, Self.squareFront], angles) {
        var state = data(sensor, front: sensor.sense < 0)
        try? state.set(orientation: orientation)
        if state.rotation.degrees != Double(angle) { mismatches.append("\(orientation) \(sensor)") }
        var other = data(sensor, front: sensor.sense < 0)
        try? other.set(angle: Double(angle))
        if other.orientation != orientation { mismatches.append("\(angle) \(sensor)") }
      }
    }
    #expect(mismatches == [])
  }

  @Test func defaults() {
    #expect(preview(Self.back, front: false).rotation == 1)
    #expect(preview(Self.classicFront, front: true).rotation == 1)
    #expect(preview(Self.squareFront, front: true).rotation == 0)
    #expect(preview(Self.back, front: false).isMirrored == false)
    #expect(preview(Self.squareFront, front: true).isMirrored)
    #expect(data(Self.squareFront, front: true).isMirrored == false)
    #expect(data(Self.back, front: false).orientation == .landscapeRight)
    #expect(data(Self.classicFront, front: true).orientation == .landscapeLeft)
    #expect(data(Self.squareFront, front: true).adjustsMirroringAutomatically)
    let compatible = ConnectionState(
      destination: .videoData, sensor: Self.squareFront, isFront: true, dataAngle: 3)
    #expect(compatible.rotation.degrees == 270)
    #expect(compatible.orientation == .landscapeLeft)
  }

  @Test func mirroringNeedsTheAutomatismOff() throws {
    var state = preview(Self.squareFront, front: true)
    #expect(throws: ConnectionState.Refusal.mirroringIsAutomatic) { try state.set(mirrored: false) }
    #expect(state.isMirrored)
    state.set(adjustsMirroringAutomatically: false)
    #expect(state.isMirrored)
    try state.set(mirrored: false)
    #expect(!state.isMirrored)
    state.set(adjustsMirroringAutomatically: true)
    #expect(state.isMirrored)
    var rear = preview(Self.back, front: false)
    rear.set(adjustsMirroringAutomatically: false)
    try rear.set(mirrored: true)
    #expect(rear.isMirrored)
  }

  @Test func onlyWholeQuarterTurnsAndOnlyOfPictures() {
    let state = data(Self.back, front: false)
    let supported = stride(from: -90.0, through: 450, by: 45).filter { state.supports(angle: $0) }
    #expect(supported == [0, 90, 180, 270])
    var changed = state
    #expect(throws: ConnectionState.Refusal.angleUnsupported) { try changed.set(angle: 360) }
    #expect(changed == state)
    var metadata = ConnectionState(destination: .other, sensor: nil, isFront: true)
    #expect(!metadata.supports(angle: 0) && !metadata.isMirroringSupported && !metadata.isMirrored)
    metadata.set(adjustsMirroringAutomatically: false)
    #expect(throws: ConnectionState.Refusal.mirroringUnsupported) { try metadata.set(mirrored: true) }
    #expect(throws: ConnectionState.Refusal.orientationUnsupported) {
      try metadata.set(orientation: .portrait)
    }
  }
}
