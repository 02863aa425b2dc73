/// A layer that shows an image or an ``AnimatedImage`` in a rectangle, like a CALayer with contents.
///
/// ```swift
/// let layer = ImageLayer(image)
/// layer.rect = Rect(x: 0, y: 0, width: 200, height: 100)
/// layer.gravity = .resizeAspectFill
/// ```
///
/// An `Image` is made of pixels, or of a `PixelImage`, which AnimPNG reads from a file. An ``animatedImage`` is shown
/// at the layer's ``Layer/time``, so the timing of the layer sets its start, its speed and its position:
///
/// ```swift
/// let layer = ImageLayer(try SVGImage(bytes))
/// // Starts at the tree's fifth second, and plays at half speed.
/// layer.setTiming(LayerTiming(beginTime: 5, speed: 0.5))
/// ```
open class ImageLayer: GraphicLayer {
  /// The way in which an image with other proportions fills the rectangle, with the names of Core
  /// Animation.
  public enum Gravity: Hashable, Sendable {
    /// The image is stretched to the rectangle.
    case resize
    /// The entire image is shown, in the middle of the rectangle.
    case resizeAspect
    /// The image fills the rectangle, and is clipped to it.
    case resizeAspectFill
    /// The image has its own size, a point for each pixel, centred in the rectangle, and is clipped
    /// to it.
    case center
  }

  /// The image to show, or `nil` for no image. It isn't shown while ``animatedImage`` is set.
  public final var image: Image? { didSet { changed(image != oldValue) } }
  /// The rectangle of the image, in points of the layer's own space.
  @Animatable public final var rect = Rect.zero
  /// The way in which an image with other proportions fills the rectangle. The default stretches
  /// it, as in Core Animation.
  public final var gravity = Gravity.resize { didSet { changed(gravity != oldValue) } }
  /// The animated image to show at the layer's time instead of ``image``, or `nil`. Before time 0,
  /// it shows the state at 0.
  ///
  /// The tree draws the layer only when the animated image changes, and sleeps in between; see
  /// ``AnimatedImage/nextChange(after:)``. `LayerTree.reducesMotion` has no effect.
  public final var animatedImage: (any AnimatedImage)? {
    didSet {
      setNeedsDisplay()
      followTime()
    }
  }
  /// The sampling of an image that isn't shown at its own size. An animated image draws itself. The
  /// default is bilinear.
  public final var sampling = ImagePaint.Sampling.bilinear {
    didSet { changed(sampling != oldValue) }
  }

  private final var motion: LayerMotion?

  /// Creates a layer without an image.
  public override init() { super.init() }

  /// Creates a layer that shows an image at its own size, a point for each pixel, with its corner
  /// at the layer's origin.
  public convenience init(_ image: Image) {
    self.init()
    self.image = image
    rect = Rect(
      x: 0, y: 0, width: Double(image.size.width), height: Double(image.size.height))
  }

  /// Creates a layer that shows an animated image at its own size, starting at the layer's origin.
  public convenience init(_ image: any AnimatedImage) {
    self.init()
    animatedImage = image
    rect = Rect(origin: .zero, size: image.size)
  }

  open override func drawContent(into list: inout DisplayList, transform: Transform) {
    if let animatedImage { return draw(animatedImage, into: &list, transform: transform) }
    guard let image else { return }
    let size = Size(width: Double(image.size.width), height: Double(image.size.height))
    let (rect, placed) = ($rect.presentation, frame(of: size))
    let paint = ImagePaint(
      image, sampling: sampling,
      transform: Transform(
        a: placed.size.width / size.width, b: 0, c: 0,
        d: placed.size.height / size.height, tx: placed.minX, ty: placed.minY))
    let shown = Rect(
      x: max(rect.minX, placed.minX), y: max(rect.minY, placed.minY),
      width: min(rect.size.width, placed.size.width),
      height: min(rect.size.height, placed.size.height))
    guard shown.size.width > 0, shown.size.height > 0 else { return }
    list.fill(Path(shown), .image(paint), transform: transform)
  }

  /// Returns a Boolean value that indicates whether a point of the layer's own space is inside the
  /// rectangle, at the tree's time, whether or not the image is transparent there.
  open override func contains(_ point: Point) -> Bool { $rect.presentation.contains(point) }

  open override func timingDidChange() {
    super.timingDidChange()
    followTime()
  }

  private final func draw(
    _ image: any AnimatedImage, into list: inout DisplayList, transform: Transform
  ) {
    let (rect, size) = ($rect.presentation, image.size)
    guard size.width > 0, size.height > 0 else { return }
    let placed = frame(of: size)
    let inner = Transform(
      a: placed.size.width / size.width, b: 0, c: 0, d: placed.size.height / size.height,
      tx: placed.minX, ty: placed.minY
    ).followed(by: transform)
    let time = max(time, 0)
    if rect.size.width >= placed.size.width, rect.size.height >= placed.size.height {
      return image.draw(at: time, into: &list, transform: inner)
    }
    list.withClip(rect, transform: transform) {
      image.draw(at: time, into: &$0, transform: inner)
    }
  }

  private final func followTime() {
    if animatedImage != nil, motion == nil { motion = LayerMotion() }
    if let animatedImage {
      motion?.follow(self, animatedImage)
    } else {
      motion?.follow(self, until: 0)
    }
  }

  /// Returns the rectangle for an entire image of this size.
  private final func frame(of size: Size) -> Rect {
    gravity.fit.rect(of: size, in: $rect.presentation)
  }
}

extension ImageLayer.Gravity {
  fileprivate var fit: BoxFit {
    switch self {
    case .resize: .stretch
    case .resizeAspect: .contain
    case .resizeAspectFill: .cover
    case .center: .none
    }
  }
}
