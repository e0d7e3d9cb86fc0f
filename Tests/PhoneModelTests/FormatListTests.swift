import PhoneModel
import Testing

@Suite struct FormatListTests {
  static func formats(_ camera: CameraID) -> [CameraFormat] { duo.camera(camera)!.formats }

  @Test func rearWideIsTheMeasuredList() {
    let formats = Self.formats(.rearWide)
    // 24 rows in two pixel formats, 7 of them also with ten bits.
    #expect(formats.count == 24 * 2 + 7)
    #expect(formats.filter { $0.pixelFormat == "x420" }.count == 7)
    let sizes = formats.map(\.width)
    #expect(sizes == sizes.sorted(), "from small to large")
    let cropped = formats.first { $0.width == 1920 && $0.maxFrameRate == 120 }!
    #expect(cropped.fieldOfView == 38.239 && cropped.maxZoom == 133 && cropped.maxISO == 1360)
    let photo = formats.last!
    #expect(photo.width == 4032 && photo.isHighestPhotoQuality && photo.maxISO == 7616)
  }

  @Test func ultraWideHasItsMeasuredViews() {
    func view(_ width: Int, _ height: Int) -> Double {
      Self.formats(.rearUltraWide).first { $0.width == width && $0.height == height }!.fieldOfView
    }
    #expect(abs(view(3840, 2160) - 107.803) < 1e-9)
    #expect(abs(view(4032, 3024) - 102.903) < 1e-9)
    #expect(abs(view(3264, 2448) - 102.903) < 1e-9)
  }

  @Test func frontCameras() {
    func has(_ camera: CameraID, _ width: Int, _ height: Int, _ rate: Double) -> Bool {
      Self.formats(camera).contains { $0.width == width && $0.height == height && $0.maxFrameRate == rate }
    }
    for (width, height) in [(3840, 2160), (2160, 3840)] {
      #expect(has(.outerFront, width, height, 30) && has(.outerFront, width, height, 60))
      #expect(!has(.innerFront, width, height, 30) && !has(.virtualFront, width, height, 30))
    }
    #expect(has(.outerFront, 1920, 1080, 120) && !has(.outerFront, 3840, 2160, 120))
    for camera in [CameraID.innerFront, .virtualFront] {
      #expect(has(camera, 1920, 1080, 30) && has(camera, 1920, 1080, 60) && !has(camera, 1920, 1080, 120))
    }
    #expect(Self.formats(.virtualFront).allSatisfy { $0.depthSizes.isEmpty })
    #expect(Self.formats(.innerFront).contains { !$0.depthSizes.isEmpty })
  }

  /// What the virtual camera offers, both of its constituents offer, apart from depth.
  @Test func theVirtualCameraOffersWhatBothCanDo() {
    func plain(_ format: CameraFormat) -> CameraFormat {
      var format = format
      format.depthSizes = []
      return format
    }
    let shared = Set(Self.formats(.outerFront).map(plain)).intersection(Self.formats(.innerFront).map(plain))
    #expect(Set(Self.formats(.virtualFront)).subtracting(shared) == [])
  }

  @Test func everyCameraAnswersTheUsualPresets() {
    let usual: Set = ["High", "Medium", "Low", "Photo", "640x480", "1280x720", "1920x1080"]
    var missing: [String] = []
    for phone in PhoneDescription.builtIn {
      for camera in phone.cameras {
        let presets = camera.formats.flatMap(\.presets)
        if !usual.isSubset(of: presets) || Set(presets).count != presets.count {
          missing.append("\(phone.name) \(camera.id): \(presets)")
        }
      }
    }
    #expect(missing == [])
  }

  /// A cut of the square sensor has the size of its ratio and sees as much as its pixels say.
  @Test func dynamicAspectRatios() {
    let square = Self.formats(.innerFront).first { $0.width == 1920 && $0.height == 1920 }!
    let rows: [(String, Int, Int, Double)] = [
      ("AVCaptureAspectRatio1x1", 1920, 1920, 95), ("AVCaptureAspectRatio16x9", 1920, 1080, 95),
      ("AVCaptureAspectRatio9x16", 1080, 1920, 63.088), ("AVCaptureAspectRatio4x3", 1920, 1440, 95),
      ("AVCaptureAspectRatio3x4", 1440, 1920, 78.599),
    ]
    var mismatches: [String] = []
    for (ratio, width, height, view) in rows {
      let size = square.size(aspectRatio: ratio)!
      let got = square.fieldOfView(aspectRatio: ratio)!
      if size != (width, height) || abs(got - view) > 0.001 { mismatches.append("\(ratio): \(size), \(got)") }
    }
    #expect(mismatches == [])
    #expect(square.size(aspectRatio: "AVCaptureAspectRatio2x1") == nil)
    let photo = Self.formats(.innerFront).first { $0.width == 4032 }!
    #expect(photo.aspectRatios == ["AVCaptureAspectRatio3x4", "AVCaptureAspectRatio4x3"])
  }

  @Test func identifiers() {
    for phone in PhoneDescription.builtIn {
      #expect(Set(phone.cameras.map(\.uniqueID)).count == phone.cameras.count)
    }
    #expect(duo.camera(uniqueID: duo.camera(.innerFront)!.uniqueID)?.id == .innerFront)
    #expect(
      !duo.camera(.innerFront)!.discoverableByDefault.value
        && !duo.camera(.outerFront)!.discoverableByDefault.value)
  }
}
