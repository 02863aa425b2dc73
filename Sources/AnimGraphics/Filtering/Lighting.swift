/// `feDiffuseLighting` and `feSpecularLighting` (Filter Effects Module Level 1, sections 9.5 and
/// 9.20).
///
/// Four pixels are computed at a time. The height of the surface is the source's alpha, and its
/// slope is found with the Sobel operator. At the edges of the source, only the half of the
/// operator inside is used.
struct Lighting {
  fileprivate typealias Lanes = SIMD4<Float>
  fileprivate static let lanes = 4

  /// Three lines, each with one more pixel at the start and enough at the end for entire vectors:
  /// the height, the heights of three rows with the weights 1, 2, 1, and the difference between the
  /// rows below and above.
  private var heights = Scratch<Float>()
  private var sums = Scratch<Float>()
  private var differences = Scratch<Float>()
  private var words = Scratch<SIMD4<UInt32>>()
  /// Three rows of the source.
  private var rows = (above: PaddedRow(), row: PaddedRow(), below: PaddedRow())
  private var specularPower = PowerTable()
  private var spotPower = PowerTable()

  func deallocate() {
    heights.deallocate()
    sums.deallocate()
    differences.deallocate()
    words.deallocate()
    rows.above.deallocate()
    rows.row.deallocate()
    rows.below.deallocate()
  }

  /// Lights a surface. The result is clear if the surface has fewer than three pixels in a
  /// direction.
  ///
  /// - Parameter area: The pixels of the surface.
  mutating func apply(
    _ light: FilterLighting, _ space: FilterColorSpace, _ source: FilterImage, in area: PixelRect,
    to result: FilterImage
  ) {
    let clip = result.area
    guard area.width >= 3, area.height >= 3 else {
      result.words.update(repeating: 0, count: clip.width * clip.height)
      return
    }
    if case .specular(_, let exponent) = light.reflection { specularPower.prepare(exponent) }
    if case .spot(_, _, _, _, _, _, let exponent, _) = light.source { spotPower.prepare(exponent) }
    let vectors = (clip.width + Self.lanes - 1) / Self.lanes
    let length = vectors * Self.lanes + 2
    heights.reserve(length)
    sums.reserve(length)
    differences.reserve(length)
    words.reserve(vectors)
    let lamp = Lamp(light)
    var light = light
    if space == .linearRGB { light.color = ChannelTables.linear(light.color) }
    for y in clip.y0..<clip.y1 {
      load(y, source, area, clip, length)
      switch light.reflection {
      case .diffuse: shade(y, light, lamp, area, clip, isSpecular: false)
      case .specular: shade(y, light, lamp, area, clip, isSpecular: true)
      }
      let row = UnsafeMutableRawPointer(words.base).assumingMemoryBound(to: UInt32.self)
      result.row(y).update(from: row, count: clip.width)
    }
  }

  /// Fills the three lines for a row of the result.
  private mutating func load(
    _ y: Int, _ source: FilterImage, _ area: PixelRect, _ clip: PixelRect, _ length: Int
  ) {
    let (hasAbove, hasBelow) = (y > area.y0, y + 1 < area.y1)
    let first = max(clip.x0 - 1, area.x0)
    let last = min(clip.x0 - 2 + length, area.x1 - 1)
    let count = last + 1 - first
    let above = rows.above.row(hasAbove ? y - 1 : y, of: source, from: first, count: count)
    let row = rows.row.row(y, of: source, from: first, count: count)
    let below = rows.below.row(hasBelow ? y + 1 : y, of: source, from: first, count: count)
    let (weightAbove, weightBelow): (Int32, Int32) = (hasAbove ? 1 : 0, hasBelow ? 1 : 0)
    for index in 0..<length {
      let x = clip.x0 - 1 + index
      // Beyond the source: no slope along the row, and no weight for that across it.
      let column = min(max(x, first), last) - first
      let height = Int32(row[column] >> 24)
      let heightAbove = Int32(above[column] >> 24)
      let heightBelow = Int32(below[column] >> 24)
      heights.base[index] = Float(height)
      sums.base[index] = Float(
        2 &* height &+ weightAbove &* heightAbove &+ weightBelow &* heightBelow)
      let isInside = x >= area.x0 && x < area.x1
      differences.base[index] = isInside ? Float(heightBelow &- heightAbove) : 0
    }
  }

