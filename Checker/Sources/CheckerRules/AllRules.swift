/// Every rule, in the order in which they are listed.
public enum AllRules {
  public static let list: [any Rule] = [
    AccessoryAvailabilityIgnored(),
    AccessoryUnregisteredToHide(),
    AvailabilityMissing(),
    CaptureCallInHandler(),
    CompensationLeftOn(),
    CoordinatorNotKept(),
    CoordinatorShared(),
    DepthUnchecked(),
    DeviceForced(),
    FacingFromPosition(),
    InputNotRestored(),
    InterruptionUnobserved(),
    LayoutFromHinge(),
    LegacyOrientation(),
    MirrorBeforeAutomaticOff(),
    MirrorUnsupported(),
    MulticamForFold(),
    OneAngleForBoth(),
    PhotoSettingsReused(),
    PhysicalFrontByDefault(),
    PreviewLayerNotResized(),
    RegionOfInterestUnconverted(),
    RuntimeErrorUnobserved(),
    ScreenSizedPreview(),
    SessionWorkPerView(),
    StartOnMain(),
    SwitchOutsideConfiguration(),
    UnlockedConfiguration(),
    VirtualFrontInCoordinator(),
    ZoomAssumesCamera(),
  ]

  public static func rule(named name: String) -> (any Rule)? { list.first { $0.about.name == name } }
}
