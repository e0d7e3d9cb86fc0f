import PhoneModel
import Testing

/// The angle table of the geometry reference, and what follows from it.
@Suite struct RotationAnglesTests {
  /// Display, hinge angle, camera, angles for turns 0 to 3.
  static let table: [(DisplayID, Double, CameraID, [Int])] = [
    (.outer, 0, .outerFront, [0, 270, 180, 90]),
    (.outer, 0, .rearWide, [90, 180, 270, 0]),
    (.outer, 0, .virtualFront, [0, 270, 180, 90]),
    (.inner, 180, .outerFront, [0, 90, 180, 270]),
    (.inner, 180, .innerFront, [90, 0, 270, 180]),
    (.inner, 180, .rearWide, [90, 180, 270, 0]),
    (.inner, 180, .rearDualWide, [90, 180, 270, 0]),
    (.inner, 180, .virtualFront, [90, 0, 270, 180]),
    (.inner, 120, .outerFront, [0, 90, 180, 270]),
    (.inner, 120, .innerFront, [90, 0, 270, 180]),
    (.inner, 120, .rearWide, [90, 180, 270, 0]),
    (.outer, 180, .outerFront, [0, 270, 180, 90]),
    (.outer, 180, .innerFront, [90, 180, 270, 0]),
    (.outer, 180, .rearWide, [90, 0, 270, 180]),
    (.outer, 180, .virtualFront, [0, 270, 180, 90]),
  ]

  /// The display's native turn for a hold: the inner display's native top is on the left of the unturned phone.
  static func interfaceTurn(_ display: DisplayID, _ turn: Int) -> QuarterTurns {
    QuarterTurns(display == .outer ? -turn : 1 - turn)
  }

