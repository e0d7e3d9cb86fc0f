// What a test needs of the phone, under its own name: each type by itself, so that a test's own names stay free.
@_exported public import enum PhoneHardware.TraceValue
@_exported public import enum PhoneModel.CameraControlGesture
@_exported public import struct PhoneModel.CameraID
@_exported public import enum PhoneModel.DisplayID
@_exported public import struct PhoneModel.MovieWorld
@_exported public import struct PhoneModel.PhoneDescription
@_exported public import struct PhoneModel.PhoneDuration
@_exported public import enum PhoneModel.PhoneEvent
@_exported public import struct PhoneModel.PhoneState
@_exported public import struct PhoneModel.PhoneTime
@_exported public import struct PhoneModel.QuarterTurns
@_exported public import enum PhoneModel.ThermalLevel
@_exported public import enum PhoneModel.WorldDescription
@_exported public import enum Scenarios.Faces
@_exported public import enum Scenarios.PictureCamera
@_exported public import class SimulatedPhone.SimulatedPhone
