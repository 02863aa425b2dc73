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
  /// Shrinks or grows the image, and hardens its edge: its alpha is blurred as by
  /// ``gaussianBlur(sigmaX:sigmaY:edges:)``, and `range`, within 0...1, is then stretched to 0...1.
  ///
  /// With a range near 1, only pixels far inside the silhouette remain. Pixels that are at least as
  /// opaque as the blurred image keep their colours. Other pixels get the colours of the blurred image.
  case choke(sigma: Double, range: ClosedRange<Double>)
  /// Replaces colours by the colours of a field, or blends the two, and keeps the alpha. `amount`,
  /// clamped to 0...1, is the share of the result in a mix with the original image.
  case colors(ColorField, amount: Double)

  /// The pixels that a blur reads outside a group's content.
  public enum Edges: UInt8, CaseIterable, Hashable, Sendable {
    /// Clear pixels, so that the image grows.
    case transparent
    /// The nearest pixel of the rectangle around the content. The image is clipped to that
    /// rectangle.
    case repeated
  }
}

extension [FilterGraph.Step] {
  /// Appends a filter as steps, whose source is the result of the steps since `first`.
  ///
  /// - Parameters:
  ///   - toPixels: The transform from points to pixels, whose scale is the same in all directions.
  ///   - limit: The maximum reach of the filter, in pixels.
  /// - Returns: The distance around a pixel that the filter reads, in pixels, and the time per
  ///   pixel, as a multiple of the time of most filters; or `nil` if the filter has no effect or is
  ///   a shadow out of reach.
  mutating func append(
    _ filter: Filter, since first: Int, _ toPixels: Transform, limit: Int
  ) -> (reach: SIMD2<Int>, work: Int)? {
    let scale = toPixels.a
    let source = last(since: first)
    var reach = SIMD2<Int>.zero
    var work = 1
    switch filter {
    case .gaussianBlur(let sigmaX, let sigmaY, let edges):
      let sigma = Self.deviation(SIMD2(sigmaX, sigmaY) * scale, limit)
      reach = appendBlur(source, sigma, repeatsEdges: edges == .repeated)
      if reach == .zero { return nil }
    case .lineBlur(let vector):
      let size = SIMD2(vector.dx.magnitude, vector.dy.magnitude)
      let sigma = Self.deviation(SIMD2(repeating: Swift.max(size.x, size.y)) * scale, limit)
      if let lines = SlantedLines(along: vector) {
        let kernel = BlurKernel(sigma: sigma.x)
        if kernel.isIdentity { return nil }
        append(.lineBlur(source, lines, kernel))
        reach = lines.extent(of: kernel.reach)
        work += kernel.reach / 4
      } else {
        reach = appendBlur(
          source, size.x > size.y ? SIMD2(sigma.x, 0) : SIMD2(0, sigma.y))
        if reach == .zero { return nil }
      }
    case .dropShadow(let color, let offset, let sigma):
      guard color.alpha > 0,
        let shadow = appendShadow(color, offset * scale, sigma * scale, limit, since: first)
      else { return nil }
      append(.composite(.over, source, last(since: first)))
      reach = shadow
    case .innerShadow(let color, let offset, let sigma):
      guard color.alpha > 0,
        let shadow = appendShadow(.black, offset * scale, sigma * scale, limit, since: first)
      else { return nil }
      append(.shade(source, color, around: last(since: first)))
      reach = shadow
    case .tint(let dark, let light, let amount):
      let tint = Tint(dark: dark, light: light, amount: UInt8(clampingUnit: amount))
      if tint.amount == 0 { return nil }
      append(.tint(source, tint))
    case .tritone(let dark, let middle, let light, let amount):
      let tritone = Tritone(
        dark: dark, middle: middle, light: light, amount: UInt8(clampingUnit: amount))
      if tritone.amount == 0 { return nil }
      append(.tritone(source, tritone))
    case .fill(let color): append(.silhouette(source, color, .none))
    case .outline(let color, let width):
      let width = Swift.min(
        width * scale, Double(Swift.min(limit - 2, DisplayList.maximumOutline)))
      guard color.alpha > 0, width > 0 else { return nil }
      append(.outline(source, color, width: Fixed(width)))
      append(.composite(.over, source, last(since: first)))
      let radius = Fixed(width).ceiling
      reach = SIMD2(repeating: radius + 2)
      work += (2 * radius + 3) * (2 * radius + 3) / 8
    case .choke(let sigma, let range):
      let range = AlphaRange(range)
      reach = appendBlur(source, Self.deviation(SIMD2(repeating: sigma) * scale, limit))
      if reach == .zero && range.isWhole { return nil }
      append(.choke(source, blurred: last(since: first), range))
    case .colors(let field, let amount):
      let amount = UInt8(clampingUnit: amount)
      guard amount > 0, let field = PixelColorField(field, toPixels) else { return nil }
      append(.colors(source, field, amount: amount))
    }
    return (reach, work)
  }

  private func last(since first: Int) -> FilterGraph.Input {
    count > first ? .step(count - 1 - first) : .source
  }

  private mutating func append(_ operation: FilterOperation) {
    append(FilterGraph.Step(operation, area: .unbounded, space: .sRGB))
  }

  /// Appends a blur unless it would change nothing, and returns its reach.
  private mutating func appendBlur(
    _ input: FilterGraph.Input, _ sigma: SIMD2<Double>, repeatsEdges: Bool = false
  ) -> SIMD2<Int> {
    let reach = SIMD2(BlurKernel(sigma: sigma.x).reach, BlurKernel(sigma: sigma.y).reach)
    if reach != .zero {
      append(.blur(input, sigmaX: sigma.x, sigmaY: sigma.y, repeatsEdges: repeatsEdges))
    }
    return reach
  }

  /// Appends the silhouette of a shadow, and returns its reach, or `nil` if the shadow is out of reach.
  private mutating func appendShadow(
    _ color: Color, _ offset: Vector, _ sigma: Double, _ limit: Int, since first: Int
  ) -> SIMD2<Int>? {
    let distance = Swift.max(offset.dx.magnitude, offset.dy.magnitude)
    guard distance < Double(limit - 2) else { return nil }
    let sigma = Self.deviation(SIMD2(repeating: sigma), limit - Int(distance) - 2)
    let reach = appendBlur(last(since: first), sigma)
    let (x, y) = (Fixed(offset.dx), Fixed(offset.dy))
    if x.floor != 0 || y.floor != 0 {
      append(.offset(last(since: first), dx: x.floor, dy: y.floor))
    }
    append(.silhouette(last(since: first), color, SubpixelShift(x, y)))
    return reach &+ SIMD2(Swift.max(x.ceiling, -x.floor), Swift.max(y.ceiling, -y.floor))
  }

  /// Returns deviations in pixels, limited by the reach of a blur. Negative values and NaN become 0.
  private static func deviation(_ sigma: SIMD2<Double>, _ limit: Int) -> SIMD2<Double> {
    // Three boxes reach up to 3·sigma + 1.5 pixels.
    let most = Swift.max(Double(limit - 2) / 3, 0)
    func limited(_ sigma: Double) -> Double { sigma > 0 ? Swift.min(sigma, most) : 0 }
    return SIMD2(limited(sigma.x), limited(sigma.y))
  }
}
