import DuoFoundation

// Keys of settings for pictures. Raw values are Apple's. [header]

/// Width of the pictures, pixels.
public let AVVideoWidthKey = "AVVideoWidthKey"
/// Height of the pictures, pixels.
public let AVVideoHeightKey = "AVVideoHeightKey"
/// What becomes of pictures of another shape: one of the modes below.
public let AVVideoScalingModeKey = "AVVideoScalingModeKey"
/// Stretched to the wanted size. The default.
public let AVVideoScalingModeResize = "AVVideoScalingModeResize"
/// As large as fills the wanted size in its own shape; what stands over is cut off on both sides.
public let AVVideoScalingModeResizeAspectFill = "AVVideoScalingModeResizeAspectFill"

/// A dictionary of the three keys that follow.
public let AVVideoColorPropertiesKey = "AVVideoColorPropertiesKey"
public let AVVideoColorPrimariesKey = "AVVideoColorPrimariesKey"
public let AVVideoTransferFunctionKey = "AVVideoTransferFunctionKey"
public let AVVideoYCbCrMatrixKey = "AVVideoYCbCrMatrixKey"
public let AVVideoColorPrimaries_ITU_R_709_2 = "ITU_R_709_2"
public let AVVideoColorPrimaries_P3_D65 = "P3_D65"
public let AVVideoColorPrimaries_SMPTE_C = "SMPTE_C"
public let AVVideoColorPrimaries_ITU_R_2020 = "ITU_R_2020"
public let AVVideoTransferFunction_ITU_R_709_2 = "ITU_R_709_2"
public let AVVideoTransferFunction_ITU_R_2100_HLG = "ITU_R_2100_HLG"
public let AVVideoYCbCrMatrix_ITU_R_709_2 = "ITU_R_709_2"
public let AVVideoYCbCrMatrix_ITU_R_601_4 = "ITU_R_601_4"
public let AVVideoYCbCrMatrix_ITU_R_2020 = "ITU_R_2020"

// Among the codec's properties.

/// Bits in a second, for H.264 and HEVC.
public let AVVideoAverageBitRateKey = "AverageBitRate"
/// At most so many pictures from one key picture to the next.
public let AVVideoMaxKeyFrameIntervalKey = "MaxKeyFrameInterval"
/// At most so many seconds from one key picture to the next.
public let AVVideoMaxKeyFrameIntervalDurationKey = "MaxKeyFrameIntervalDuration"
/// Whether pictures may be stored in another order than they are shown in.
public let AVVideoAllowFrameReorderingKey = "AllowFrameReordering"
/// One of the levels below.
public let AVVideoProfileLevelKey = "ProfileLevel"
/// Pictures in a second, as the encoder should expect them.
public let AVVideoExpectedSourceFrameRateKey = "ExpectedFrameRate"
/// For H.264: one of the modes below.
public let AVVideoH264EntropyModeKey = "H264EntropyMode"

public let AVVideoProfileLevelH264Baseline30 = "H264_Baseline_3_0"
public let AVVideoProfileLevelH264Baseline31 = "H264_Baseline_3_1"
public let AVVideoProfileLevelH264Baseline41 = "H264_Baseline_4_1"
public let AVVideoProfileLevelH264BaselineAutoLevel = "H264_Baseline_AutoLevel"
public let AVVideoProfileLevelH264Main30 = "H264_Main_3_0"
public let AVVideoProfileLevelH264Main31 = "H264_Main_3_1"
public let AVVideoProfileLevelH264Main32 = "H264_Main_3_2"
public let AVVideoProfileLevelH264Main41 = "H264_Main_4_1"
public let AVVideoProfileLevelH264MainAutoLevel = "H264_Main_AutoLevel"
public let AVVideoProfileLevelH264High40 = "H264_High_4_0"
public let AVVideoProfileLevelH264High41 = "H264_High_4_1"
public let AVVideoProfileLevelH264HighAutoLevel = "H264_High_AutoLevel"
public let AVVideoH264EntropyModeCAVLC = "CAVLC"
public let AVVideoH264EntropyModeCABAC = "CABAC"
