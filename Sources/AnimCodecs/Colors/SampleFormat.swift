import AnimGraphics

/// The relation between the samples of a YCbCr image and its colours.
package struct SampleFormat: Hashable, Sendable {
  /// The size of the image and of its luma plane. Neither side is zero.
  package var size: PixelSize
  /// Bits per sample, 8 to 16. Samples of more than 8 bits are stored as words of 16 bits, low byte first.
  package var depth: Int
  /// Whether the image has colours.
  package var hasColor: Bool
  /// The number of adjacent columns that share a colour sample: 1, 2 or 4.
  package var columns: Int
  /// The number of adjacent rows that share a colour sample: 1 or 2.
  package var rows: Int
  /// Whether a colour sample is horizontally in the centre of its pixels, rather than at the first one.
  package var isCenteredInColumns: Bool
  /// Whether a colour sample is vertically in the centre of its pixels.
  package var isCenteredInRows: Bool
  /// Whether samples have the full range, rather than 16 to 235 of 255 for luma and 16 to 240 for colours.
  package var hasFullRange: Bool
  package var matrix: Matrix

  /// The conversion from samples to red, green and blue (ITU-T H.273, table 4).
  package enum Matrix: Hashable, Sendable {
    /// The weights of red and blue in luma.
    case weights(red: Double, blue: Double)
    /// The samples are green, blue and red. Requires a colour sample for each pixel.
    case identity
    case yCgCo
  }

  package init(
    size: PixelSize, depth: Int, hasColor: Bool, columns: Int, rows: Int,
    isCenteredInColumns: Bool, isCenteredInRows: Bool, hasFullRange: Bool, matrix: Matrix
  ) {
    self.size = size
    self.depth = depth
    self.hasColor = hasColor
    self.columns = columns
    self.rows = rows
    self.isCenteredInColumns = isCenteredInColumns
    self.isCenteredInRows = isCenteredInRows
    self.hasFullRange = hasFullRange
    self.matrix = matrix
  }

  package var bytesPerSample: Int { depth > 8 ? 2 : 1 }

  /// The size of a plane of colours.
  package var colorSize: PixelSize {
    guard hasColor else { return .zero }
    return PixelSize(
      width: (size.width + columns - 1) / columns, height: (size.height + rows - 1) / rows)
  }

  /// The number of samples in one plane of colours.
  package var colorCount: Int { colorSize.width * colorSize.height }
}

/// The memory of one plane of samples.
package struct SamplePlane {
  package let start: UnsafeRawPointer
  /// The distance between two rows, in bytes.
  package let stride: Int

  package init(start: UnsafeRawPointer, stride: Int) {
    self.start = start
    self.stride = stride
  }
}
