import DuoFoundation

// What `CFGetTypeID` answers for these. [docs]

public func CMSampleBufferGetTypeID() -> CFTypeID { typeNumber(CMSampleBuffer.self) }
public func CMFormatDescriptionGetTypeID() -> CFTypeID { typeNumber(CMFormatDescription.self) }
public func CMBlockBufferGetTypeID() -> CFTypeID { typeNumber(CMBlockBuffer.self) }
public func CVPixelBufferGetTypeID() -> CFTypeID { typeNumber(CVPixelBuffer.self) }
public func CVPixelBufferPoolGetTypeID() -> CFTypeID { typeNumber(CVPixelBufferPool.self) }
