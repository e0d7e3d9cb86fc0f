import BarcodeReading
import DuoFoundation

extension AVMetadataObject {
  /// What is found in a picture. Raw values are Apple's. [forum]
  public struct ObjectType: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let face = ObjectType(rawValue: "face")
    /// The upper part of a body.
    public static let humanBody = ObjectType(rawValue: "humanBody")
    public static let humanFullBody = ObjectType(rawValue: "humanFullBody")
    public static let catBody = ObjectType(rawValue: "catBody")
    public static let dogBody = ObjectType(rawValue: "dogBody")
    public static let salientObject = ObjectType(rawValue: "salientObject")

    public static let qr = ObjectType(rawValue: "org.iso.QRCode")
    public static let microQR = ObjectType(rawValue: "MicroQR")
    public static let ean13 = ObjectType(rawValue: "org.gs1.EAN-13")
    public static let ean8 = ObjectType(rawValue: "org.gs1.EAN-8")
    public static let upce = ObjectType(rawValue: "org.gs1.UPC-E")
    public static let code39 = ObjectType(rawValue: "org.iso.Code39")
    public static let code39Mod43 = ObjectType(rawValue: "org.iso.Code39Mod43")
    public static let code93 = ObjectType(rawValue: "com.intermec.Code93")
    public static let code128 = ObjectType(rawValue: "org.iso.Code128")
    public static let pdf417 = ObjectType(rawValue: "org.iso.PDF417")
    public static let microPDF417 = ObjectType(rawValue: "MicroPDF417")
    public static let aztec = ObjectType(rawValue: "org.iso.Aztec")
    public static let interleaved2of5 = ObjectType(rawValue: "org.ansi.Interleaved2of5")
    public static let itf14 = ObjectType(rawValue: "org.gs1.ITF14")
    public static let dataMatrix = ObjectType(rawValue: "org.iso.DataMatrix")
    public static let codabar = ObjectType(rawValue: "Codabar")
    public static let gs1DataBar = ObjectType(rawValue: "GS1DataBar")
    public static let gs1DataBarExpanded = ObjectType(rawValue: "GS1DataBarExpanded")
    public static let gs1DataBarLimited = ObjectType(rawValue: "GS1DataBarLimited")

    /// What a camera's metadata port can find here. The order means nothing.
    static let found: [ObjectType] =
      [.face, .humanBody] + codes.map(\.type)

    /// Codes, and how they are read.
    static let codes: [(type: ObjectType, symbology: Symbology)] = [
      (.qr, .qr), (.microQR, .microQR), (.ean13, .ean13), (.ean8, .ean8), (.upce, .upcE), (.code39, .code39),
      (.code39Mod43, .code39), (.code93, .code93), (.code128, .code128), (.pdf417, .pdf417), (.aztec, .aztec),
      (.interleaved2of5, .itf), (.itf14, .itf), (.dataMatrix, .dataMatrix), (.codabar, .codabar),
      (.gs1DataBar, .dataBar), (.gs1DataBarExpanded, .dataBarExpanded),
    ]
  }
}
