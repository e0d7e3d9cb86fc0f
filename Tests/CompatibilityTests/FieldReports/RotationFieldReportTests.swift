import AVFoundation
import DuoTesting
import Testing
import UIKit

private func rear() throws -> AVCaptureDevice { try camera(.builtInDualWideCamera, .back) }
private func front() throws -> AVCaptureDevice { try camera(.builtInWideAngleCamera) }

/// How real camera apps went wrong with rotation: the fault is there, and the right way works.
@Suite(.serialized) struct RotationFieldReportTests {
  /// R014, R017: face up or face down has no counterpart among orientations; the angles stay as they were.
  @Test func lyingFlatKeepsEveryAngle() async {
    await #expect(processExitsWith: .success) {
      await onScreen { screen in
        var mismatches: [String] = []
        for device in [try front(), try rear()] {
          let preview = try screen.follow(device)
          for turns in 0..<4 {
            try await screen.phone.move(to: .openLandscape)
            try await screen.phone.play(.turn(QuarterTurns(turns)))
            try await screen.phone.settle()
            let (angles, orientation) = (preview.angles, screen.orientation)
            try await screen.phone.move(to: .faceUp)
            try await screen.phone.settle()
            // What a cast from one enumeration to the other would take for an orientation.
            #expect(UIDevice.current.orientation == .faceUp)
            #expect(UIInterfaceOrientation(rawValue: UIDevice.current.orientation.rawValue) == nil)
            if preview.angles != angles || screen.orientation != orientation {
              mismatches.append("\(device.position) \(turns): \(preview.angles), not \(angles)")
            }
          }
          preview.end()
        }
        #expect(mismatches == [])
      }
    }
  }

  /// R016: started flat on the table, after landscape, the first frame has the landscape angle.
  @Test func startedFlatTheFirstFrameIsRight() async {
    await #expect(processExitsWith: .success) {
      await onScreen { screen in
        try await screen.phone.move(to: .openPortrait)
        let portrait = try screen.follow(try rear())
        let wrong = portrait.previewAngle
        portrait.end()
        try await screen.phone.move(to: .openLandscape)
        let landscape = try screen.follow(try rear())
        let right = landscape.previewAngle
        landscape.end()
        try await screen.phone.move(to: .faceUp)
        try await screen.phone.settle()
        #expect(screen.orientation.isLandscape && wrong != right)

        let sizes = FrameSizes()
        let output = sizes.output()
        let preview = try FollowingPreview(try rear(), on: screen.layer, outputs: [])
        preview.session.beginConfiguration()
        preview.session.addOutput(output)
        output.connection(with: .video)?.videoRotationAngle = preview.previewAngle
        preview.session.commitConfiguration()
        await screen.phone.run(for: .seconds(1))
        let size = try #require(sizes.take().first)
        #expect(preview.previewAngle == right && preview.changes == [])
        await screen.phone.run(for: .seconds(1))
        #expect(Set(sizes.take()) == [size])
      }
    }
  }

  /// R020: the preview's angle changes once for each turn of the interface, and not without one.
  @Test func oneChangeForEachTurnOfTheInterface() async {
    await #expect(processExitsWith: .success) {
      await onScreen { screen in
        let preview = try screen.follow(try rear())
        var mismatches: [String] = []
        for turns in [1, 1, 2, 3, 1, 0] {
          let orientation = screen.orientation
          _ = preview.takeChanges()
          try await screen.phone.play(.turn(QuarterTurns(turns)))
          try await screen.phone.settle()
          let wanted = screen.orientation == orientation ? 0 : 1
          if preview.changes.count != wanted { mismatches.append("\(turns): \(preview.changes)") }
        }
        #expect(mismatches == [])
      }
    }
  }

  /// R022, R023: opened in any orientation, with no event after it, the preview is upright.
  @Test func openedInAnyOrientation() async {
    await #expect(processExitsWith: .success) {
      await onScreen { screen in
        var seen: Set<UIInterfaceOrientation> = []
        var mismatches: [String] = []
        for device in [try front(), try rear()] {
          for turns in 0..<4 {
            try await screen.phone.move(to: .openLandscape)
            try await screen.phone.play(.turn(QuarterTurns(turns)))
            try await screen.phone.settle()
            let preview = try screen.follow(device)
            try await screen.phone.settle()
            seen.insert(screen.orientation)
            let reading = try screen.phone.reading(of: screen.layer)
            if reading.isUpright != true || preview.changes != [] {
              mismatches.append("\(device.position) \(turns): \(reading)")
            }
            preview.end()
          }
        }
        #expect(mismatches == [] && seen.count == 4)
      }
    }
  }

  /// R025, R026, R031: an interface that stays portrait: the preview's angle and the frames' size stay, too, and the capture
  /// angle goes with gravity.
  @Test func aLockedInterfaceHasTwoAngles() async {
    await #expect(processExitsWith: .success) {
      await onScreen(.portrait, pose: .closed) { screen in
        var mismatches: [String] = []
        for (device, step) in [(try front(), -90.0), (try rear(), 90)] {
          let sizes = FrameSizes()
          let output = sizes.output()
          let preview = try screen.follow(device, outputs: [output])
          output.connection(with: .video)?.videoRotationAngle = preview.previewAngle
          try await screen.phone.settle()
          let (start, size) = (preview.previewAngle, sizes.take().last)
          for turns in 1...4 {
            try await screen.phone.play(.turn(1))
            try await screen.phone.settle()
            let gravity = (start + step * Double(turns) + 720).truncatingRemainder(dividingBy: 360)
            if preview.angles != [start, gravity] || screen.orientation != .portrait
              || Set(sizes.take()) != [size]
            {
              mismatches.append("\(device.position) \(turns): \(preview.angles)")
            }
          }
          preview.end()
        }
        #expect(mismatches == [])
      }
    }
  }

  /// R028: from one landscape straight to the other nothing is told of a size, and the preview has to be turned all the same.
  @Test func halfATurnChangesNoSize() async {
    await #expect(processExitsWith: .success) {
      await onScreen { screen in
        let preview = try screen.follow(try rear())
        try await screen.phone.settle()
        let (bounds, angle) = (screen.view.bounds, preview.previewAngle)
        _ = screen.controller.takeSizes()
        try await screen.phone.play(.turn(2))
        try await screen.phone.settle()
        #expect(screen.controller.sizes == [] && screen.view.bounds == bounds)
        #expect(abs(preview.previewAngle - angle) == 180)
        try screen.phone.reading(of: screen.layer).expect(upright: true)
        // What is keyed to sizes keeps the old angle.
        screen.layer.connection?.videoRotationAngle = angle
        try await screen.phone.settle()
        let roll = try #require(try screen.phone.reading(of: screen.layer).roll)
        #expect(abs(roll.remainder(dividingBy: 360)) > 170)
      }
    }
  }

  /// R029: a coordinator whose layer is in no window changes nothing for the one that is shown.
  @Test func aLayerOutsideOfAllWindowsDisturbsNobody() async {
    await #expect(processExitsWith: .success) {
      await onScreen { screen in
        let preview = try screen.follow(try rear())
        try await screen.phone.settle()
        #expect(preview.previewAngle == 90)
        let outside = AVCaptureVideoPreviewLayer(session: preview.session)
        let other = AVCaptureDevice.RotationCoordinator(device: try rear(), previewLayer: outside)
        try await screen.phone.settle()
        #expect(other.videoRotationAngleForHorizonLevelPreview == 0)
        #expect(preview.changes == [] && screen.layer.connection?.videoRotationAngle == 90)
        try screen.phone.reading(of: screen.layer).expect(upright: true)
      }
    }
  }

  /// R032: the inner display's native top is on its side: a table made for displays that are taller than wide is off by 90
  /// degrees in every orientation.
  @Test func aTableForTallDisplaysIsOffByAQuarter() async {
    await #expect(processExitsWith: .success) {
      await onScreen { screen in
        let table: [UIInterfaceOrientation: CGFloat] = [
          .portrait: 90, .landscapeRight: 0, .portraitUpsideDown: 270, .landscapeLeft: 180,
        ]
        let preview = try screen.follow(try rear())
        var off: [CGFloat] = []
        for _ in 0..<4 {
          try await screen.phone.settle()
          try screen.phone.reading(of: screen.layer).expect(upright: true)
          off.append(
            (preview.previewAngle - table[screen.orientation]! + 360).truncatingRemainder(dividingBy: 360))
          try await screen.phone.play(.turn(1))
        }
        #expect(off == [90, 90, 90, 90])
      }
    }
  }

  /// R055: upright in every pose and hold in which the interface can follow.
  @Test func uprightInEveryPoseAndHold() async {
    await #expect(processExitsWith: .success) {
      await onScreen { screen in
        let preview = try screen.follow(try front())
        var mismatches: [String] = []
        var count = 0
        for pose in [PhonePose.closed, .openLandscape, .openPortrait, .book] {
          // The outer display has no interface that stands on its head.
          for turns in pose == .closed ? [0, 1, 3] : [0, 1, 2, 3] {
            try await screen.phone.move(to: pose, over: .milliseconds(300))
            try await screen.phone.play(.turn(QuarterTurns(turns)))
            try await screen.phone.settle()
            let reading = try screen.phone.reading(of: screen.layer)
            count += 1
            if reading.isUpright != true || reading.isStale != false {
              mismatches.append("\(pose.rawValue) \(turns): \(reading)")
            }
          }
        }
        #expect(mismatches == [] && count == 15)
        preview.end()
      }
    }
  }

  /// R082: many turns with little time between them: what is there in the end is right.
  @Test func manyTurnsEndRight() async {
    await #expect(processExitsWith: .success) {
      await onScreen { screen in
        let preview = try screen.follow(try rear())
        var random: UInt64 = 82
        func next(_ count: UInt64) -> Int {
          random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return Int((random >> 33) % count)
        }
        var mismatches: [String] = []
        for round in 0..<10 {
          for _ in 0..<20 {
            try await screen.phone.play(.turn(QuarterTurns(next(4))))
            await screen.phone.run(for: .milliseconds(Double(next(400))))
          }
          try await screen.phone.settle()
          let isWide = screen.orientation.isLandscape
          let wanted = isWide ? CGSize(width: 951, height: 669) : CGSize(width: 669, height: 951)
          if screen.layer.bounds.size != wanted
            || screen.layer.connection?.videoRotationAngle != preview.captureAngle
          {
            mismatches.append("\(round): \(screen.layer.bounds) \(preview.angles)")
          }
        }
        #expect(mismatches == [])
        try screen.phone.reading(of: screen.layer).expect(upright: true)
      }
    }
  }
}
