public import PhoneHardware
public import PhoneModel

extension SimulatedPhone {
  /// Draws a few pixels of what the camera sees now. A covered camera sees black at no distance.
  public func probe(
    _ camera: CameraID, _ configuration: StreamConfiguration, _ window: FrameWindow
  ) -> SceneProbe? {
    let imager = imager(of: camera, configuration)
    guard let imager else { return nil }
    return SceneProbe(imager, window)
  }

  public func people(_ camera: CameraID, _ configuration: StreamConfiguration) -> [SeenPerson] {
    imager(of: camera, configuration)?.people ?? []
  }
}

extension SceneProbe {
  private static let side = 16

  /// The means over a few pixels of a picture that is as the world is.
  init(_ imager: WorldImager, _ window: FrameWindow) {
    let side = Self.side
    var plain = imager
    plain.configuration.settings = CameraSettings()
    plain.state.light = 1
    var (pixels, depths) = (
      [UInt8](repeating: 0, count: side * side * 4), [Float](repeating: 0, count: side * side)
    )
    pixels.withUnsafeMutableBytes {
      plain.draw(window, into: Self.target(.bgra, $0.baseAddress!))
    }
    depths.withUnsafeMutableBytes {
      plain.draw(window, into: Self.target(.depthFloat32, $0.baseAddress!))
    }
    func mean(_ channel: Int) -> Double {
      let all = stride(from: channel, to: pixels.count, by: 4).map { Transfer.linear(pixels[$0]) }
      return all.reduce(0, +) / Double(all.count)
    }
    depths.sort()
    self.init(red: mean(2), green: mean(1), blue: mean(0), depth: Double(depths[depths.count / 2]))
  }

  private static func target(_ layout: PixelLayout, _ base: UnsafeMutableRawPointer) -> PixelTarget {
    PixelTarget(
      layout: layout, width: side, height: side, planes: [.init(base: base, bytesPerRow: side * 4)])
  }
}
