import SourceModel

extension Expression {
  /// `.init(…)` with the type in front that the source writes beside it: `let session: AVCaptureSession = .init()`.
  func made(as type: TypeName?) -> Expression {
    guard case .call(let callee, let arguments) = kind, case .implicitMember("init") = callee.kind else {
      return self
    }
    // `let a: T? = .init()` is an empty optional, not a new object.
    guard
      let name = Self.onlyType(with: arguments)
        ?? type.flatMap({ $0.optionals == 0 || !arguments.isEmpty ? $0.base : nil }),
      !name.isEmpty
    else { return self }
    var parts = name.split(separator: ".").map(String.init)
    var made = Expression(.name(parts.removeFirst()), callee.span)
    for part in parts { made = Expression(.member(made, part), callee.span) }
    return Expression(.call(made, arguments), span)
  }

  /// The types that rules follow wherever they are made, by the arguments that only they take.
  private static func onlyType(with arguments: [Argument]) -> String? {
    let labels = arguments.map(\.label)
    if labels == ["device", "previewLayer"] { return "AVCaptureDevice.RotationCoordinator" }
    if labels.starts(with: ["view", "deviceTypes"]) { return "AVCaptureDeviceDirectionCoordinator" }
    return nil
  }
}
