extension Color: Interpolatable {
  /// The clear colour.
  public static let zero = Color.clear

  /// The differences of red, green, blue, each premultiplied, and alpha, in `-1 ... 1`.
  ///
  /// Premultiplied, so that a colour keeps its hue as it fades in: straight channels would pass
  /// through the hue of the invisible colour.
  public static func displacement(
    from start: Color, to end: Color, turning: Turning
  ) -> SIMD4<Double> {
    end.premultiplied - start.premultiplied
  }

  public func moved(by displacement: SIMD4<Double>) -> Color {
    let moved = (premultiplied + displacement).clamped(lowerBound: .zero, upperBound: .one)
    guard moved.w > 0 else { return .clear }
    let straight = (moved / moved.w).clamped(lowerBound: .zero, upperBound: .one)
    return Color(
      red: Self.channel(straight.x), green: Self.channel(straight.y),
      blue: Self.channel(straight.z), alpha: Self.channel(moved.w))
  }

  private var premultiplied: SIMD4<Double> {
    let opacity = Double(alpha) / 255
    let straight = SIMD4(Double(red), Double(green), Double(blue), 255) / 255
    return straight * opacity
  }

  private static func channel(_ value: Double) -> UInt8 {
    UInt8(exactly: (value * 255).rounded()) ?? 0
  }
}
