import SwiftUI

@available(iOS 27.1, *)
struct HingeColumns: View {
    @State private var columnCount = 1
    @State private var isOpen = false

    var body: some View {
        LazyVGrid(columns: Array(repeating: GridItem(.flexible()), count: columnCount)) {
            ForEach(0..<40) { Text("\($0)") }
        }
        .onHingeChange { _, context in
            columnCount = context.hinge?.status == .fullyOpen ? 4 : 2 // finds: layout-from-hinge
            isOpen = context.hinge?.status != .closed
        }
    }
}
