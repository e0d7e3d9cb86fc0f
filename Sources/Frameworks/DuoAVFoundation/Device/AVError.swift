import DuoCoreMedia
import Foundation

/// The domain of every capture error. [header]
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// The device that an error is about. [header]
public let AVErrorDeviceKey = "AVErrorDeviceKey"
/// The media type that an error is about. [header]
public let AVErrorMediaTypeKey = "AVErrorMediaTypeKey"
/// The media subtypes that an error is about. [header]
public let AVErrorMediaSubTypeKey = "AVErrorMediaSubTypeKey"
/// The time at which an error happened. [header]
public let AVErrorTimeKey = "AVErrorTimeKey"
/// The process that holds the device. [header]
public let AVErrorPIDKey = "AVErrorPIDKey"
/// The file size at which a recording ended. [header]
public let AVErrorFileSizeKey = "AVErrorFileSizeKey"
/// Whether a recording is usable although it ended with an error. [header]
public let AVErrorRecordingSuccessfullyFinishedKey = "AVErrorRecordingSuccessfullyFinishedKey"
/// What changed in a discontinuity. [header]
public let AVErrorDiscontinuityFlagsKey = "AVErrorDiscontinuityFlagsKey"

/// An error of the capture framework. Bridges to an `NSError` of `AVFoundationErrorDomain` and back.
public struct AVError: _BridgedStoredNSError, Sendable {
  public let _nsError: NSError

  public init(_nsError error: NSError) {
    precondition(error.domain == AVFoundationErrorDomain, "not an error of AVFoundation: \(error)")
    _nsError = error
  }

  public static var _nsErrorDomain: String { AVFoundationErrorDomain }
  public static var errorDomain: String { AVFoundationErrorDomain }

  public func hash(into hasher: inout Hasher) { hasher.combine(_nsError) }

  /// What went wrong; the raw values are Apple's. [header]
  public enum Code: Int, _ErrorCodeProtocol, Hashable, Sendable {
    public typealias _ErrorType = AVError

    case unknown = -11800
    case outOfMemory = -11801
    case sessionNotRunning = -11803
    case deviceAlreadyUsedByAnotherSession = -11804
    case noDataCaptured = -11805
    case sessionConfigurationChanged = -11806
    case diskFull = -11807
    case deviceWasDisconnected = -11808
    case mediaChanged = -11809
    case maximumDurationReached = -11810
    case maximumFileSizeReached = -11811
    case mediaDiscontinuity = -11812
    case maximumNumberOfSamplesForFileFormatReached = -11813
    case deviceNotConnected = -11814
    case deviceInUseByAnotherApplication = -11815
    case deviceLockedForConfigurationByAnotherProcess = -11817
    case sessionWasInterrupted = -11818
    case mediaServicesWereReset = -11819
    case exportFailed = -11820
    case decodeFailed = -11821
    case invalidSourceMedia = -11822
    case fileAlreadyExists = -11823
    case fileFormatNotRecognized = -11828
    case fileFailedToParse = -11829
    case maximumStillImageCaptureRequestsExceeded = -11830
    case noImageAtTime = -11832
    case decoderNotFound = -11833
    case encoderNotFound = -11834
    case deviceIsNotAvailableInBackground = -11837
    case encoderTemporarilyUnavailable = -11840
    case torchLevelUnavailable = -11846
    case operationInterrupted = -11847
    case applicationIsNotAuthorizedToUseDevice = -11852
    case recordingAlreadyInProgress = -11859
    case unsupportedOutputSettings = -11861
    case operationNotAllowed = -11862
    case formatUnsupported = -11864
    case operationCancelled = -11878
    case malformedDepth = -11865
    case operationNotSupportedForPreset = -11871
    case sessionHardwareCostOverage = -11872
    case unsupportedDeviceActiveFormat = -11873
    case noSmartFramingsEnabled = -11890
  }

  /// The device that the error is about, where one was named.
  public var device: AVCaptureDevice? { _nsError.userInfo[AVErrorDeviceKey] as? AVCaptureDevice }
  /// When it happened, where that is known.
  public var time: CMTime? { _nsError.userInfo[AVErrorTimeKey] as? CMTime }
  /// The size of a file at that moment, bytes, where one was written.
  public var fileSize: Int64? { number(AVErrorFileSizeKey)?.int64Value }
  /// The process that the error is about, where one was named.
  public var processID: Int? { number(AVErrorPIDKey)?.intValue }
  /// Of a recording that ended with this error: whether its file can be used.
  public var recordingSuccessfullyFinished: Bool? {
    number(AVErrorRecordingSuccessfullyFinishedKey)?.boolValue
  }
  /// The medium that the error is about, where one was named.
  public var mediaType: AVMediaType? {
    let value = _nsError.userInfo[AVErrorMediaTypeKey]
    return value as? AVMediaType ?? (value as? String).map { AVMediaType(rawValue: $0) }
  }
  /// The kinds of samples that the error is about, where they were named: four-character codes.
  public var mediaSubtypes: [Int]? {
    (_nsError.userInfo[AVErrorMediaSubTypeKey] as? [Any])?.compactMap { ($0 as? NSNumber)?.intValue }
  }