  @inline(__always)
  private func shade(
    _ y: Int, _ light: FilterLighting, _ lamp: Lamp, _ area: PixelRect, _ clip: PixelRect,
    isSpecular: Bool
  ) {
    let scale = Float(light.surfaceScale) / 255
    let rows: Float = (y > area.y0 ? 1 : 0) + 2 + (y + 1 < area.y1 ? 1 : 0)
    let color = light.color
    let (red, green, blue) = (Float(color.red), Float(color.green), Float(color.blue))
    let vectors = (clip.width + Self.lanes - 1) / Self.lanes
    let steps = Lanes(0, 1, 2, 3)
    for vector in 0..<vectors {
      let first = vector * Self.lanes
      let x = Lanes(repeating: Float(clip.x0 + first)) + steps
      // The slopes, whose factors are one over the weights, and twice that where only a single pixel
      // lies between.
      let isFirst = x .<= Float(area.x0)
      let isLast = x .>= Float(area.x1 - 1)
      let isEdge = isFirst .| isLast
      let factorX = Lanes(repeating: 1 / rows).replacing(with: 2 / rows, where: isEdge)
      let span: Float = rows == 4 ? 1 : 2
      let factorY = Lanes(repeating: span / 4).replacing(with: span / 3, where: isEdge)
      let nx =
        (Self.load(sums.base + first) - Self.load(sums.base + (first + 2))) * factorX * scale
      let slopes =
        Self.load(differences.base + first) + 2 * Self.load(differences.base + (first + 1))
        + Self.load(differences.base + (first + 2))
      let ny = -slopes * factorY * scale
      let height = Self.load(heights.base + (first + 1)) * scale

      let toLight = lamp.direction(x, Float(y), height)
      let strength: Lanes
      let length = nx * nx + ny * ny + 1
      switch light.reflection {
      case .diffuse(let constant):
        let product = nx * toLight.x + ny * toLight.y + toLight.z
        strength = product / length.squareRoot() * Float(constant)
      case .specular(let constant, _):
        let z = toLight.z + 1
        let half = toLight.x * toLight.x + toLight.y * toLight.y + z * z
        let product = nx * toLight.x + ny * toLight.y + z
        let cosine = product / (length * half).squareRoot()
        strength = specularPower.values(cosine) * Float(constant)
      }
      var (r, g, b) = (Lanes(repeating: red), Lanes(repeating: green), Lanes(repeating: blue))
      if let cosine = lamp.cosineFromAxis(toLight) {
        let share = spotPower.values(cosine)
          .replacing(with: 0, where: .!(cosine .> 0) .| (cosine .< lamp.leastCosine))
        r = Self.bytes(r * share)
        g = Self.bytes(g * share)
        b = Self.bytes(b * share)
      }
      let r8 = Self.integers(r * strength)
      let g8 = Self.integers(g * strength)
      let b8 = Self.integers(b * strength)
      var alpha = SIMD4<UInt32>(repeating: 255)
      if isSpecular {
        alpha = r8.replacing(with: g8, where: g8 .> r8)
        alpha = alpha.replacing(with: b8, where: b8 .> alpha)
      }
      words.base[vector] = alpha &<< 24 | r8 &<< 16 | g8 &<< 8 | b8
    }
  }

  @inline(__always) private static func load(_ pointer: UnsafePointer<Float>) -> Lanes {
    UnsafeRawPointer(pointer).loadUnaligned(as: Lanes.self)
  }

  /// Returns numbers clamped to 0...255 and rounded to nearest, as integers.
  @inline(__always) private static func integers(_ values: Lanes) -> SIMD4<UInt32> {
    let clamped = values.clamped(to: Lanes(repeating: 255))
    return unsafeBitCast(clamped + 12_582_912, to: SIMD4<UInt32>.self) & 0xFF
  }

  /// Returns numbers clamped to 0...255 and rounded to nearest, as floating-point numbers.
  @inline(__always) private static func bytes(_ values: Lanes) -> Lanes {
    let clamped = values.clamped(to: Lanes(repeating: 255))
    return (clamped + 12_582_912) - 12_582_912
  }
}

