/// `feConvolveMatrix`.
struct Convolution {
  /// A ring buffer of source lines, one for each row of the kernel, extended according to the edge
  /// mode.
  private var lines = Scratch<FilterChannels>()
  /// A row of the source.
  private var row = PaddedRow()

  func deallocate() {
    lines.deallocate()
    row.deallocate()
  }

  /// Applies a kernel. A kernel whose size and numbers don't match leaves the image unchanged.
  ///
  /// - Parameter area: The pixels to which the edge mode applies.
  mutating func apply(
    _ kernel: ConvolutionKernel, _ source: FilterImage, in area: PixelRect, to result: FilterImage
  ) {
    let clip = result.area
    let (columns, rows) = (kernel.columns, kernel.rows)
    guard kernel.isValid else { return source.copy(to: result) }
    let left = min(max(kernel.targetX, 0), columns - 1)
    let above = min(max(kernel.targetY, 0), rows - 1)
    let length = clip.width + columns - 1
    lines.reserve(length * rows)
    let divisor = Float(kernel.divisor)
    var weights: [Float] = []
    weights.reserveCapacity(kernel.weights.count)
    for weight in kernel.weights.reversed() { weights.append(Float(weight) / divisor) }
    let bias = Float(kernel.bias)

    for row in 0..<rows - 1 {
      load(clip.y0 - above + row, kernel, source, area, x0: clip.x0 - left, length, row)
    }
    for y in clip.y0..<clip.y1 {
      let first = y - clip.y0
      load(
        y - above + rows - 1, kernel, source, area, x0: clip.x0 - left, length,
        (first + rows - 1) % rows)
      let target = result.row(y) - clip.x0
      weights.withUnsafeBufferPointer { weights in
        for x in clip.x0..<clip.x1 {
          var sum = FilterChannels.zero
          var next = 0
          for row in 0..<rows {
            let pixels = lines.base + ((first + row) % rows * length + x - clip.x0)
            for column in 0..<columns {
              sum += pixels[column] * weights[next]
              next += 1
            }
          }
          target[x] = Self.word(
            sum, bias: bias, alpha: kernel.preservesAlpha ? source.word(x, y) >> 24 : nil)
        }
      }
    }
  }

  /// Returns the word of a sum.
  ///
  /// - Parameter alpha: The alpha that is preserved, so that `sum` has straight colours, or `nil`.
  @inline(__always)
  private static func word(_ sum: FilterChannels, bias: Float, alpha: UInt32?) -> UInt32 {
    let most = FilterChannels(repeating: 255)
    if let alpha {
      let opacity = Float(alpha)
      let colors = (sum + bias * opacity).clamped(to: most) * (opacity / 255)
      return colors.word & 0xFF_FFFF | alpha << 24
    }
    let opacity = sum.w + bias * 255
    var channels = sum + bias * opacity
    channels.w = opacity
    let limited = channels.clamped(to: most)
    return limited.clamped(to: FilterChannels(repeating: limited.w)).word
  }

  /// Stores a line of the source in a line of the ring. The line may be outside the area.
  private mutating func load(
    _ y: Int, _ kernel: ConvolutionKernel, _ source: FilterImage, _ area: PixelRect, x0: Int,
    _ length: Int, _ line: Int
  ) {
    let pixels = lines.base + line * length
    guard let y = kernel.edges.position(y, area.y0, area.y1) else {
      pixels.update(repeating: .zero, count: length)
      return
    }
    let words = row.row(y, of: source, from: area.x0, count: area.width) - area.x0
    for index in 0..<length {
      if let x = kernel.edges.position(x0 + index, area.x0, area.x1) {
        let word = kernel.preservesAlpha ? Straight.colors(words[x]) : words[x]
        pixels[index] = FilterChannels(word: word)
      } else {
        pixels[index] = .zero
      }
    }
  }
}

extension ConvolutionKernel.Edges {
  /// Returns the row or column that replaces one outside `start`..<`end`, or `nil` if it is clear.
  @inline(__always)
  fileprivate func position(_ position: Int, _ start: Int, _ end: Int) -> Int? {
    if position >= start && position < end { return position }
    switch self {
    case .none: return nil
    case .duplicate: return position < start ? start : end - 1
    case .wrap:
      let rest = (position - start) % (end - start)
      return (rest < 0 ? rest + end - start : rest) + start
    }
  }
}
