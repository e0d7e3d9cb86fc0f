import PhoneModel

extension AVCaptureDevice {
  /// How hot the phone is. Observable. At `.shutdown` sessions are interrupted. [header]
  public var systemPressureState: SystemPressureState { SystemPressureState(current.thermal) }
}

extension AVCaptureDevice.SystemPressureState {
  /// A warm phone names its temperature as the cause (assumed).
  package convenience init(_ thermal: ThermalLevel) {
    let level: Level =
      switch thermal {
      case .nominal: .nominal
      case .fair: .fair
      case .serious: .serious
      case .critical: .critical
      case .shutdown: .shutdown
      }
    self.init(level: level, factors: thermal == .nominal ? [] : .systemTemperature)
  }
}
