/// An effect on a group's image as a whole. Lengths are in points of the view that the group is
/// in.
///
/// A group's filters are applied in order to the image of its content, before masks and mattes
/// cut the image and before it is blended. To filter what a mask has cut, put the masks into a
/// group inside the group with the filters.
public enum Filter: Hashable, Sendable {
  /// A Gaussian blur with these standard deviations. Negative values and NaN count as 0. Values
  /// above 340 pixels are reduced to that, since the blur would exceed
  /// ``DisplayList/maximumFilterReach``.
  ///
  /// The Gaussian is approximated by three successive extended box filters (Gwosdek et al. 2011),
  /// which together have exactly its standard deviation. The error is less than 2 % of the range of
  /// the image's values, or 4 % for deviations below 1.5 pixels.
  case gaussianBlur(sigmaX: Double, sigmaY: Double, edges: Edges = .transparent)
  /// A Gaussian blur along lines in one direction: `deviation` points along them, and is as long as the
  /// standard deviation. It is approximated and limited as ``gaussianBlur(sigmaX:sigmaY:edges:)``. Between
  /// the pixels of a slanted line, colours are interpolated, which adds a softness of at most half a pixel
  /// across the lines. The time that it takes grows with the deviation.
  case lineBlur(deviation: Vector)
  /// A shadow below the image: its silhouette in one colour, moved by `offset`, and blurred as by
  /// ``gaussianBlur(sigmaX:sigmaY:edges:)``. A shadow whose offset exceeds
  /// ``DisplayList/maximumFilterReach`` is not drawn.
  case dropShadow(Color, offset: Vector, sigma: Double)
  /// Maps dark colours to `dark` and bright ones to `light`, according to their luma (see
  /// ``Matte/Channel-swift.enum/luma``), and keeps the alpha. The result is mixed with the image
  /// as it was: `amount`, clamped to 0...1, is the share of the result. The alphas of the two
  /// colours are ignored.
  case tint(dark: Color, light: Color, amount: Double)
  /// Like ``tint(dark:light:amount:)``, with a third colour for medium brightness.
  case tritone(dark: Color, middle: Color, light: Color, amount: Double)
  /// Replaces every colour by this one, and multiplies the image's alpha by that of the colour.
  case fill(Color)
  /// A shadow that falls on the image from its edges: what is around its silhouette in one
  /// colour, moved by `offset`, blurred as by ``gaussianBlur(sigmaX:sigmaY:edges:)``, and cut off
  /// at the silhouette. A shadow whose offset exceeds ``DisplayList/maximumFilterReach`` is not
  /// drawn.
  case innerShadow(Color, offset: Vector, sigma: Double)
  /// A line of this width around the image, outside its silhouette. Widths above
  /// ``DisplayList/maximumOutline`` pixels are reduced to that.
  case outline(Color, width: Double)
  /// Makes the image smaller or larger, and its edge hard: its alpha is blurred as by
  /// ``gaussianBlur(sigmaX:sigmaY:edges:)``, and then `range`, within 0...1, is stretched to 0...1. With a
  /// range near 1, only what is far within the silhouette is left. Pixels keep their colours where they are
  /// at least as opaque as the blurred image, and have its colours elsewhere.
  case choke(sigma: Double, range: ClosedRange<Double>)
  /// Replaces every colour by that of a field at the same point, or blends the two, and keeps the
  /// alpha. The result is mixed with the image as it was: `amount`, clamped to 0...1, is the share
  /// of the result.
  case colors(ColorField, amount: Double)

  /// The pixels that a blur reads outside a group's content.
  public enum Edges: UInt8, CaseIterable, Hashable, Sendable {
    /// Clear pixels; the image grows.
    case transparent
    /// The nearest pixel of the rectangle around the content. The image is clipped to that
    /// rectangle.
    case repeated
  }
}

/// A ``Filter`` with lengths in pixels.
enum PixelFilter: Hashable, Sendable {
  case blur(x: BlurKernel, y: BlurKernel, repeatsEdges: Bool)
  case lineBlur(SlantedLines, BlurKernel)
  case shadow(Color, dx: Fixed, dy: Fixed, BlurKernel)
  case tint(dark: Color, light: Color, amount: UInt8)
  case tritone(dark: Color, middle: Color, light: Color, amount: UInt8)
  case fill(Color)
  case innerShadow(Color, dx: Fixed, dy: Fixed, BlurKernel)
  case outline(Color, width: Fixed)
  case choke(BlurKernel, AlphaRange)
  case colors(PixelColorField, amount: UInt8)

