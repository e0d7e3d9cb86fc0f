extension CameraID {
  /// The one sound device of a phone, among the names of its capture devices. No camera has this name.
  package static let microphone = CameraID(rawValue: "microphone")
}

extension MicrophoneDescription {
  /// The microphone in the shape of the other capture devices. Whatever has to do with pictures is not looked at, since
  /// its medium is sound.
  /// - Parameter presets: Names of the session presets that it can be used with.
  package func captureDevice(presets: [String]) -> CameraDescription {
    CameraDescription(
      id: .microphone, uniqueID: uniqueID, modelID: modelID, localizedName: localizedName,
      deviceType: "AVCaptureDeviceTypeMicrophone",
      alsoFoundAs: Sourced(["AVCaptureDeviceTypeBuiltInMicrophone"], .documented), position: .unspecified,
      discoverableByDefault: Sourced(true, .documented), constituents: [], switching: nil,
      switchOverZoomFactors: Sourced([], .documented),
      mount: CameraMount(
        panel: .rear, face: Sourced(.inside, .assumed), fromHinge: Sourced(0, .assumed),
        aboveMiddle: Sourced(0, .assumed), nativeUp: Sourced(.top, .assumed)),
      occlusion: nil,
      formats: [
        CameraFormat(
          width: 0, height: 0, pixelFormat: "420v", minFrameRate: 1, maxFrameRate: 1, fieldOfView: 0,
          isBinned: false, maxZoom: 1, upscaleZoom: 1, minISO: 0, maxISO: 0, minExposure: 0, maxExposure: 0,
          photoSizes: [], aspectRatios: [], isMultiCam: true, isStabilized: false, isHighPhotoQuality: false,
          isHighestPhotoQuality: false, depthSizes: [], presets: presets, origins: FormatOrigins(.documented))
      ], startLatency: startLatency, traits: .fixedFocus, hasTorch: false, hasFlash: false)
  }
}