  private func number(_ key: String) -> NSNumber? { _nsError.userInfo[key] as? NSNumber }
}

/// Lets `as? AVError` find the error in an `NSError` of the domain, and `as? NSError` the object itself, as on Apple's
/// systems.
extension AVError: _ObjectiveCBridgeable {
  public typealias _ObjectiveCType = NSError

  public func _bridgeToObjectiveC() -> NSError { _nsError }

  public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout AVError?) {
    result = source.domain == AVFoundationErrorDomain ? AVError(_nsError: source) : nil
  }

  @discardableResult
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout AVError?) -> Bool {
    _forceBridgeFromObjectiveC(source, result: &result)
    return result != nil
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> AVError {
    source.map { AVError(_nsError: $0) } ?? AVError(.unknown)
  }
}

// `catch AVError.diskFull` and `error.code == .diskFull`, as for every imported error type.
extension AVError {
  public static var unknown: Code { .unknown }
  public static var outOfMemory: Code { .outOfMemory }
  public static var sessionNotRunning: Code { .sessionNotRunning }
  public static var deviceAlreadyUsedByAnotherSession: Code { .deviceAlreadyUsedByAnotherSession }
  public static var noDataCaptured: Code { .noDataCaptured }
  public static var sessionConfigurationChanged: Code { .sessionConfigurationChanged }
  public static var diskFull: Code { .diskFull }
  public static var deviceWasDisconnected: Code { .deviceWasDisconnected }
  public static var mediaChanged: Code { .mediaChanged }
  public static var maximumDurationReached: Code { .maximumDurationReached }
  public static var maximumFileSizeReached: Code { .maximumFileSizeReached }
  public static var mediaDiscontinuity: Code { .mediaDiscontinuity }
  public static var maximumNumberOfSamplesForFileFormatReached: Code {
    .maximumNumberOfSamplesForFileFormatReached
  }
  public static var deviceNotConnected: Code { .deviceNotConnected }
  public static var deviceInUseByAnotherApplication: Code { .deviceInUseByAnotherApplication }
  public static var deviceLockedForConfigurationByAnotherProcess: Code {
    .deviceLockedForConfigurationByAnotherProcess
  }
  public static var sessionWasInterrupted: Code { .sessionWasInterrupted }
  public static var mediaServicesWereReset: Code { .mediaServicesWereReset }
  public static var exportFailed: Code { .exportFailed }
  public static var decodeFailed: Code { .decodeFailed }
  public static var invalidSourceMedia: Code { .invalidSourceMedia }
  public static var fileAlreadyExists: Code { .fileAlreadyExists }
  public static var fileFormatNotRecognized: Code { .fileFormatNotRecognized }
  public static var fileFailedToParse: Code { .fileFailedToParse }
  public static var noImageAtTime: Code { .noImageAtTime }
  public static var decoderNotFound: Code { .decoderNotFound }
  public static var maximumStillImageCaptureRequestsExceeded: Code {
    .maximumStillImageCaptureRequestsExceeded
  }
  public static var encoderNotFound: Code { .encoderNotFound }
  public static var deviceIsNotAvailableInBackground: Code { .deviceIsNotAvailableInBackground }
  public static var encoderTemporarilyUnavailable: Code { .encoderTemporarilyUnavailable }
  public static var torchLevelUnavailable: Code { .torchLevelUnavailable }
  public static var operationInterrupted: Code { .operationInterrupted }
  public static var applicationIsNotAuthorizedToUseDevice: Code { .applicationIsNotAuthorizedToUseDevice }
  public static var recordingAlreadyInProgress: Code { .recordingAlreadyInProgress }
  public static var unsupportedOutputSettings: Code { .unsupportedOutputSettings }
  public static var operationNotAllowed: Code { .operationNotAllowed }
  public static var formatUnsupported: Code { .formatUnsupported }
  public static var operationCancelled: Code { .operationCancelled }
  public static var malformedDepth: Code { .malformedDepth }
  public static var operationNotSupportedForPreset: Code { .operationNotSupportedForPreset }
  public static var sessionHardwareCostOverage: Code { .sessionHardwareCostOverage }
  public static var unsupportedDeviceActiveFormat: Code { .unsupportedDeviceActiveFormat }
  public static var noSmartFramingsEnabled: Code { .noSmartFramingsEnabled }
}
