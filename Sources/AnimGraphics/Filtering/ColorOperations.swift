// Operations that compute a pixel from those at the same place.

/// The blue, green, red and alpha channels of a pixel, in the order of a word.
typealias FilterChannels = SIMD4<Float>

extension FilterChannels {
  /// Creates the channels of a word, in 0...255.
  @inline(__always) init(word: UInt32) {
    self.init(SIMD4<Int32>(truncatingIfNeeded: Blend.widen(word)))
  }

  /// Returns the channels clamped to 0...`limit`. NaN becomes 0.
  @inline(__always) func clamped(to limit: FilterChannels) -> FilterChannels {
    // Comparisons with NaN are false.
    let positive = FilterChannels.zero.replacing(with: self, where: self .> 0)
    return positive.replacing(with: limit, where: positive .> limit)
  }

  /// The word of channels in 0...255, rounded to nearest.
  @inline(__always) var word: UInt32 {
    // 1.5 · 2²³: added to a small number, it leaves the nearest integer in the low bits.
    (unsafeBitCast(self + 12_582_912, to: SIMD4<UInt32>.self) & 0xFF).packed
  }
}

/// `feColorMatrix`, which applies to straight channels.
struct ColorMatrix {
  /// The contribution of each channel of the source to the channels of the result, and the constant
  /// term, in units of a stored value.
  private var red: FilterChannels
  private var green: FilterChannels
  private var blue: FilterChannels
  private var alpha: FilterChannels
  private var constant: FilterChannels

  /// Creates a matrix from twenty numbers in row order. Any other number of numbers results in the
  /// identity.
  init(_ rows: [Double]) {
    let rows =
      rows.count == 20 ? rows : [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0]
    func column(_ index: Int) -> FilterChannels {
      FilterChannels(
        Float(rows[index + 10]), Float(rows[index + 5]), Float(rows[index]),
        Float(rows[index + 15]))
    }
    red = column(0)
    green = column(1)
    blue = column(2)
    alpha = column(3)
    constant = column(4) * 255
  }

  @inline(__always) func apply(to word: UInt32) -> UInt32 {
    let stored = FilterChannels(word: word)
    let opacity = stored.w
    let channels = opacity > 0 ? stored * (255 / opacity) : .zero
    var sum = constant + channels.z * red + channels.y * green + channels.x * blue
    sum = (sum + opacity * alpha).clamped(to: FilterChannels(repeating: 255))
    var premultiplied = sum * (sum.w / 255)
    premultiplied.w = sum.w
    return premultiplied.word
  }
}

/// `feComponentTransfer`, which applies to straight channels.
struct ComponentTransfer {
  private let red: [UInt8]
  private let green: [UInt8]
  private let blue: [UInt8]
  private let alpha: [UInt8]

  init(
    red: TransferFunction, green: TransferFunction, blue: TransferFunction,
    alpha: TransferFunction
  ) {
    self.red = ChannelTables.table(red)
    self.green = ChannelTables.table(green)
    self.blue = ChannelTables.table(blue)
    self.alpha = ChannelTables.table(alpha)
  }

  @inline(__always) func apply(to word: UInt32) -> UInt32 {
    let colors = Straight.colors(word)
    let mapped =
      UInt32(red[Int(colors >> 16 & 0xFF)]) << 16 | UInt32(green[Int(colors >> 8 & 0xFF)]) << 8
      | UInt32(blue[Int(colors & 0xFF)]) | UInt32(alpha[Int(colors >> 24)]) << 24
    return Premultiplied.word(straight: mapped)
  }
}

extension FilterImage {
  /// Stores the result of `body` for each word of another image and the corresponding word of this
  /// image in this image.
  @inline(__always)
  private func mixWords(
    _ top: FilterImage, _ padded: inout PaddedRow, _ body: (UInt32, UInt32) -> UInt32
  ) {
    for y in area.y0..<area.y1 {
      let top = padded.row(y, of: top, from: area.x0, count: area.width)
      let words = row(y)
      for x in 0..<area.width { words[x] = body(top[x], words[x]) }
    }
  }

  /// Blends another image with this one.
  func blend(_ top: FilterImage, _ mode: BlendMode, _ padded: inout PaddedRow) {
    if mode == .normal { return top.draw(over: self) }
    for y in area.y0..<area.y1 {
      let top = padded.row(y, of: top, from: area.x0, count: area.width)
      mode.mix(row(y), top, count: area.width, coverage: nil, opacity: 255)
    }
  }

  /// Composites another image with this one.
  func composite(_ top: FilterImage, _ rule: CompositeOperator, _ padded: inout PaddedRow) {
    switch rule {
    case .over: top.draw(over: self)
    case .in: mixWords(top, &padded) { s, d in Blend.scale(s, by: d >> 24) }
    case .out: mixWords(top, &padded) { s, d in Blend.scale(s, by: 255 &- d >> 24) }
    case .atop: mixWords(top, &padded) { s, d in Blend.sum(s, d >> 24, d, 255 &- s >> 24) }
    case .xor: mixWords(top, &padded) { s, d in Blend.sum(s, 255 &- d >> 24, d, 255 &- s >> 24) }
    case .lighter:
      mixWords(top, &padded) { s, d in
        let sum = Blend.widen(s) &+ Blend.widen(d)
        return sum.replacing(with: 255, where: sum .> 255).packed
      }
    case .arithmetic(let k1, let k2, let k3, let k4):
      let (k1, k2, k3, k4) = (Float(k1) / 255, Float(k2), Float(k3), Float(k4) * 255)
      mixWords(top, &padded) { s, d in
        let (s, d) = (FilterChannels(word: s), FilterChannels(word: d))
        let sum = k1 * s * d + k2 * s + k3 * d + k4
        let limited = sum.clamped(to: FilterChannels(repeating: 255))
        return limited.clamped(to: FilterChannels(repeating: limited.w)).word
      }
    }
  }
}

extension PixelColorField {
  /// Blends the colours of the field with the colours of an image, and keeps the image's alpha.
  func apply(
    to source: FilterImage, _ amount: UInt32, on result: FilterImage, _ padded: inout PaddedRow
  ) {
    let blendMode = blendMode
    if blendMode == .normal {
      source.mapPixels(to: result, &padded) { x, y, pixel in
        Blend.mix(Blend.scale(word(x, y), by: pixel >> 24), over: pixel, amount)
      }
    } else {
      source.mapPixels(to: result, &padded) { x, y, pixel in
        blendMode.mix(opaque: word(x, y), into: pixel, opacity: amount)
      }
    }
  }
}
