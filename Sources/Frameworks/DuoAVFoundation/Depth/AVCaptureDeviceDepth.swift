import DuoCoreMedia
import DuoFoundation
import PhoneModel

extension AVCaptureDevice {
  /// What depth maps look like; nil when the active format has none. Observable. Needs the configuration lock. Every new
  /// `activeFormat` chooses one. [header]; which one (assumed): the largest, in 16 bits
  ///
  /// A format that the active format does not list, and nil, raise `NSInvalidArgumentException`. [header]; nil [inferred]
  public var activeDepthDataFormat: Format? {
    get { depthFormat(current) }
    set {
      configure("setActiveDepthDataFormat:") { state throws(DeviceFault) in
        let supported = formats[state.format].supportedDepthDataFormats
        guard let index = supported.firstIndex(where: { $0 === newValue }) else {
          throw .invalidArgument(
            "The activeDepthDataFormat passed is not supported by the device's activeFormat. Use "
              + "-activeFormat.supportedDepthDataFormats to discover valid formats.")
        }
        state.depth = DepthState(format: index)
      }
    }
  }

  /// The shortest time between two depth maps. Observable. Needs the configuration lock. `.invalid` returns to the depth
  /// format's default, `.positiveInfinity` ends depth; outside the range of the depth format it raises
  /// `NSRangeException`. A new format, of either kind, returns it to the default. [header]
  public var activeDepthDataMinFrameDuration: CMTime {
    get { rules.depthFrameDuration(current) }
    set {
      configure("setActiveDepthDataMinFrameDuration:") { state throws(DeviceFault) in
        state.depth.minFrameDuration = try rules.checkedDepthFrameDuration(newValue, state)
      }
    }
  }

  func depthFormat(_ state: DeviceState) -> Format? {
    guard formats.indices.contains(state.format) else { return nil }
    return state.depth.format.map { formats[state.format].supportedDepthDataFormats[$0] }
  }
}

extension AVCaptureDevice.Format {
  /// Zoom factors at which depth comes: all of the format's, since depth is drawn for every zoom here (assumed). Empty
  /// without depth. [header]
  public var supportedVideoZoomRangesForDepthDataDelivery: [ClosedRange<CGFloat>] {
    supportedDepthDataFormats.isEmpty ? [] : [1...max(1, videoMaxZoomFactor)]
  }

  /// Whether other factors may be set while depth is on: there are none. [header]
  public var zoomFactorsOutsideOfVideoZoomRangesForDepthDeliverySupported: Bool { false }
}

extension SessionEngine {
  /// Connections of depth and of photos are active while their camera has what they carry.
  func followFormats() {
    for connection in state.withLock({ Array($0.connections.values) }) { connection.followFormat() }
  }
}
