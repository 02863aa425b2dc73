/// The visibility of a group at each pixel of a tile, 0...255.
///
/// Every step is rounded to 1/255, so the error of n masks and mattes is at most n/2 of that.
struct MaskPlane {
  private let bytes: UnsafeMutablePointer<UInt8>
  private let row: UnsafeMutablePointer<UInt8>
  private let tile: PixelRect

  /// - Parameters:
  ///   - bytes: Memory for the tile's pixels.
  ///   - row: Memory for one row of pixels.
  init(_ bytes: UnsafeMutablePointer<UInt8>, row: UnsafeMutablePointer<UInt8>, tile: PixelRect) {
    self.bytes = bytes
    self.row = row
    self.tile = tile
  }

  /// Returns the coverage of a row of the tile's pixels.
  func row(_ y: Int) -> UnsafeMutablePointer<UInt8> { bytes + (y &- tile.y0) &* tile.width }

  func fill(_ value: UInt8) {
    bytes.update(repeating: value, count: tile.width * tile.height)
  }

  /// Begins with a mask of any mode, which is applied to a group that is all hidden or all visible.
  ///
  /// - Parameter coverage: As for ``apply(_:opacity:coverage:)``.
  func begin(with mask: Mask, opacity: UInt8, coverage: Coverage?) {
    let isPlain = opacity == 255 && mask.showsInside
    for y in tile.y0..<tile.y1 {
      let shown = row(y)
      read(coverage, y, into: shown)
      if isPlain { continue }
      replace(shown, shown) { covered, _ in
        let coverage = Blend.divide((covered ^ mask.flip) &* UInt16(opacity))
        return mask.mode == .subtract ? 255 &- coverage : coverage
      }
    }
  }

  /// The coverage of a mask's shape inside `bounds`; elsewhere in the tile it is 0.
  typealias Coverage = (rows: CoverageRows, store: CoverageStore, bounds: PixelRect)

  /// Applies a further mask.
  func apply(_ mask: Mask, opacity: UInt8, coverage: Coverage?) {
    for y in tile.y0..<tile.y1 {
      read(coverage, y, into: row)
      replace(row(y), row) { shown, coverage in
        mask.mode.combine(shown, Blend.divide((coverage ^ mask.flip) &* UInt16(opacity)))
      }
    }
  }

  @inline(__always)
  private func read(_ coverage: Coverage?, _ y: Int, into row: UnsafeMutablePointer<UInt8>) {
    row.update(repeating: 0, count: tile.width)
    guard let (rows, store, bounds) = coverage, y >= bounds.y0, y < bounds.y1 else { return }
    store.read(rows, y: y, from: bounds.x0, to: bounds.x1) {
      x, length, solid, varied in
      let target = row + (x &- tile.x0)
      if let varied {
        target.update(from: varied, count: length)
      } else {
        target.update(repeating: UInt8(truncatingIfNeeded: solid), count: length)
      }
    }
  }

  /// The range from the first row in which anything is visible to the last.
  var visibleRows: Range<Int> {
    guard let first = (tile.y0..<tile.y1).first(where: { !isHidden($0) }),
      let last = (first..<tile.y1).last(where: { !isHidden($0) })
    else { return tile.y0..<tile.y0 }
    return first..<last + 1
  }

  private func isHidden(_ y: Int) -> Bool {
    let memory = UnsafeRawPointer(row(y))
    var index = 0
    while index &+ 8 <= tile.width {
      if memory.loadUnaligned(fromByteOffset: index, as: UInt64.self) != 0 { return false }
      index &+= 8
    }
    return !(index..<tile.width).contains { row(y)[$0] != 0 }
  }

