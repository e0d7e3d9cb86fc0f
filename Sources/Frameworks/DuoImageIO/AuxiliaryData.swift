import DuoFoundation

// Keys of the maps that a picture file carries beside its picture. [header]; texts [forum]

/// A map of distances, metres.
public var kCGImageAuxiliaryDataTypeDepth: CFString { "kCGImageAuxiliaryDataTypeDepth" }
/// A map of inverse distances, 1/metres.
public var kCGImageAuxiliaryDataTypeDisparity: CFString { "kCGImageAuxiliaryDataTypeDisparity" }
/// The map's bytes, `CFData`.
public var kCGImageAuxiliaryDataInfoData: CFString { "kCGImageAuxiliaryDataInfoData" }
/// What the bytes are: a dictionary of the texts `Width`, `Height`, `BytesPerRow`, `PixelFormat`.
public var kCGImageAuxiliaryDataInfoDataDescription: CFString { "kCGImageAuxiliaryDataInfoDataDescription" }
/// What is known of the map.
public var kCGImageAuxiliaryDataInfoMetadata: CFString { "kCGImageAuxiliaryDataInfoMetadata" }
