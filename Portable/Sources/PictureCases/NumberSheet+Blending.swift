import AnimCore
import AnimRaster

extension NumberSheet {
  /// Pixels of every alpha over pixels of every alpha, as APNG and WebP have it.
  static var blending: NumberSheet {
    var random = SeededNumbers(seed: 19)
    var values: [Double] = []
    for upper in 0..<256 as Range<UInt32> {
      for lower in 0..<256 as Range<UInt32> {
        let colors = (random.color().argb & 0xFF_FFFF, random.color().argb & 0xFF_FFFF)
        let (above, below) = (upper << 24 | colors.0, lower << 24 | colors.1)
        values.append(Double(Compositor.over(above, below)))
        values.append(Double(Compositor.overInWebP(above, below)))
      }
    }
    return NumberSheet(name: "blending", values: values)
  }
}
