import DuoFoundation

// Status codes of the sample buffer functions. [header]

public let kCMSampleBufferError_AllocationFailed: OSStatus = -12730
public let kCMSampleBufferError_RequiredParameterMissing: OSStatus = -12731
public let kCMSampleBufferError_AlreadyHasDataBuffer: OSStatus = -12732
public let kCMSampleBufferError_BufferNotReady: OSStatus = -12733
public let kCMSampleBufferError_SampleIndexOutOfRange: OSStatus = -12734
public let kCMSampleBufferError_BufferHasNoSampleSizes: OSStatus = -12735
public let kCMSampleBufferError_BufferHasNoSampleTimingInfo: OSStatus = -12736
public let kCMSampleBufferError_ArrayTooSmall: OSStatus = -12737
public let kCMSampleBufferError_InvalidEntryCount: OSStatus = -12738
public let kCMSampleBufferError_CannotSubdivide: OSStatus = -12739
public let kCMSampleBufferError_SampleTimingInfoInvalid: OSStatus = -12740
public let kCMSampleBufferError_InvalidMediaTypeForOperation: OSStatus = -12741
public let kCMSampleBufferError_InvalidSampleData: OSStatus = -12742
public let kCMSampleBufferError_InvalidMediaFormat: OSStatus = -12743
public let kCMSampleBufferError_Invalidated: OSStatus = -12744
public let kCMSampleBufferError_DataFailed: OSStatus = -16750
public let kCMSampleBufferError_DataCanceled: OSStatus = -16751

extension CMSampleBuffer {
  /// The errors that the methods throw: status codes in Apple's domain.
  public enum Error {
    public static var allocationFailed: NSError { error(kCMSampleBufferError_AllocationFailed) }
    public static var requiredParameterMissing: NSError {
      error(kCMSampleBufferError_RequiredParameterMissing)
    }
    public static var alreadyHasDataBuffer: NSError { error(kCMSampleBufferError_AlreadyHasDataBuffer) }
    public static var bufferNotReady: NSError { error(kCMSampleBufferError_BufferNotReady) }
    public static var sampleIndexOutOfRange: NSError { error(kCMSampleBufferError_SampleIndexOutOfRange) }
    public static var bufferHasNoSampleSizes: NSError { error(kCMSampleBufferError_BufferHasNoSampleSizes) }
    public static var bufferHasNoSampleTimingInfo: NSError {
      error(kCMSampleBufferError_BufferHasNoSampleTimingInfo)
    }
    public static var arrayTooSmall: NSError { error(kCMSampleBufferError_ArrayTooSmall) }
    public static var invalidEntryCount: NSError { error(kCMSampleBufferError_InvalidEntryCount) }
    public static var sampleTimingInfoInvalid: NSError { error(kCMSampleBufferError_SampleTimingInfoInvalid) }
    public static var invalidMediaTypeForOperation: NSError {
      error(kCMSampleBufferError_InvalidMediaTypeForOperation)
    }
    public static var invalidSampleData: NSError { error(kCMSampleBufferError_InvalidSampleData) }
    public static var invalidMediaFormat: NSError { error(kCMSampleBufferError_InvalidMediaFormat) }
    public static var invalidated: NSError { error(kCMSampleBufferError_Invalidated) }

    private static func error(_ code: OSStatus) -> NSError {
      NSError(domain: "NSOSStatusErrorDomain", code: Int(code))
    }
  }
}
