import PhoneModel

/// What a session's cameras cost, as a value. What counts is Apple's word [header]; how much, the phone's description says.
struct SessionCost: Equatable, Sendable {
  struct Camera: Equatable, Sendable {
    var width, height: Int
    var isBinned: Bool
    /// The most frames a second that the hardware has to be kept for: the format's most, or less when the app has said so.
    var maxRate: Double
    /// Frames a second now.
    var rate: Double
    /// Physical cameras that run for it.
    var physical: Int
    var hasDepth: Bool
  }

  var cameras: [Camera]
  var policy: PolicyDescription

  /// How much of the hardware several cameras take; above 1 they cannot run.
  ///
  /// A picture of 4:3 or taller reads the whole sensor, a wider one reads less. [header] A square sensor counts as if it
  /// were 4:3 (assumed).
  var hardware: Double {
    pictures + policy.depthCost.value * Double(cameras.filter(\.hasDepth).count)
  }

  /// The same without depth.
  private var pictures: Double {
    cameras.reduce(0) { sum, camera in
      let (short, long) = (min(camera.width, camera.height), max(camera.width, camera.height))
      let part = min(1, Double(short) / Double(long) / 0.75)
      let one =
        policy.hardwareCostUnit.value * part * camera.maxRate / 30
        * (camera.isBinned ? policy.binnedCost.value : 1)
      return sum + one * Double(camera.physical)
    }
  }

  /// How much of what a phone can do for long they take; above 1 it grows too hot. [header] Pixels in a second count
  /// (assumed).
  var pressure: Double {
    cameras.reduce(0) { sum, camera in
      let load = Double(camera.width * camera.height) * camera.rate / (1920 * 1080 * 30)
      return sum + policy.pressureCostUnit.value * load * Double(camera.physical)
        + (camera.hasDepth ? policy.depthCost.value : 0)
    }
  }

  /// An ordinary session costs nothing until several outputs are fed with frames of their own: several video data
  /// outputs, or a movie file output beside them. [header] Each of them then costs what the camera costs; depth, which is
  /// streamed once however many they are, nothing (assumed).
  func ordinary(videoDataOutputs: Int, movieOutputs: Int) -> Double {
    guard videoDataOutputs > 0, videoDataOutputs + movieOutputs > 1 else { return 0 }
    return pictures * Double(videoDataOutputs + movieOutputs)
  }
}
