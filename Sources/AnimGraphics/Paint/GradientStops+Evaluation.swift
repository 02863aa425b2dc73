extension GradientStops {
  var isOpaque: Bool {
    !colors.isEmpty && colors.allSatisfy { $0.color.alpha == 255 }
      && alphas.allSatisfy { $0.alpha >= 1 }
  }

  /// The premultiplied word of the last stop, or nil if there are no stops.
  var last: UInt32? {
    guard let color = colors.last?.color else { return nil }
    return Self.word(color.straight, alpha: alphas.last?.alpha ?? 1)
  }

  /// Stores the words of `count` evenly spaced positions from 0 to 1. There must be a stop.
  func store(_ words: UnsafeMutablePointer<UInt32>, count: Int) {
    var color = Cursor(count: colors.count) { colors[$0].position }
    var alpha = Cursor(count: alphas.count) { alphas[$0].position }
    for index in 0..<count {
      let position = Double(index) / Double(count - 1)
      color.advance(to: position) { colors[$0].position }
      alpha.advance(to: position) { alphas[$0].position }
      let first = colors[color.stop].color.straight
      let second = colors[color.next].color.straight
      var opacity = 1.0
      if !alphas.isEmpty {
        opacity = alphas[alpha.stop].alpha
        opacity += (alphas[alpha.next].alpha - opacity) * alpha.part
      }
      words[index] = Self.word(first + (second - first) * color.part, alpha: opacity)
    }
  }

  /// Packs red, green, blue and alpha, in 0 ... 255, into a word whose colours are multiplied by
  /// both alphas, rounded to nearest.
  private static func word(_ straight: SIMD4<Double>, alpha: Double) -> UInt32 {
    let alpha = straight.w * (alpha > 0 ? min(alpha, 1) : 0)
    let product = SIMD4(straight.x, straight.y, straight.z, 255) * (alpha / 255) + 0.5
    return UInt32(product.w) << 24 | UInt32(product.x) << 16 | UInt32(product.y) << 8
      | UInt32(product.z)
  }

  /// The two stops on either side of a position, as positions increase.
  private struct Cursor {
    private(set) var stop = 0
    private(set) var next = 0
    /// The position between the two, 0 ... 1.
    private(set) var part = 0.0
    private let count: Int
    private var start = 0.0
    private var end = 0.0

    init(count: Int, _ position: (Int) -> Double) {
      self.count = count
      guard count > 0 else { return }
      start = Self.clamped(position(0), 0)
      end = start
    }

    mutating func advance(to place: Double, _ position: (Int) -> Double) {
      while count > 0, end <= place, next < count - 1 || stop < next {
        stop = next
        start = end
        guard next < count - 1 else { break }
        next += 1
        end = Self.clamped(position(next), start)
      }
      part = place <= start || end <= start ? 0 : (place - start) / (end - start)
    }

    /// Clamped to 0 ... 1 and to at least the position of the stop before, which also replaces NaN.
    private static func clamped(_ position: Double, _ least: Double) -> Double {
      position > least ? min(position, 1) : least
    }
  }
}

extension Color {
  /// Red, green, blue, alpha, each 0 ... 255.
  fileprivate var straight: SIMD4<Double> {
    SIMD4(Double(red), Double(green), Double(blue), Double(alpha))
  }
}
