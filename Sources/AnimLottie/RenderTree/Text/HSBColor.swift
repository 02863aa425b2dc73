import AnimCore

/// A colour by its hue, saturation and brightness, or an offset of these.
struct HSBColor {
  /// The hue in turns, from red over green and blue.
  var hue: Double
  var saturation: Double
  var brightness: Double

  /// Returns a colour with a fraction of this offset: the hue wraps around, and the others are
  /// clamped to 0 and 1.
  ///
  /// - Parameter color: Red, green, blue and alpha, 0 ... 1.
  func added(to color: SIMD4<Double>, _ weight: Double) -> SIMD4<Double> {
    var result = HSBColor(color)
    let hue = result.hue + hue * weight
    result.hue = hue - hue.rounded(.down)
    result.saturation = min(max(result.saturation + saturation * weight, 0), 1)
    result.brightness = min(max(result.brightness + brightness * weight, 0), 1)
    return result.color(alpha: color.w)
  }

  init(hue: Double, saturation: Double, brightness: Double) {
    (self.hue, self.saturation, self.brightness) = (hue, saturation, brightness)
  }

  private init(_ color: SIMD4<Double>) {
    let (red, green, blue) = (color.x, color.y, color.z)
    brightness = max(red, green, blue)
    let range = brightness - min(red, green, blue)
    saturation = brightness > 0 ? range / brightness : 0
    let sixth: Double =
      switch brightness {
      case _ where range <= 0: 0
      case red: (green - blue) / range
      case green: (blue - red) / range + 2
      default: (red - green) / range + 4
      }
    hue = sixth / 6
  }

  private func color(alpha: Double) -> SIMD4<Double> {
    /// Returns a channel whose full colour is this many sixths of a turn away.
    func channel(_ sixths: Double) -> Double {
      let turns = hue + sixths / 6
      let position = (turns - turns.rounded(.down)) * 6
      return brightness * (1 - saturation * min(max(min(position, 4 - position), 0), 1))
    }
    return SIMD4(channel(5), channel(3), channel(1), alpha)
  }
}