/// A light source, prepared for evaluation per pixel.
private struct Lamp {
  private let kind: Kind
  /// The position of the light, or the direction to a distant light.
  private let position: SIMD3<Float>
  /// The unit vector in the direction of a spot light.
  private let axis: SIMD3<Float>
  /// The cosine of the maximum angle between a ray and the axis.
  let leastCosine: Float

  private enum Kind { case distant, point, spot }

  init(_ light: FilterLighting) {
    switch light.source {
    case .distant(let azimuth, let elevation):
      kind = .distant
      let (azimuthSine, azimuthCosine) = sineAndCosine(Angle(degrees: azimuth).radians)
      let (elevationSine, elevationCosine) = sineAndCosine(Angle(degrees: elevation).radians)
      position = SIMD3(
        Float(azimuthCosine * elevationCosine), Float(azimuthSine * elevationCosine),
        Float(elevationSine))
      axis = .zero
      leastCosine = -1
    case .point(let x, let y, let z):
      kind = .point
      position = SIMD3(Float(x), Float(y), Float(z))
      axis = .zero
      leastCosine = -1
    case .spot(let x, let y, let z, let toX, let toY, let toZ, _, let angle):
      kind = .spot
      position = SIMD3(Float(x), Float(y), Float(z))
      let displacement = SIMD3(Float(toX), Float(toY), Float(toZ)) - position
      let length =
        (displacement.x * displacement.x + displacement.y * displacement.y + displacement.z
        * displacement.z).squareRoot()
      axis = length > 0 ? displacement / length : displacement
      leastCosine = angle.map { Float(cosine(Angle(degrees: $0).radians)) } ?? -1
    }
  }

  /// Returns the unit vectors from points of the surface to the light.
  @inline(__always)
  func direction(
    _ x: SIMD4<Float>, _ y: Float, _ z: SIMD4<Float>
  ) -> (x: SIMD4<Float>, y: SIMD4<Float>, z: SIMD4<Float>) {
    if kind == .distant {
      return (
        SIMD4(repeating: position.x), SIMD4(repeating: position.y), SIMD4(repeating: position.z)
      )
    }
    let dx = position.x - x
    let dy = SIMD4(repeating: position.y - y)
    let dz = position.z - z
    let length = (dx * dx + dy * dy + dz * dz).squareRoot()
    let divisor = length.replacing(with: 1, where: length .== 0)
    return (dx / divisor, dy / divisor, dz / divisor)
  }

  /// Returns the cosines of the angles between a spot light's axis and its rays, or `nil` for other
  /// lights.
  @inline(__always)
  func cosineFromAxis(
    _ toLight: (x: SIMD4<Float>, y: SIMD4<Float>, z: SIMD4<Float>)
  ) -> SIMD4<Float>? {
    guard kind == .spot else { return nil }
    return -(toLight.x * axis.x + toLight.y * axis.y + toLight.z * axis.z)
  }
}

/// A table of powers with the same exponent of numbers in 0...1, with interpolation between 4096
/// entries. For exponents up to 128, the error is less than 1/8000.
private struct PowerTable {
  private static let intervals = 4096

  private var exponent = Double.nan
  private var powers: [Float] = []

  /// Fills the table for an exponent, unless it already contains that.
  mutating func prepare(_ exponent: Double) {
    if exponent == self.exponent { return }
    self.exponent = exponent
    powers.removeAll(keepingCapacity: true)
    for index in 0...Self.intervals {
      powers.append(Float(power(Double(index) / Double(Self.intervals), exponent)))
    }
    // The end of the interval that begins with 1.
    powers.append(1)
  }

  /// Returns the powers of four numbers, which are clamped to 0...1. NaN counts as 0.
  @inline(__always) func values(_ bases: SIMD4<Float>) -> SIMD4<Float> {
    let positions = bases.clamped(to: SIMD4(repeating: 1)) * Float(Self.intervals)
    // An integer at most ½ from the middle of the interval, in the low bits.
    let biased = positions - 0.5 + 12_582_912
    let whole = unsafeBitCast(biased, to: SIMD4<UInt32>.self) & 0x1FFF
    return powers.withUnsafeBufferPointer { powers in
      var (low, high) = (SIMD4<Float>(), SIMD4<Float>())
      for lane in 0..<4 {
        low[lane] = powers[Int(whole[lane])]
        high[lane] = powers[Int(whole[lane]) + 1]
      }
      return low + (positions - (biased - 12_582_912)) * (high - low)
    }
  }
}
