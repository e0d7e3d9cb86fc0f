// Kinds that nothing here writes are refused as other kinds that do not fit are. [header]
extension AVFileType {
  public static let m4v = AVFileType(rawValue: "com.apple.m4v-video")
  public static let mobile3GPP = AVFileType(rawValue: "public.3gpp")
  public static let mobile3GPP2 = AVFileType(rawValue: "public.3gpp2")
  public static let wav = AVFileType(rawValue: "com.microsoft.waveform-audio")
  public static let caf = AVFileType(rawValue: "com.apple.coreaudio-format")
  public static let aiff = AVFileType(rawValue: "public.aiff-audio")
  public static let aifc = AVFileType(rawValue: "public.aifc-audio")
  public static let mp3 = AVFileType(rawValue: "public.mp3")
  public static let avci = AVFileType(rawValue: "public.avci")
  public static let m4a = AVFileType(rawValue: "com.apple.m4a-audio")
}
