import Foundation
import PhoneHardware
import PhoneModel

extension UIView {
  /// A part of a view that something else has taken: a camera that covers it, the fold that divides it. [docs]
  public struct ReservedRegion: Identifiable, Hashable, Sendable {
    public struct Kind: Hashable, Sendable, CustomStringConvertible {
      let kind: PhoneModel.ReservedRegion.Kind

      /// Something covers the content, such as a camera.
      public static let occlusion = Kind(kind: .occlusion)
      /// The content falls into two parts here, as at the fold of a hinge.
      public static let division = Kind(kind: .division)

      public var description: String { kind.rawValue }
    }

    public struct QueryOptions: OptionSet, Hashable, Sendable {
      public let rawValue: Int
      public init(rawValue: Int) { self.rawValue = rawValue }

      /// Regions that nothing has taken now, such as that of a camera which does not run, are in the answer.
      public static let includeInactive = Self(rawValue: 1 << 0)
    }

    /// The same for one region of the phone every time it is asked for.
    public struct ID: Hashable, Sendable, CustomStringConvertible {
      let name: String
      public var description: String { name }
    }

    /// What `Identifiable` asks for. [inferred]
    public let id: ID
    /// The same under the name of Apple's reference. [docs]
    public var identifier: ID { id }
    public let kind: Kind
    /// In the asking view's coordinates, points, with the margins; not cut off at the view's bounds. In a view that is
    /// turned: the upright rectangle round the region.
    public let frame: CGRect
    /// What of the frame, on each side, is only kept free round the region itself.
    public let margins: UIEdgeInsets
    public let isActive: Bool
  }

  /// The reserved regions of a kind that lie in this view. [docs] Ask while you lay out: when an answer changes, since a
  /// camera starts or the hinge is bent, the view's layout is invalidated. A view that no display shows has none.
  /// - Parameter options: Without options only regions that are active now.
  public func reservedRegions(
    kind: ReservedRegion.Kind, options: ReservedRegion.QueryOptions = []
  ) -> [ReservedRegion] {
    let regions = reservedRegionsNow(kind, options)
    RegionQueries.shared.note(self, kind, options, regions)
    return regions
  }

  func reservedRegionsNow(
    _ kind: ReservedRegion.Kind, _ options: ReservedRegion.QueryOptions
  ) -> [ReservedRegion] {
    guard let window = window ?? self as? UIWindow, window.isShowing, let scene = window.windowScene else {
      return []
    }
    let phone = CurrentPhone.phone
    let place = scene.geometry
    let all = ReservedRegions.all(
      on: place.display, interfaceTurn: place.interfaceTurn, phone.state, at: phone.clock.now,
      in: phone.description)
    /// From the display's points to this view's.
    func here(_ rect: CGRect) -> CGRect {
      let inScene = rect.offsetBy(dx: -place.frame.minX, dy: -place.frame.minY)
      return convert(inScene.offsetBy(dx: -window.frame.minX, dy: -window.frame.minY), from: window)
    }
    return all.compactMap { region in
      guard region.kind == kind.kind, region.isActive || options.contains(.includeInactive) else {
        return nil
      }
      let (outer, inner) = (here(region.rect), here(region.core))
      // A view that ends where the region begins, as beside the fold, has none of it.
      let common = outer.intersection(bounds)
      guard !common.isNull, common.width > 1e-6, common.height > 1e-6 else { return nil }
      return ReservedRegion(
        id: ReservedRegion.ID(name: region.identifier), kind: kind, frame: outer,
        margins: UIEdgeInsets(
          top: inner.minY - outer.minY, left: inner.minX - outer.minX, bottom: outer.maxY - inner.maxY,
          right: outer.maxX - inner.maxX),
        isActive: region.isActive)
    }
  }
}

extension PhoneModel.ReservedRegion {
  var rect: CGRect { CGRect(x: frame.x, y: frame.y, width: frame.width, height: frame.height) }

  /// The frame without its margins. A fold has them on its two sides only: it runs from edge to edge.
  var core: CGRect {
    guard kind == .division else { return rect.insetBy(dx: margin, dy: margin) }
    return frame.width < frame.height ? rect.insetBy(dx: margin, dy: 0) : rect.insetBy(dx: 0, dy: margin)
  }
}
