import DuoFoundation
import PhoneHardware

public typealias SystemSoundID = UInt32

/// Shakes the phone.
public let kSystemSoundID_Vibrate: SystemSoundID = 0x0000_0fff

/// Plays a sound of the system. Nobody can hear a simulated phone: the trace tells of it.
public func AudioServicesPlaySystemSound(_ inSystemSoundID: SystemSoundID) {
  CurrentPhone.phone.trace.record("system-sound", ["id": .integer(Int(inSystemSoundID))])
}

/// The same with a vibration, where the phone is silenced.
public func AudioServicesPlayAlertSound(_ inSystemSoundID: SystemSoundID) {
  CurrentPhone.phone.trace.record(
    "system-sound", ["id": .integer(Int(inSystemSoundID)), "alert": true])
}
