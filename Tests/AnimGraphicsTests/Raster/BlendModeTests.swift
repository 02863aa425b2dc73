import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Blend modes")
struct BlendModeTests {
  /// Colours with channels at the ends, in the middle and between.
  private static let colors: [Color] = {
    var random = SeededGenerator(seed: 77)
    let plain = [0x000000, 0xFFFFFF, 0x808080, 0xFF0000, 0x00FF7F, 0x123456].map {
      Color(rgb: UInt32($0))
    }
    return plain + (0..<14).map { _ in Color(argb: UInt32(truncatingIfNeeded: random.next())) }
  }()

  @Test("each mode is its formula in CSS compositing, rounded once", arguments: BlendMode.allCases)
  func formulas(mode: BlendMode) {
    let count = Self.colors.count
    for back in Self.colors.map({ Color(rgb: $0.argb & 0xFF_FFFF) }) {
      var list = DisplayList(size: PixelSize(width: count, height: 1), background: back)
      list.withGroup(GroupStyle(blendMode: mode)) { list in
        for (index, color) in Self.colors.enumerated() {
          list.fill(Rect(x: Double(index), y: 0, width: 1, height: 1), color)
        }
      }
      let image = list.painted()
      for (index, color) in Self.colors.enumerated() {
        // The pixel of the group's image, premultiplied and rounded.
        let alpha = Double(color.alpha) / 255
        let source = color.channels.map { ($0 * alpha * 255).rounded() / 255 }
        let exact = Exact.mix(back.channels, 1, source, alpha, mode)
        let found = Color(argb: image[index, 0]).channels
        for (a, b) in zip(exact, found) {
          // Normal has one more rounding step: the source's share is rounded before the sum.
          #expect(abs(a - b) * 255 <= (mode == .normal ? 1 : 0.51), "\(color) on \(back)")
        }
      }
    }
  }

  @Test("a group over a clear backdrop is unchanged in any mode", arguments: BlendMode.allCases)
  func overNothing(mode: BlendMode) {
    var list = DisplayList(size: PixelSize(width: 1, height: 1), background: .white)
    var plain = list
    list.withGroup(GroupStyle(isIsolated: true)) { list in
      list.withGroup(GroupStyle(blendMode: mode)) {
        $0.fill(Rect(x: 0, y: 0, width: 1, height: 1), Color(argb: 0x80C0_4020))
      }
    }
    plain.withGroup(GroupStyle(isIsolated: true)) {
      $0.fill(Rect(x: 0, y: 0, width: 1, height: 1), Color(argb: 0x80C0_4020))
    }
    expectEqual(list.painted(), plain.painted())
  }

  @Test("in an isolated group, a blend mode affects only the content below it in that group")
  func isolation() {
    for isIsolated in [false, true] {
      var list = DisplayList(size: PixelSize(width: 1, height: 1), background: Color(rgb: 0x808080))
      list.withGroup(GroupStyle(isIsolated: isIsolated)) { list in
        list.withGroup(GroupStyle(blendMode: .multiply)) {
          $0.fill(Rect(x: 0, y: 0, width: 1, height: 1), Color(rgb: 0x808080))
        }
      }
      let expected: UInt32 = isIsolated ? 0xFF80_8080 : 0xFF40_4040
      expectEqual(list.painted()[0, 0], expected)
    }
  }
}

extension Color {
  fileprivate var channels: [Double] { [red, green, blue].map { Double($0) / 255 } }
}

/// Compositing and Blending Level 1 (W3C), section by section, in plain numbers.
private enum Exact {
  /// - Parameters:
  ///   - backdrop: Not premultiplied.
  ///   - source: premultiplied.
  static func mix(
    _ backdrop: [Double], _ backAlpha: Double, _ source: [Double], _ alpha: Double,
    _ mode: BlendMode
  ) -> [Double] {
    if mode == .plusLighter {
      return (0..<3).map { min(source[$0] + backdrop[$0] * backAlpha, 1) }
    }
    let color = alpha > 0 ? source.map { $0 / alpha } : [0, 0, 0]
    let blended = blend(backdrop, color, mode)
    return (0..<3).map {
      alpha * ((1 - backAlpha) * color[$0] + backAlpha * blended[$0])
        + (1 - alpha) * backAlpha * backdrop[$0]
    }
  }

  private static func blend(_ b: [Double], _ s: [Double], _ mode: BlendMode) -> [Double] {
    switch mode {
    case .hue: setLum(setSat(s, sat(b)), lum(b))
    case .saturation: setLum(setSat(b, sat(s)), lum(b))
    case .color: setLum(s, lum(b))
    case .luminosity: setLum(b, lum(s))
    default: zip(b, s).map { blend($0, $1, mode) }
    }
  }

  private static func blend(_ b: Double, _ s: Double, _ mode: BlendMode) -> Double {
    switch mode {
    case .multiply: b * s
    case .screen: b + s - b * s
    case .overlay: blend(s, b, .hardLight)
    case .darken: min(b, s)
    case .lighten: max(b, s)
    case .colorDodge: b == 0 ? 0 : s >= 1 ? 1 : min(1, b / (1 - s))
    case .colorBurn: b >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - b) / s)
    case .hardLight: s <= 0.5 ? b * 2 * s : b + (2 * s - 1) - b * (2 * s - 1)
    case .softLight:
      s <= 0.5
        ? b - (1 - 2 * s) * b * (1 - b)
        : b + (2 * s - 1)
          * ((b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()) - b)
    case .difference: abs(b - s)
    case .exclusion: b + s - 2 * b * s
    case .add: min(1, b + s)
    default: s
    }
  }

  private static func lum(_ c: [Double]) -> Double { 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2] }
  private static func sat(_ c: [Double]) -> Double { max(c[0], c[1], c[2]) - min(c[0], c[1], c[2]) }

  private static func setLum(_ c: [Double], _ l: Double) -> [Double] {
    let d = l - lum(c)
    return clip(c.map { $0 + d })
  }

  private static func clip(_ c: [Double]) -> [Double] {
    let l = lum(c)
    let (n, x) = (min(c[0], c[1], c[2]), max(c[0], c[1], c[2]))
    var c = c
    if n < 0 { c = c.map { l + ($0 - l) * l / (l - n) } }
    if x > 1 { c = c.map { l + ($0 - l) * (1 - l) / (x - l) } }
    return c
  }

  private static func setSat(_ c: [Double], _ s: Double) -> [Double] {
    let (n, x) = (min(c[0], c[1], c[2]), max(c[0], c[1], c[2]))
    return x > n ? c.map { ($0 - n) * s / (x - n) } : [0, 0, 0]
  }
}
