import PhoneModel

extension UIApplication {
  /// The app's scenes that lie on a display, from back to front.
  package func scenes(on display: DisplayID) -> [UIWindowScene] {
    connectedScenes.compactMap { $0 as? UIWindowScene }.filter { $0.geometry.display == display }
      .sorted { $0 !== mainScene && $1 === mainScene }
  }
}
