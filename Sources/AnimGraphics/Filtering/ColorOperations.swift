// Operations that compute a pixel from those at the same place.

/// Blue, green, red and alpha of a pixel, as they lie in a word.
typealias FilterChannels = SIMD4<Float>

extension FilterChannels {
  /// The channels of a word in 0...255.
  @inline(__always) init(word: UInt32) {
    self.init(SIMD4<Int32>(truncatingIfNeeded: Blend.widen(word)))
  }

  /// The channels clamped to 0...`limit`; NaN becomes 0.
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

/// `feColorMatrix`, of straight channels.
struct ColorMatrix {
  /// The contribution of each channel of the source to the channels of the result, and the constant
  /// term, in units of a stored value.
  private var red: FilterChannels
  private var green: FilterChannels
  private var blue: FilterChannels
  private var alpha: FilterChannels
  private var constant: FilterChannels

  /// - Parameter rows: twenty numbers, row by row; others stand for the identity.
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

  func apply(_ source: Picture, to result: Picture) {
    source.mapWords(to: result) { word in
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
}

/// `feComponentTransfer`, of straight channels.
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

  func apply(_ source: Picture, to result: Picture) {
    source.mapWords(to: result) { word in
      let colors = Straight.colors(word)
      let mapped =
        UInt32(red[Int(colors >> 16 & 0xFF)]) << 16 | UInt32(green[Int(colors >> 8 & 0xFF)]) << 8
        | UInt32(blue[Int(colors & 0xFF)]) | UInt32(alpha[Int(colors >> 24)]) << 24
      return Premultiplied.word(straight: mapped)
    }
  }
}

extension Picture {
  /// Stores the result of `body` for each word in another picture of the same area.
  @inline(__always)
  fileprivate func mapWords(to result: Picture, _ body: (UInt32) -> UInt32) {
    // Flat areas are common, so the last result is kept.
    var (last, mapped) = (UInt32(0), body(0))
    for index in 0..<area.width * area.height {
      let word = words[index]
      if word != last { (last, mapped) = (word, body(word)) }
      result.words[index] = mapped
    }
  }

  /// Stores the result of `body` for each word of `top` and the one of this picture in its place.
  @inline(__always)
  private func mixWords(_ top: Picture, _ body: (UInt32, UInt32) -> UInt32) {
    for index in 0..<area.width * area.height {
      words[index] = body(top.words[index], words[index])
    }
  }

  /// Blends another picture with this one.
  func blend(_ top: Picture, _ mode: BlendMode) {
    let count = area.width * area.height
    if mode == .normal {
      Blend.over(words, top.words, count: count, coverage: 255)
    } else {
      mode.mix(words, top.words, count: count, coverage: nil, opacity: 255)
    }
  }

  /// Puts another picture and this one together.
  func composite(_ top: Picture, _ rule: CompositeOperator) {
    switch rule {
    case .over:
      Blend.over(words, top.words, count: area.width * area.height, coverage: 255)
    case .in: mixWords(top) { s, d in Blend.scale(s, by: d >> 24) }
    case .out: mixWords(top) { s, d in Blend.scale(s, by: 255 &- d >> 24) }
    case .atop: mixWords(top) { s, d in Blend.sum(s, d >> 24, d, 255 &- s >> 24) }
    case .xor: mixWords(top) { s, d in Blend.sum(s, 255 &- d >> 24, d, 255 &- s >> 24) }
    case .lighter:
      mixWords(top) { s, d in
        let sum = Blend.widen(s) &+ Blend.widen(d)
        return sum.replacing(with: 255, where: sum .> 255).packed
      }
    case .arithmetic(let k1, let k2, let k3, let k4):
      let (k1, k2, k3, k4) = (Float(k1) / 255, Float(k2), Float(k3), Float(k4) * 255)
      mixWords(top) { s, d in
        let (s, d) = (FilterChannels(word: s), FilterChannels(word: d))
        let sum = k1 * s * d + k2 * s + k3 * d + k4
        let limited = sum.clamped(to: FilterChannels(repeating: 255))
        return limited.clamped(to: FilterChannels(repeating: limited.w)).word
      }
    }
  }
}