  /// Replaces each byte of a row by the result of `body` for it and for the byte of another row, eight at
  /// a time.
  @inline(__always) private func replace(
    _ row: UnsafeMutablePointer<UInt8>, _ other: UnsafePointer<UInt8>,
    _ body: (SIMD8<UInt16>, SIMD8<UInt16>) -> SIMD8<UInt16>
  ) {
    let memory = UnsafeMutableRawPointer(row)
    let bytes = UnsafeRawPointer(other)
    var index = 0
    while index &+ 8 <= tile.width {
      let a = memory.loadUnaligned(fromByteOffset: index, as: SIMD8<UInt8>.self)
      let b = bytes.loadUnaligned(fromByteOffset: index, as: SIMD8<UInt8>.self)
      let result = body(SIMD8(truncatingIfNeeded: a), SIMD8(truncatingIfNeeded: b))
      memory.storeBytes(
        of: SIMD8<UInt8>(truncatingIfNeeded: result), toByteOffset: index, as: SIMD8<UInt8>.self)
      index &+= 8
    }
    while index < tile.width {
      let result = body(
        SIMD8(repeating: UInt16(row[index])), SIMD8(repeating: UInt16(other[index])))
      row[index] = UInt8(truncatingIfNeeded: result[0])
      index &+= 1
    }
  }

  /// Applies a matte, whose image is `pixels`.
  func apply(_ matte: Matte, _ pixels: UnsafePointer<UInt32>) {
    let flip: UInt32 = matte.isInverted ? 255 : 0
    // Flat areas are common, so the visibility of the last word is kept.
    var last: UInt32 = 0
    var coverage = flip
    func apply(at index: Int) {
      let word = pixels[index]
      if word != last {
        last = word
        coverage = (matte.channel == .alpha ? word >> 24 : Luma.of(word)) ^ flip
      }
      if coverage != 255 {
        bytes[index] = UInt8(truncatingIfNeeded: Blend.divide(UInt32(bytes[index]) &* coverage))
      }
    }
    let opaque: UInt64 = 0xFF00_0000_FF00_0000
    let count = tile.width * tile.height
    var index = 0
    while index &+ 4 <= count {
      let four = UnsafeRawPointer(pixels).loadUnaligned(
        fromByteOffset: index &* 4, as: SIMD2<UInt64>.self)
      // The visibility of all four, if that is known at once.
      let two = UInt64(last) << 32 | UInt64(last)
      let isFlat = (four.x ^ two) | (four.y ^ two) == 0
      let isOpaque = matte.channel == .alpha && four.x & four.y & opaque == opaque
      if isFlat && coverage == 255 || isOpaque && flip == 0 {
        // They stay as they are.
      } else if isFlat && coverage == 0 || isOpaque {
        UnsafeMutableRawPointer(bytes).storeBytes(of: 0, toByteOffset: index, as: UInt32.self)
      } else {
        for pixel in index..<index &+ 4 { apply(at: pixel) }
      }
      index &+= 4
    }
    while index < count {
      apply(at: index)
      index &+= 1
    }
  }
}

extension Mask {
  /// Whether an opaque mask alone shows the inside of its shape: each mode changes its initial
  /// value, 0 or 255, to the shape's coverage or its complement.
  var showsInside: Bool { isInverted == (mode == .subtract) }

  /// Swaps visible and hidden when combined by exclusive or.
  fileprivate var flip: UInt16 { isInverted ? 255 : 0 }
}

extension Mask.Mode {
  /// Returns the visible part of eight pixels, 0...255, after a mask with coverage `coverage`.
  @inline(__always) func combine(_ shown: SIMD8<UInt16>, _ coverage: SIMD8<UInt16>) -> SIMD8<UInt16>
  {
    switch self {
    case .add: shown &+ coverage &- Blend.divide(shown &* coverage)
    case .subtract: Blend.divide(shown &* (255 &- coverage))
    case .intersect: Blend.divide(shown &* coverage)
    case .difference: Blend.divide(shown &* (255 &- coverage) &+ coverage &* (255 &- shown))
    case .lighten: pointwiseMax(shown, coverage)
    case .darken: pointwiseMin(shown, coverage)
    }
  }
}
