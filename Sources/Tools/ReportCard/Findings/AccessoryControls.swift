import Scenarios

/// An accessory can vanish at any moment: whatever can be done there must be possible in the app itself.
enum AccessoryControls {
  static func findings(_ moment: JudgedMoment) -> [Finding] {
    let main = moment.names(in: .application)
    return moment.names(in: .cameraCaptureAccessory).subtracting(main).sorted().map {
      Finding(
        .onlyCopyInAccessory, .fail, "The control \"\($0)\" is in the accessory and nowhere else.",
        expected: "the same control in the app's own scene")
    }
  }
}
