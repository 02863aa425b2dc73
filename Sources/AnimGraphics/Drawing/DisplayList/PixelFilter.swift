/// A ``Filter`` with lengths in pixels.
package enum PixelFilter: Hashable, Sendable {
  case blur(x: BlurKernel, y: BlurKernel, repeatsEdges: Bool)
  case shadow(Color, dx: Fixed, dy: Fixed, BlurKernel)
  case tint(dark: Color, light: Color, amount: UInt8)
  case fill(Color)

  /// Nil if the filter would change nothing, or if it is a shadow out of reach.
  ///
  /// - Parameters:
  ///   - scale: pixels per point.
  ///   - limit: how far the filter may reach, in pixels.
  init?(_ filter: Filter, scale: Double, limit: Int) {
    switch filter {
    case .gaussianBlur(let sigmaX, let sigmaY, let edges):
      let x = Self.kernel(sigmaX * scale, limit: limit)
      let y = Self.kernel(sigmaY * scale, limit: limit)
      if x.isIdentity && y.isIdentity { return nil }
      self = .blur(x: x, y: y, repeatsEdges: edges == .repeated)
    case .dropShadow(let color, let offset, let sigma):
      let (dx, dy) = (offset.dx * scale, offset.dy * scale)
      let distance = max(dx.magnitude, dy.magnitude)
      guard color.alpha > 0, distance < Double(limit - 2) else { return nil }
      let blur = Self.kernel(sigma * scale, limit: limit - Int(distance) - 2)
      self = .shadow(color, dx: Fixed(dx), dy: Fixed(dy), blur)
    case .tint(let dark, let light, let amount):
      let amount = UInt8(clampingUnit: amount)
      if amount == 0 { return nil }
      self = .tint(dark: dark, light: light, amount: amount)
    case .fill(let color): self = .fill(color)
    }
  }

  private static func kernel(_ sigma: Double, limit: Int) -> BlurKernel {
    // Three boxes reach up to 3·sigma + 1.5 pixels.
    let most = max(Double(limit - 2) / 3, 0)
    return BlurKernel(sigma: sigma > 0 ? min(sigma, most) : 0)
  }
}

extension PixelFilter {
  /// How far around a pixel, in pixels, the filter reads.
  package var reach: SIMD2<Int> {
    switch self {
    case .blur(let x, let y, _): SIMD2(x.reach, y.reach)
    case .shadow(_, let dx, let dy, let blur):
      SIMD2(
        blur.reach + max(dx.ceiling, -dx.floor), blur.reach + max(dy.ceiling, -dy.floor))
    case .tint, .fill: .zero
    }
  }

  /// The pixels that the result may touch, if the source touches only those of `content`.
  package func extent(of content: PixelRect) -> PixelRect {
    switch self {
    case .blur(_, _, repeatsEdges: true), .tint, .fill: content
    case .blur, .shadow: content.grown(by: reach)
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
  package func grown(by margin: SIMD2<Int>) -> PixelRect {
    if isEmpty { return self }
    return PixelRect(
      x0: x0 - margin.x, y0: y0 - margin.y, x1: x1 + margin.x, y1: y1 + margin.y)
  }
}
