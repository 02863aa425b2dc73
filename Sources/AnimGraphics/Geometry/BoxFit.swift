/// The way in which a box, such as an image, is fitted into another one.
public struct BoxFit: Hashable, Sendable {
  /// The scale of a fitted box.
  public enum Scaling: Hashable, Sendable {
    /// Both sides match, so that the proportions change.
    case stretch
    /// The box is as large as possible inside the other one.
    case contain
    /// The box is as small as possible while covering the other one.
    case cover
    /// The box keeps its size.
    case none
  }

  /// The scale of the box.
  public var scaling: Scaling
  /// The fraction of the additional width to the left of the box: 0 aligns the left sides, 0.5 the
  /// centres, and 1 the right sides. Unused by a stretched box.
  public var alignX: Double
  /// The fraction of the additional height above the box.
  public var alignY: Double

  /// Creates a fit, centred by default.
  public init(_ scaling: Scaling, alignX: Double = 0.5, alignY: Double = 0.5) {
    self.scaling = scaling
    self.alignX = alignX
    self.alignY = alignY
  }

  /// Both sides match, so that the proportions change.
  public static let stretch = BoxFit(.stretch)
  /// The box is as large as possible inside the other one, and centred.
  public static let contain = BoxFit(.contain)
  /// The box is as small as possible while covering the other one, and centred.
  public static let cover = BoxFit(.cover)
  /// The box keeps its size, and is centred.
  public static let none = BoxFit(.none)

  /// Returns the transform from a box to its place in another one. A box without width or height
  /// isn't scaled along that side.
  public func transform(from box: Rect, to view: Rect) -> Transform {
    let x = box.width > 0 ? view.width / box.width : 1
    let y = box.height > 0 ? view.height / box.height : 1
    let (scaleX, scaleY) =
      switch scaling {
      case .stretch: (x, y)
      case .contain: (min(x, y), min(x, y))
      case .cover: (max(x, y), max(x, y))
      case .none: (1, 1)
      }
    var (left, top) = (view.minX - box.minX * scaleX, view.minY - box.minY * scaleY)
    if scaling != .stretch {
      left += (view.width - box.width * scaleX) * alignX
      top += (view.height - box.height * scaleY) * alignY
    }
    return Transform(a: scaleX, b: 0, c: 0, d: scaleY, tx: left, ty: top)
  }

  /// Returns the transform from a box at the origin to its place in another box at the origin.
  public func transform(from box: Size, to view: Size) -> Transform {
    transform(from: Rect(origin: .zero, size: box), to: Rect(origin: .zero, size: view))
  }

  /// Returns the place in a box of another one with this size.
  public func rect(of size: Size, in view: Rect) -> Rect {
    if scaling == .stretch { return view }
    let transform = transform(from: Rect(origin: .zero, size: size), to: view)
    return Rect(
      x: transform.tx, y: transform.ty, width: size.width * transform.a,
      height: size.height * transform.d)
  }

  /// Returns the place of a box in another one at the origin.
  public func rect(of size: Size, in view: Size) -> Rect {
    rect(of: size, in: Rect(origin: .zero, size: view))
  }
}