  /// Fails if the filter would change nothing, or if it is a shadow out of reach.
  ///
  /// - Parameters:
  ///   - toPixels: maps points to pixels, by a scale that is the same in all directions.
  ///   - limit: the maximum reach of the filter, in pixels.
  init?(_ filter: Filter, _ toPixels: Transform, limit: Int) {
    let scale = toPixels.a
    switch filter {
    case .gaussianBlur(let sigmaX, let sigmaY, let edges):
      let x = Self.kernel(sigmaX * scale, limit: limit)
      let y = Self.kernel(sigmaY * scale, limit: limit)
      if x.isIdentity && y.isIdentity { return nil }
      self = .blur(x: x, y: y, repeatsEdges: edges == .repeated)
    case .lineBlur(let deviation):
      let wide = deviation.dx.magnitude * scale
      let high = deviation.dy.magnitude * scale
      let kernel = Self.kernel(max(wide, high), limit: limit)
      if kernel.isIdentity { return nil }
      if let lines = SlantedLines(along: deviation) {
        self = .lineBlur(lines, kernel)
      } else {
        let none = BlurKernel(sigma: 0)
        self = .blur(
          x: wide > high ? kernel : none, y: wide > high ? none : kernel, repeatsEdges: false)
      }
    case .dropShadow(let color, let offset, let sigma):
      guard let shadow = PixelShadow(color, offset, sigma, scale, limit) else { return nil }
      self = .shadow(color, dx: shadow.dx, dy: shadow.dy, shadow.blur)
    case .tint(let dark, let light, let amount):
      let amount = UInt8(clampingUnit: amount)
      if amount == 0 { return nil }
      self = .tint(dark: dark, light: light, amount: amount)
    case .tritone(let dark, let middle, let light, let amount):
      let amount = UInt8(clampingUnit: amount)
      if amount == 0 { return nil }
      self = .tritone(dark: dark, middle: middle, light: light, amount: amount)
    case .fill(let color): self = .fill(color)
    case .innerShadow(let color, let offset, let sigma):
      guard let shadow = PixelShadow(color, offset, sigma, scale, limit) else { return nil }
      self = .innerShadow(color, dx: shadow.dx, dy: shadow.dy, shadow.blur)
    case .outline(let color, let width):
      let width = min(width * scale, Double(min(limit - 2, DisplayList.maximumOutline)))
      guard color.alpha > 0, width > 0 else { return nil }
      self = .outline(color, width: Fixed(width))
    case .choke(let sigma, let range):
      let kernel = Self.kernel(sigma * scale, limit: limit)
      let range = AlphaRange(range)
      if kernel.isIdentity && range.isWhole { return nil }
      self = .choke(kernel, range)
    case .colors(let field, let amount):
      let amount = UInt8(clampingUnit: amount)
      guard amount > 0, let field = PixelColorField(field, toPixels) else { return nil }
      self = .colors(field, amount: amount)
    }
  }

  fileprivate static func kernel(_ sigma: Double, limit: Int) -> BlurKernel {
    // Three boxes reach up to 3·sigma + 1.5 pixels.
    let most = max(Double(limit - 2) / 3, 0)
    return BlurKernel(sigma: sigma > 0 ? min(sigma, most) : 0)
  }
}

/// The parts of a shadow with lengths in pixels.
private struct PixelShadow {
  let dx: Fixed
  let dy: Fixed
  let blur: BlurKernel

  /// Fails if the shadow is clear or out of reach.
  init?(_ color: Color, _ offset: Vector, _ sigma: Double, _ scale: Double, _ limit: Int) {
    let (dx, dy) = (offset.dx * scale, offset.dy * scale)
    let distance = max(dx.magnitude, dy.magnitude)
    guard color.alpha > 0, distance < Double(limit - 2) else { return nil }
    blur = PixelFilter.kernel(sigma * scale, limit: limit - Int(distance) - 2)
    self.dx = Fixed(dx)
    self.dy = Fixed(dy)
  }
}

extension PixelFilter {
  /// The distance around a pixel that the filter reads, in pixels.
  var reach: SIMD2<Int> {
    switch self {
    case .blur(let x, let y, _): SIMD2(x.reach, y.reach)
    case .lineBlur(let lines, let kernel): lines.extent(of: kernel.reach)
    case .choke(let kernel, _): SIMD2(repeating: kernel.reach)
    case .shadow(_, let dx, let dy, let blur), .innerShadow(_, let dx, let dy, let blur):
      SIMD2(
        blur.reach + max(dx.ceiling, -dx.floor), blur.reach + max(dy.ceiling, -dy.floor))
    case .outline(_, let width): SIMD2(repeating: width.ceiling + 2)
    case .tint, .tritone, .fill, .colors: .zero
    }
  }

  /// The time that the filter takes for a pixel, as a multiple of that of other filters.
  var workPerPixel: Int {
    switch self {
    case .outline(_, let width):
      let side = 2 * width.ceiling + 3
      return 1 + side * side / 8
    case .lineBlur(_, let kernel): return 1 + kernel.reach / 4
    case .blur, .choke, .shadow, .tint, .tritone, .fill, .innerShadow, .colors: return 1
    }
  }

  /// The pixels that the result may touch, if the source touches only those of `content`.
  func extent(of content: PixelRect) -> PixelRect {
    switch self {
    case .blur(_, _, repeatsEdges: true), .tint, .tritone, .fill, .innerShadow, .colors: content
    case .blur, .lineBlur, .shadow, .outline, .choke: content.grown(by: reach)
    }
  }

