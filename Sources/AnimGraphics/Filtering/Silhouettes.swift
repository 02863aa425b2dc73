// Operations on the alpha of an image.

/// A shift by a fraction of a pixel to the right and downwards.
package struct SubpixelShift: Hashable, Sendable {
  /// The offset in units of 1/256 pixel.
  private let x: UInt32
  private let y: UInt32

  /// The zero shift.
  package static let none = SubpixelShift(Fixed(raw: 0), Fixed(raw: 0))

  /// Creates a shift from the fractional parts of an offset.
  init(_ dx: Fixed, _ dy: Fixed) {
    x = UInt32(dx.raw & 4095) >> 4
    y = UInt32(dy.raw & 4095) >> 4
  }

  /// Returns the alpha of a pixel, interpolated from two columns and two rows and rounded to
  /// nearest.
  @inline(__always)
  func alpha(_ upper: UnsafePointer<UInt32>, _ lower: UnsafePointer<UInt32>) -> UInt32 {
    let above = (upper[0] >> 24) &* x &+ (upper[1] >> 24) &* (256 &- x)
    let below = (lower[0] >> 24) &* x &+ (lower[1] >> 24) &* (256 &- x)
    return (above &* y &+ below &* (256 &- y) &+ 0x8000) >> 16
  }
}

extension FilterImage {
  /// Fills `result` with the image's silhouette in one colour, a premultiplied word.
  func castShadow(
    _ word: UInt32, _ shift: SubpixelShift, on result: FilterImage, _ above: inout PaddedRow,
    _ below: inout PaddedRow
  ) {
    if shift == .none { return map(to: result, &below) { Blend.scale(word, by: $0 >> 24) } }
    let area = result.area
    for y in area.y0..<area.y1 {
      let upper = above.row(y - 1, of: self, from: area.x0 - 1, count: area.width + 1)
      let lower = below.row(y, of: self, from: area.x0 - 1, count: area.width + 1)
      let row = result.row(y)
      for x in 0..<area.width {
        row[x] = Blend.scale(word, by: shift.alpha(upper + x, lower + x))
      }
    }
  }

  /// Stores the image in `result`, tinted with a colour where a silhouette lacks alpha.
  func shade(
    around silhouette: FilterImage, _ color: Color, to result: FilterImage,
    _ padded: inout PaddedRow,
    _ other: inout PaddedRow
  ) {
    let word = color.opaque.argb
    let opacity = UInt32(color.alpha)
    let area = result.area
    for y in area.y0..<area.y1 {
      let pixels = padded.row(y, of: self, from: area.x0, count: area.width)
      let alphas = other.row(y, of: silhouette, from: area.x0, count: area.width)
      let row = result.row(y)
      for x in 0..<area.width {
        let pixel = pixels[x]
        let shade = Blend.divide((255 &- alphas[x] >> 24) &* opacity)
        row[x] = pixel == 0 ? 0 : Blend.mix(Blend.scale(word, by: pixel >> 24), over: pixel, shade)
      }
    }
  }

  /// Stores the image in `result`, with the alpha of a blurred image stretched by a range.
  func choke(
    _ blurred: FilterImage, _ range: AlphaRange, to result: FilterImage, _ padded: inout PaddedRow,
    _ other: inout PaddedRow
  ) {
    let area = result.area
    for y in area.y0..<area.y1 {
      let words = padded.row(y, of: self, from: area.x0, count: area.width)
      let blurred = other.row(y, of: blurred, from: area.x0, count: area.width)
      let row = result.row(y)
      for x in 0..<area.width {
        let word = words[x] >> 24 < blurred[x] >> 24 ? blurred[x] : words[x]
        row[x] = word.withAlpha(range.stretch(blurred[x] >> 24))
      }
    }
  }

  /// Fills `result` with the line around the image in one colour, a premultiplied word.
  ///
  /// The line consists of discs around all pixels: a pixel at the distance d from another pixel
  /// gets the other pixel's alpha times width + 1 − d, at most 1. Only edge pixels need a disc,
  /// because they reach farther than pixels inside.
  func outline(_ word: UInt32, _ disc: DiscCoverage, to result: FilterImage) {
    let count = result.area.width * result.area.height
    result.words.update(repeating: 0, count: count)
    let near = result.area.grown(by: SIMD2(repeating: disc.radius)).intersection(area)
    forEachEdge(in: near) { x, y, alpha in
      disc.forEachRow(around: x, y, in: result.area) { covered, start, count in
        let pixels = result.words + start
        for index in 0..<count {
          pixels[index] = max(pixels[index], Blend.divide(covered[index] &* alpha))
        }
      }
    }
    for index in 0..<count { result.words[index] = Blend.scale(word, by: result.words[index]) }
  }

