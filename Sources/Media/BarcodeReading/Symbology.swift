import CBarcodes

/// A kind of code. Raw values are its name in scenario files.
package enum Symbology: String, Hashable, Sendable, CaseIterable {
  case aztec, codabar, code39, code93, code128, dataMatrix, ean8, ean13, itf, pdf417, qr, upcA, upcE
  case microQR, dataBar, dataBarExpanded

  /// Kinds that can be drawn, too.
  package static let drawable = allCases.filter { ![.microQR, .dataBar, .dataBarExpanded].contains($0) }

  var bit: UInt32 {
    switch self {
    case .aztec: UInt32(duo_code_aztec)
    case .codabar: UInt32(duo_code_codabar)
    case .code39: UInt32(duo_code_code39)
    case .code93: UInt32(duo_code_code93)
    case .code128: UInt32(duo_code_code128)
    case .dataMatrix: UInt32(duo_code_dataMatrix)
    case .ean8: UInt32(duo_code_ean8)
    case .ean13: UInt32(duo_code_ean13)
    case .itf: UInt32(duo_code_itf)
    case .pdf417: UInt32(duo_code_pdf417)
    case .qr: UInt32(duo_code_qr)
    case .upcA: UInt32(duo_code_upcA)
    case .upcE: UInt32(duo_code_upcE)
    case .microQR: UInt32(duo_code_microQR)
    case .dataBar: UInt32(duo_code_dataBar)
    case .dataBarExpanded: UInt32(duo_code_dataBarExpanded)
    }
  }
}

package struct BarcodeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One sentence.
  package var description: String

  package init(description: String) { self.description = description }
}