  /// Adds the filter to a digest.
  func append(to digest: inout Digest) {
    switch self {
    case .blur(let x, let y, let repeatsEdges):
      digest.append(repeatsEdges ? 1 : 2)
      digest.append(x.word)
      digest.append(y.word)
    case .shadow(let color, let dx, let dy, let blur):
      digest.append(UInt64(color.argb) << 8 | 3)
      digest.append(UInt64(UInt32(bitPattern: dx.raw)) << 32 | UInt64(UInt32(bitPattern: dy.raw)))
      digest.append(blur.word)
    case .tint(let dark, let light, let amount):
      digest.append(UInt64(amount) << 8 | 4)
      digest.append(UInt64(dark.argb) << 32 | UInt64(light.argb))
    case .fill(let color):
      digest.append(UInt64(color.argb) << 8 | 5)
    case .innerShadow(let color, let dx, let dy, let blur):
      digest.append(UInt64(color.argb) << 8 | 6)
      digest.append(UInt64(UInt32(bitPattern: dx.raw)) << 32 | UInt64(UInt32(bitPattern: dy.raw)))
      digest.append(blur.word)
    case .outline(let color, let width):
      digest.append(UInt64(color.argb) << 8 | 7)
      digest.append(UInt64(UInt32(bitPattern: width.raw)))
    case .colors(let field, let amount):
      digest.append(UInt64(field.blendMode.rawValue) << 16 | UInt64(amount) << 8 | 8)
      field.append(to: &digest)
    case .choke(let kernel, let range):
      digest.append(9)
      digest.append(kernel.word)
      digest.append(range.word)
    case .tritone(let dark, let middle, let light, let amount):
      digest.append(UInt64(amount) << 8 | 11)
      digest.append(UInt64(dark.argb) << 32 | UInt64(light.argb))
      digest.append(UInt64(middle.argb))
    case .lineBlur(let lines, let kernel):
      digest.append(10)
      digest.append(lines.word)
      digest.append(kernel.word)
    }
  }
}

extension BlurKernel {
  fileprivate var word: UInt64 {
    UInt64(UInt32(bitPattern: radius)) << 32 | UInt64(edge.bitPattern)
  }
}

extension PixelRect {
  /// The rectangle extended by `margin` pixels on every side; an empty one stays empty.
  func grown(by margin: SIMD2<Int>) -> PixelRect {
    if isEmpty { return self }
    return PixelRect(
      x0: x0 - margin.x, y0: y0 - margin.y, x1: x1 + margin.x, y1: y1 + margin.y)
  }
}

/// Three successive box filters that approximate a Gaussian. A box has weight 1 for `radius` pixels
/// on either side of the middle, and weight ``edge`` for one more, so that the variance is exact
/// (Gwosdek, Grewenig, Bruhn and Weickert 2011).
struct BlurKernel: Hashable, Sendable {
  static let passes = 3

  /// The pixels of full weight on either side of the middle.
  let radius: Int32
  /// The weight of the outermost pixels: at least 0 and below 1.
  let edge: Float

  /// - Parameter sigma: the standard deviation in pixels, finite and not negative.
  init(sigma: Double) {
    let variance = sigma * sigma / Double(Self.passes)
    let radius = (((12 * variance + 1).squareRoot() - 1) / 2).rounded(.down)
    // The variance of a box with the ends α is (r(r+1)(2r+1)/3 + 2α(r+1)²) / (2r + 1 + 2α).
    let next = (radius + 1) * (radius + 1)
    let edge =
      (2 * radius + 1) * (radius * (radius + 1) / 3 - variance) / (2 * (variance - next))
    self.radius = Int32(radius)
    self.edge = Float(min(max(edge, 0), 1))
  }

  var isIdentity: Bool { radius == 0 && edge == 0 }

  /// The number of pixels that one box reads beyond the result on each side.
  var reachOfBox: Int { isIdentity ? 0 : Int(radius) + 1 }
  /// The number of pixels that all boxes together read beyond the result on each side.
  var reach: Int { Self.passes * reachOfBox }
}

/// A blur along one axis whose time doesn't grow with its deviation.
///
/// The deviation is limited to twice the size of the image. The result of each box is then reduced
/// by the same factor, because all pixels have nearly equal weights.
struct BoundedBlur {
  let kernel: BlurKernel
  let strength: Double

  /// Creates a blur.
  /// - Parameter extent: The number of pixels of the image along the axis.
  init(sigma: Double, extent: Int) {
    // Beyond 16,000, sums of channels would exceed 32 bits.
    let most = Double(min(2 * extent, 16_000))
    let sigma = sigma > 0 ? sigma : 0
    kernel = BlurKernel(sigma: min(sigma, most))
    let weight = sigma > most ? most / sigma : 1
    strength = weight * weight * weight
  }
}
