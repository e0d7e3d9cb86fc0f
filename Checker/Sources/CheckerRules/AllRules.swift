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
    HardCodedFormat(),
    InputNotRestored(),
    InterruptionUnobserved(),
    LayoutFromHinge(),
    LegacyOrientation(),
    MirrorBeforeAutomaticOff(),
    MirrorNotReapplied(),
    MirrorUnsupported(),
    MulticamForFold(),
    OneAngleForBoth(),
    PhotoSettingsReused(),
    PhysicalFrontByDefault(),
    PreviewLayerNotResized(),
    PreviewUncovered(),
    RegionOfInterestUnconverted(),
    RotationCoordinatorStale(),
    RuntimeErrorUnobserved(),
    ScreenSizedPreview(),
    SessionWorkPerView(),
    StartOnMain(),
    SwitchOutsideConfiguration(),
    UnlockedConfiguration(),
    VirtualFrontInCoordinator(),
    ZoomAssumesCamera(),
  ]

  /// Nil for a name that no rule has.
  public static func rule(named name: String) -> (any Rule)? { list.first { $0.about.name == name } }
}
