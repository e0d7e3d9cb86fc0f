import PhoneModel

// A pipeline that is built anew while its camera runs is silent meanwhile.
extension SessionEngine {
  /// It runs, and no block of changes is open.
  var runsNow: Bool { state.withLock { $0.activity.isRunning && !$0.graph.isConfiguring } }

  /// A connection of a camera changed so that its pipeline has to be built anew: at once, or once at the end of a block.
  func rebuild(_ device: AVCaptureDevice?) {
    guard let device else { return }
    let isNow = state.withLock { state -> Bool in
      guard state.activity.isRunning else { return false }
      if state.graph.isConfiguring { state.toRebuild.insert(device.camera.id) }
      return !state.graph.isConfiguring
    }
    if isNow { silence([device.camera.id]) }
  }

  /// At the end of a block.
  func rebuildWhatChanged() {
    let cameras = state.withLock { state -> Set<CameraID> in
      guard !state.graph.isConfiguring else { return [] }
      defer { state.toRebuild = [] }
      return state.toRebuild
    }
    if !cameras.isEmpty { silence(cameras) }
  }

  private func silence(_ cameras: Set<CameraID>) {
    let end = phone.clock.now + phone.description.timing.pipelineRebuild.value
    let feeds = state.withLock { state in
      state.feeds.values.filter { cameras.contains($0.device.object.camera.id) }
    }
    guard !feeds.isEmpty else { return }
    for feed in feeds { feed.staySilent(until: end) }
    phone.trace.record(
      "pipeline-rebuilt",
      [
        "session": .integer(number), "cameras": .list(cameras.map(\.rawValue).sorted().map { .text($0) }),
        "until": .integer(Int(end.nanoseconds)),
      ])
  }
}
