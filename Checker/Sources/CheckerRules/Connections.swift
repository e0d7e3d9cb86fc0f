import CaptureFacts
import SourceModel

extension Program {
  /// Is it a capture connection: by its type, or, where nobody says the type, because it was asked for as one:
  /// `output.connection(with: .video)`, an element of `output.connections`?
  func isConnection(_ site: Site) -> Bool {
    if let type = type(of: site) { return isType(type.base, among: ["AVCaptureConnection"]) }
    if ["connection", "connections"].contains(value(site).expression.lastName ?? "") { return true }
    guard case .name(let name) = site.expression.core.kind else { return false }
    for depth in site.around.indices.reversed() {
      guard case .function(let closure) = site.around[depth], closure.form == .closure else { continue }
      guard name == "$0" || closure.parameters.first?.name == name else { continue }
      guard let call = CallOfClosure(closure, around: Array(site.around[...depth])),
        ["forEach", "map", "compactMap", "filter"].contains(call.callee.lastName ?? "")
      else { return false }
      var found = false
      Node.expression(call.callee).walk { node, _ in
        if case .expression(let inner) = node, inner.lastName == "connections" { found = true }
        return !found
      }
      return found
    }
    return false
  }
}
