/// Paints coverage in one colour as soon as it is known, which saves writing and reading it.
///
/// Its pixels are identical to those of ``Canvas/fill(_:_:_:)``.
struct CoveragePainter<Alpha: Opacity>: CoverageSink {
  private let paint: SolidPaint
  /// The pixel in the first column of the current row.
  private var row: UnsafeMutablePointer<UInt32>
  private let stride: Int
  private let width: Int

  /// - Parameter area: The pixels whose coverage will be provided.
  init(_ paint: SolidPaint, on canvas: Canvas, _ area: PixelRect) {
    self.paint = paint
    row = canvas.pixels + ((area.y0 &- 1) &* canvas.stride &+ area.x0)
    stride = canvas.stride
    width = area.width
  }

  @inline(__always) mutating func beginRow() { row += stride }

  @inline(__always) mutating func append(x: Int, length: Int, solid coverage: UInt32) {
    paint.paint(row + x, count: length, coverage: coverage)
  }

  @inline(__always) mutating func appendFour(x: Int, _ coverage: SIMD4<UInt32>) {
    if x <= width &- 4 {
      paint.paintFour(row + x, coverage: coverage, isOpaque: Alpha.isOpaque)
    } else if x < width {
      paint.paintRest(
        row + x, count: width &- x, coverage: coverage, isOpaque: Alpha.isOpaque)
    }
  }

  @inline(__always) mutating func endFours(x: Int, length: Int, of count: Int) {}
}

/// Whether the alpha of a colour is 255: known when a loop over pixels is compiled.
protocol Opacity {
  static var isOpaque: Bool { get }
}

enum Opaque: Opacity {
  @inline(__always) static var isOpaque: Bool { true }
}

enum Translucent: Opacity {
  @inline(__always) static var isOpaque: Bool { false }
}
