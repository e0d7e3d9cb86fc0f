import SwiftUI

@available(iOS 27.1, *)
struct RightHinge: View {
  @State private var isNearlyClosed = false

  var body: some View {
    GeometryReader { proxy in
      let columns = proxy.size.width > 600 ? 3 : 1
      LazyVGrid(columns: Array(repeating: GridItem(.flexible()), count: columns)) {
        ForEach(0..<12) { Text("\($0)") }
      }
      .opacity(isNearlyClosed ? 0.5 : 1)
    }
    .onHingeChange { _, new in
      isNearlyClosed = (new.hinge?.angle ?? .degrees(180)) < .degrees(20)
    }
  }
}