  /// Calls `body` for each pixel that isn't clear and has a less opaque neighbour, with its
  /// position and alpha.
  @inline(__always)
  private func forEachEdge(in part: PixelRect, _ body: (Int, Int, UInt32) -> Void) {
    func alpha(_ x: Int, _ y: Int) -> UInt32 { word(x, y) >> 24 }
    for y in part.y0..<part.y1 {
      for x in part.x0..<part.x1 {
        let center = alpha(x, y)
        if center > 0
          && (alpha(x - 1, y) < center || alpha(x + 1, y) < center || alpha(x, y - 1) < center
            || alpha(x, y + 1) < center)
        {
          body(x, y, center)
        }
      }
    }
  }
}

/// The coverage of the pixels around a disc's centre. For a pixel at the distance d, it is radius +
/// 1 − d, clamped to 0...1.
struct DiscCoverage {
  private let words: UnsafeMutablePointer<UInt32>
  let radius: Int
  private var side: Int { 2 * radius + 1 }

  /// Creates the coverage of a disc.
  ///
  /// - Parameter memory: The memory for the coverages, in 255ths.
  init(_ width: Fixed, _ memory: inout Scratch<UInt32>) {
    radius = width.ceiling
    let side = 2 * radius + 1
    memory.reserve(side * side)
    words = memory.base
    for y in -radius...radius {
      for x in -radius...radius {
        let distance = Double(x * x + y * y).squareRoot()
        let covered = min(max(width.pixels + 1 - distance, 0), 1)
        words[(y + radius) * side + x + radius] = UInt32((covered * 255).rounded())
      }
    }
  }

  /// Calls `body` for each row of an area that a disc around a pixel reaches, with the coverages of
  /// the row, the index of the first pixel in the area, and the number of pixels.
  @inline(__always)
  func forEachRow(
    around x: Int, _ y: Int, in area: PixelRect, _ body: (UnsafePointer<UInt32>, Int, Int) -> Void
  ) {
    let (left, right) = (max(x - radius, area.x0), min(x + radius + 1, area.x1))
    guard left < right else { return }
    let first = max(y - radius, area.y0)
    for row in first..<max(min(y + radius + 1, area.y1), first) {
      body(
        words + ((row - y + radius) * side + left - x + radius),
        (row - area.y0) * area.width + left - area.x0, right - left)
    }
  }
}

extension Blend {
  /// Returns a word with each channel multiplied by `factor` / 255, rounded to nearest. The factor
  /// is in 0...255.
  @inline(__always) static func scale(_ word: UInt32, by factor: UInt32) -> UInt32 {
    mix(word, over: 0, factor)
  }

  /// Returns the sum of two words, each multiplied by a factor / 255. No sum of two products may
  /// exceed 255².
  @inline(__always)
  static func sum(_ a: UInt32, _ f: UInt32, _ b: UInt32, _ g: UInt32) -> UInt32 {
    let low = (a & 0xFF_00FF) &* f &+ (b & 0xFF_00FF) &* g &+ 0x80_0080
    let high = (a >> 8 & 0xFF_00FF) &* f &+ (b >> 8 & 0xFF_00FF) &* g &+ 0x80_0080
    return (low &+ (low >> 8 & 0xFF_00FF)) >> 8 & 0xFF_00FF
      | (high &+ (high >> 8 & 0xFF_00FF)) & 0xFF00_FF00
  }
}

extension UInt32 {
  /// Returns the same colour with another alpha. Channels are rounded to nearest, and a clear word
  /// stays clear.
  fileprivate func withAlpha(_ alpha: UInt32) -> UInt32 {
    let oldAlpha = self >> 24
    if oldAlpha == alpha { return self }
    guard oldAlpha > 0 else { return 0 }
    func channel(_ shift: UInt32) -> UInt32 {
      Swift.min(((self >> shift & 0xFF) &* alpha &+ oldAlpha / 2) / oldAlpha, alpha) << shift
    }
    return alpha << 24 | channel(16) | channel(8) | channel(0)
  }
}
