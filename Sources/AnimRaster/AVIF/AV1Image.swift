#if Codecs
  import AnimCodecs
  import AnimCore

  /// The planes of an image: those of a decoded picture, or of a grid of pictures.
  final class AV1Image {
    /// The picture, or the first one of a grid, whose format is that of all.
    private let picture: AV1Picture
    let size: PixelSize
    let planes: (SamplePlane, SamplePlane, SamplePlane)
    /// The memory of a grid.
    private let memory: UnsafeMutableRawBufferPointer?

    init(_ picture: AV1Picture) throws(CodecError) {
      guard let planes = picture.planes else { throw .damaged("dav1d cannot decode a frame") }
      self.picture = picture
      self.planes = planes
      size = picture.size
      memory = nil
    }

    /// Creates an empty grid for pictures like a given one.
    init(_ picture: AV1Picture, gridSize: PixelSize) {
      let plain = SampleFormat(picture, gridSize, isFull: true, .identity)
      let (luma, color) = (
        gridSize.width * plain.bytesPerSample, plain.colorSize.width * plain.bytesPerSample
      )
      let lumaBytes = luma * gridSize.height
      let colorBytes = color * plain.colorSize.height
      let count = lumaBytes + 2 * colorBytes
      // The tiles cover all of it.
      let start = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 16)
      self.picture = picture
      size = gridSize
      memory = UnsafeMutableRawBufferPointer(start: start, count: count)
      planes = (
        SamplePlane(start: start, stride: luma),
        SamplePlane(start: start + lumaBytes, stride: color),
        SamplePlane(start: start + lumaBytes + colorBytes, stride: color)
      )
    }

    deinit { memory?.deallocate() }

    var byteCount: Int { memory?.count ?? picture.byteCount }

    /// Copies a tile of a grid, cut off at the right and the bottom.
    func copy(_ tile: AV1Picture, column: Int, row: Int) throws(CodecError) {
      guard let from = tile.planes, tile.depth == picture.depth, tile.columns == picture.columns,
        tile.rows == picture.rows, tile.hasColor == picture.hasColor,
        column % tile.columns == 0, row % tile.rows == 0
      else { throw .damaged("an AVIF whose tiles differ from each other") }
      let bytes = tile.depth > 8 ? 2 : 1
      func copy(_ source: SamplePlane, to plane: SamplePlane, _ columns: Int, _ rows: Int) {
        let (left, top) = (column / columns, row / rows)
        let width = min(
          (tile.size.width + columns - 1) / columns, (size.width + columns - 1) / columns - left)
        let height = min(
          (tile.size.height + rows - 1) / rows, (size.height + rows - 1) / rows - top)
        for y in 0..<max(height, 0) where width > 0 {
          UnsafeMutableRawPointer(mutating: plane.start).advanced(
            by: (top + y) * plane.stride + left * bytes
          ).copyMemory(from: source.start + y * source.stride, byteCount: width * bytes)
        }
      }
      copy(from.0, to: planes.0, 1, 1)
      guard tile.hasColor else { return }
      copy(from.1, to: planes.1, tile.columns, tile.rows)
      copy(from.2, to: planes.2, tile.columns, tile.rows)
    }

    /// Returns the meaning of the samples.
    ///
    /// - Parameter declared: The colours that the container declares, which take precedence over those of the stream.
    func format(declared: AVIFColors?) throws(CodecError) -> SampleFormat {
      SampleFormat(
        picture, size, isFull: declared?.hasFullRange ?? picture.hasFullRange,
        try Self.matrix(
          declared?.matrix ?? picture.matrix,
          primaries: declared?.primaries ?? picture.primaries, of: picture))
    }

    private static func matrix(
      _ number: Int, primaries: Int, of picture: AV1Picture
    ) throws(CodecError) -> SampleFormat.Matrix {
      switch number {
      case 0 where picture.hasColor && picture.columns > 1:
        throw .damaged("an AVIF whose red, green and blue have different sizes")
      case 0: .identity
      case 1: .weights(red: 0.2126, blue: 0.0722)
      case 2, 5, 6: .weights(red: 0.299, blue: 0.114)
      case 4: .weights(red: 0.30, blue: 0.11)
      case 7: .weights(red: 0.212, blue: 0.087)
      case 8: .yCgCo
      case 9: .weights(red: 0.2627, blue: 0.0593)
      case 12: ColorPrimaries(primaries).weights
      default: throw .damaged("an AVIF with the colour matrix \(number), which is not supported")
      }
    }

    /// Sets the alpha of pixels to the luma of this image.
    ///
    /// - Parameter isPremultiplied: Whether the colours of the pixels are multiplied by alpha. They are divided.
    func apply(to words: inout [UInt32], isPremultiplied: Bool) {
      let bits = UInt32(picture.depth)
      // The specification forbids a limited range, but encoders have written it.
      let black = picture.hasFullRange ? 0 : UInt32(16) << (bits - 8)
      let range = picture.hasFullRange ? 1 << bits - 1 : UInt32(219) << (bits - 8)
      let plane = planes.0
      words.withUnsafeMutableBufferPointer { words in
        for y in 0..<size.height {
          let row = plane.start + y * plane.stride
          for x in 0..<size.width {
            let sample =
              bits == 8
              ? UInt32(row.load(fromByteOffset: x, as: UInt8.self))
              : UInt32(row.load(fromByteOffset: 2 * x, as: UInt16.self))
            let value = sample < black ? 0 : (510 * (sample - black) + range) / (2 * range)
            let alpha = min(value, 255)
            let index = y * size.width + x
            let pixel = alpha << 24 | words[index] & 0xFF_FFFF
            words[index] = isPremultiplied ? pixel.straightened : pixel
          }
        }
      }
    }
  }

  extension SampleFormat {
    fileprivate init(
      _ picture: AV1Picture, _ size: PixelSize, isFull: Bool, _ matrix: SampleFormat.Matrix
    ) {
      // 4:2:2 can't tell where its colours are. Encoders average pairs, so they are in the middle.
      let isVertical = picture.rows == 1
      self.init(
        size: size, depth: picture.depth, hasColor: picture.hasColor, columns: picture.columns,
        rows: picture.rows,
        isCenteredInColumns: isVertical || picture.samplePosition == 0
          || picture.samplePosition > 2,
        isCenteredInRows: picture.samplePosition != 2, hasFullRange: isFull, matrix: matrix)
    }
  }

  /// The chromaticities of red, green, blue and white (ITU-T H.273, table 2).
  private struct ColorPrimaries {
    private var red = (0.640, 0.330)
    private var green = (0.300, 0.600)
    private var blue = (0.150, 0.060)
    private var white = (0.3127, 0.3290)

    init(_ number: Int) {
      switch number {
      case 4: (red, green, blue, white) = ((0.67, 0.33), (0.21, 0.71), (0.14, 0.08), (0.310, 0.316))
      case 5: (red, green, blue) = ((0.64, 0.33), (0.29, 0.60), (0.15, 0.06))
      case 6, 7: (red, green, blue) = ((0.630, 0.340), (0.310, 0.595), (0.155, 0.070))
      case 8:
        (red, green, blue, white) = (
          (0.681, 0.319), (0.243, 0.692), (0.145, 0.049), (0.310, 0.316)
        )
      case 9: (red, green, blue) = ((0.708, 0.292), (0.170, 0.797), (0.131, 0.046))
      case 10: (red, green, blue, white) = ((1, 0), (0, 1), (0, 0), (1.0 / 3, 1.0 / 3))
      case 11:
        (red, green, blue, white) = ((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), (0.314, 0.351))
      case 12: (red, green, blue) = ((0.680, 0.320), (0.265, 0.690), (0.150, 0.060))
      case 22: (red, green, blue) = ((0.630, 0.340), (0.295, 0.605), (0.155, 0.077))
      default: break
      }
    }

    /// The weights of red and blue in luma (ITU-T H.273, equations 32 to 37).
    var weights: SampleFormat.Matrix {
      func depth(_ point: (Double, Double)) -> Double { 1 - (point.0 + point.1) }
      let (r, g, b, w) = (red, green, blue, white)
      let (rz, gz, bz, wz) = (depth(r), depth(g), depth(b), depth(w))
      let determinant =
        w.1
        * (r.0 * (g.1 * bz - b.1 * gz) + g.0 * (b.1 * rz - r.1 * bz)
          + b.0 * (r.1 * gz - g.1 * rz))
      let kr =
        r.1
        * (w.0 * (g.1 * bz - b.1 * gz) + w.1 * (b.0 * gz - g.0 * bz)
          + wz * (g.0 * b.1 - b.0 * g.1)) / determinant
      let kb =
        b.1
        * (w.0 * (r.1 * gz - g.1 * rz) + w.1 * (g.0 * rz - r.0 * gz)
          + wz * (r.0 * g.1 - g.0 * r.1)) / determinant
      return .weights(red: kr, blue: kb)
    }
  }
#endif