  @Test func captureAngles() {
    var mismatches: [String] = []
    for (display, hinge, camera, angles) in Self.table {
      for turn in 0...3 where !(hinge == 120 && turn % 2 == 1) {
        let state = held(hinge, display, turn: turn)
        let got = Int(RotationAngles.capture(camera, state, at: .zero, in: duo).degrees)
        if got != angles[turn] {
          mismatches.append("\(camera), \(display) at \(hinge), turn \(turn): \(got), not \(angles[turn])")
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func previewAnglesOfAnInterfaceThatFollows() {
    var mismatches: [String] = []
    for (display, hinge, camera, angles) in Self.table {
      for turn in 0...3 {
        let state = held(hinge, display, turn: turn)
        let got = RotationAngles.preview(
          camera, on: display, interfaceTurn: Self.interfaceTurn(display, turn), state, in: duo)
        if Int(got.degrees) != angles[turn] {
          mismatches.append("\(camera), \(display) at \(hinge), turn \(turn): \(got), not \(angles[turn])")
        }
      }
    }
    #expect(mismatches == [])
  }

  /// alpha0 + 90 s (t - q): the interface's up is q clockwise quarter turns from the world's.
  @Test func previewAnglesOfAnInterfaceThatDoesNotFollow() {
    var mismatches: [String] = []
    for (display, hinge, camera, angles) in Self.table {
      for turn in 0...3 {
        let state = held(hinge, display, turn: turn)
        for q in 0...3 {
          let shown = Self.interfaceTurn(display, turn) + QuarterTurns(q)
          let got = Int(
            RotationAngles.preview(camera, on: display, interfaceTurn: shown, state, in: duo).degrees)
          let wanted = angles[(turn - q + 4) % 4]
          if got != wanted {
            mismatches.append("\(camera) \(display) \(hinge) t \(turn) q \(q): \(got), \(wanted)")
          }
        }
      }
    }
    #expect(mismatches == [])
  }

  /// Gravity decides for each panel; what looks up or down keeps its last angle.
  @Test func foldHorizontal() {
    let rows: [(String, CameraID, Int)] = [
      ("tabletop-rear-flat", .outerFront, 90), ("tabletop-rear-flat", .innerFront, 0),
      ("tabletop-rear-flat", .rearWide, 180), ("tabletop-cover-flat", .innerFront, 180),
      ("tabletop-cover-flat", .rearWide, 0), ("tabletop-cover-flat", .outerFront, 270),
      ("tent", .outerFront, 270), ("tent", .rearWide, 180),
    ]
    var mismatches: [String] = []
    // From every hold: the kept angle is that of the hold in which the phone was folded, not of an older one.
    for start in ["closed", "open-landscape", "open-portrait", "book"] {
      for (pose, camera, wanted) in rows {
        let state = settled(PhoneState.initial(duo, pose: start)!, .pose(pose, over: .seconds(1)))
        let got = Int(RotationAngles.capture(camera, state, at: .zero, in: duo).degrees)
        if got != wanted { mismatches.append("\(start) to \(pose), \(camera): \(got), not \(wanted)") }
        let up = InterfaceRotation.upright(on: state.app.display, PlacedPhone(state, at: .zero, in: duo))!
        let preview = Int(
          RotationAngles.preview(
            camera, on: state.app.display, interfaceTurn: up.interfaceTurn, state, in: duo
          ).degrees)
        if preview != wanted {
          mismatches.append("preview: \(start) to \(pose), \(camera): \(preview), not \(wanted)")
        }
      }
    }
    #expect(mismatches == [])
  }

  @Test func lyingPhoneKeepsItsAngles() {
    let cameras: [CameraID] = [.outerFront, .innerFront, .rearWide]
    for turn in 0...3 {
      var state = held(180, .inner, turn: turn)
      let before = cameras.map { RotationAngles.capture($0, state, at: .zero, in: duo) }
      state = settled(state, .pose("face-up", over: .zero))
      #expect(cameras.map { RotationAngles.capture($0, state, at: .zero, in: duo) } == before)
    }
  }

  /// The columns of the rotation reference: by the name of the orientation on the camera's own display.
  @Test func relativeToAnOrientation() {
    let order: [InterfaceOrientation] = [.portrait, .landscapeRight, .portraitUpsideDown, .landscapeLeft]
    let back = [90, 0, 270, 180]
    let classicFront = [90, 180, 270, 0]
    let squareFront = [0, 90, 180, 270]
    let rows: [(PhoneDescription, CameraID, [Int])] = [
      (.duo, .outerFront, squareFront), (.duo, .innerFront, squareFront), (.duo, .rearWide, back),
      (.single, .front, classicFront), (.single, .rearWide, back), (.singleSquare, .front, squareFront),
      (.singleSquare, .rearDualWide, back),
    ]
    var mismatches: [String] = []
    for (phone, camera, angles) in rows {
      let got = order.map { Int(RotationAngles.relative(camera, to: $0, in: phone).degrees) }
      if got != angles { mismatches.append("\(phone.name) \(camera): \(got), not \(angles)") }
    }
    #expect(mismatches == [])
  }

  /// "Checks": angles by interface orientation on whatever display the picture is watched.
  @Test func byInterfaceOrientation() {
    func column(_ camera: CameraID, _ display: DisplayID, _ hinge: Double) -> [Int] {
      let state = held(hinge, display, turn: 0)
      return [.portrait, .landscapeRight, .portraitUpsideDown, .landscapeLeft].map {
        (orientation: InterfaceOrientation) in
        Int(
          RotationAngles.preview(
            camera, on: display, interfaceTurn: orientation.interfaceTurn, state, in: duo
          ).degrees)
      }
    }
    #expect(column(.outerFront, .outer, 0) == [0, 90, 180, 270])
    #expect(column(.innerFront, .inner, 180) == [0, 90, 180, 270])
    #expect(column(.outerFront, .inner, 180) == [90, 0, 270, 180], "the classic back column")
    #expect(column(.rearWide, .outer, 180) == [90, 180, 270, 0], "the classic front column")
    #expect(column(.rearWide, .inner, 180) == [180, 90, 0, 270], "the back column + 90")
  }

  /// Seen from the outer display of a folded phone, a camera is turned as on the shut phone up to the angle where
  /// its direction tips, and as on the open phone beyond it: at each angle, for each camera.
  @Test func previewAnglesTipWithTheDirection() {
    func angle(_ camera: CameraID, _ hinge: Double) -> QuarterTurns {
      var state = PhoneState.initial(duo)
      state.facingAngle = hinge
      return RotationAngles.preview(camera, on: .outer, interfaceTurn: 1, state, in: duo)
    }
    var mismatches: [String] = []
    for camera in [CameraID.outerFront, .innerFront, .rearWide] {
      for hinge in stride(from: 0.0, through: 180, by: 0.5)
      where angle(camera, hinge) != angle(camera, hinge <= 90 ? 0 : 180) {
        mismatches.append("\(camera) \(hinge)")
      }
    }
    #expect(mismatches == [])
    #expect(angle(.rearWide, 0) != angle(.rearWide, 180), "the rear camera tips")
    #expect(angle(.outerFront, 0) == angle(.outerFront, 180), "the display's own camera does not")
  }

  /// Mounting the sensor a quarter turn further turns every angle of that camera, and no other.
  @Test func aChangedMountChangesEveryAngle() {
    var phone = duo
    let index = phone.cameras.firstIndex { $0.id == .rearWide }!
    phone.cameras[index].mount.nativeUp.value = .top
    var mismatches: [String] = []
    for (display, hinge, camera, angles) in Self.table where hinge != 120 {
      for turn in 0...3 {
        let state = held(hinge, display, turn: turn)
        let got = [
          RotationAngles.capture(camera, state, at: .zero, in: phone),
          RotationAngles.preview(
            camera, on: display, interfaceTurn: Self.interfaceTurn(display, turn), state, in: phone),
        ].map { Int($0.degrees) }
        let wanted = camera == .rearWide ? (angles[turn] + 270) % 360 : angles[turn]
        if got != [wanted, wanted] {
          mismatches.append("\(camera) \(display) \(hinge) \(turn): \(got) not \(wanted)")
        }
      }
    }
    #expect(mismatches == [])
  }
}
