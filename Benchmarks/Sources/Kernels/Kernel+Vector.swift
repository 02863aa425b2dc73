import AnimCore
import ImageCases

// Images of paths.
extension Kernel {
  static let vectorKernels = ImageCase.vector.flatMap { rendering in
    var kernels = [
      Kernel(name: "vector-\(rendering.name)") { painting(rendering, isDrawn: true) }
    ]
    if VectorCase.all.contains(where: { $0.name == rendering.name }) {
      kernels.append(
        Kernel(name: "vector-\(rendering.name)-ground") { painting(rendering, isDrawn: false) })
    }
    return kernels
  }

  /// Draws the image on one thread, from paths to pixels, shifted from the previous run by a
  /// fraction of a pixel so that nothing can be reused. Or paints only the background.
  private static func painting(_ rendering: ImageCase, isDrawn: Bool) -> (Int) -> Void {
    let size = rendering.size
    let image = PixelImage(size: size)
    let rasterizer = Rasterizer(threads: 1)
    var list = DisplayList(size: size, background: .white)
    return { run in
      list.removeAll(size: size, background: .white)
      if isDrawn { rendering.draw(&list, Transform(translation: Vector(dx: shift(run), dy: 0))) }
      rasterizer.paint(list, into: image)
    }
  }

  /// Returns a fraction of a pixel for each run that is as far as possible from those of earlier
  /// runs: the fractional part of a multiple of the golden ratio. If a fraction occurred twice, the
  /// cached coverage of the earlier run could be reused.
  private static func shift(_ run: Int) -> Double {
    (Double(run) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
  }
}
