/// Every rule, in the order in which they are listed.
public enum AllRules {
  public static let list: [any Rule] = [
    CaptureCallInHandler(),
    CoordinatorNotKept(),
    CoordinatorShared(),
    DeviceForced(),
    FacingFromPosition(),
    InputNotRestored(),
    InterruptionUnobserved(),
    LegacyOrientation(),
    MirrorBeforeAutomaticOff(),
    MirrorUnsupported(),
    MulticamForFold(),
    PhotoSettingsReused(),
    PhysicalFrontByDefault(),
    PreviewLayerNotResized(),
    RuntimeErrorUnobserved(),
    ScreenSizedPreview(),
    StartOnMain(),
    SwitchOutsideConfiguration(),
    UnlockedConfiguration(),
    VirtualFrontInCoordinator(),
  ]

  public static func rule(named name: String) -> (any Rule)? { list.first { $0.about.name == name } }
}
