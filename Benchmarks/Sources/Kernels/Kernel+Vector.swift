import AnimCore

// Pictures of paths.
extension Kernel {
  static let vectorKernels =
    VectorCase.all.flatMap { picture in
      [
        Kernel(name: "vector-\(picture.name)") { painting(picture, isDrawn: true) },
        Kernel(name: "vector-\(picture.name)-ground") { painting(picture, isDrawn: false) },
      ]
    } + [
      Kernel(name: "vector-gradients") { gradients() },
      Kernel(name: "vector-dashes") { dashes() },
    ]

  /// One thread fills and strokes the paths, from path to pixels, a fraction of a pixel beside the
  /// run before, so that nothing of it can be used again; or only the ground they stand on.
  private static func painting(_ picture: VectorCase, isDrawn: Bool) -> (Int) -> Void {
    painting(size: picture.size) { list, offset in
      if isDrawn { picture.draw(into: &list, offset) }
    }
  }

  /// A linear and a radial gradient over 512 pixels each way.
  private static func gradients() -> (Int) -> Void {
    let stops = GradientStops([
      .init(at: 0, .white), .init(at: 0.3, .blue), .init(at: 1, Color(argb: 0x4020_8040)),
    ])
    let paints: [Paint] = [
      .gradient(Gradient(.linear(start: .zero, end: Point(x: 400, y: 300)), stops: stops)),
      .gradient(
        Gradient(
          .radial(center: Point(x: 256, y: 256), radius: 250, focus: Point(x: 200, y: 180)),
          stops: stops)),
    ]
    var square = Path()
    square.addRect(Rect(x: 0, y: 0, width: 512, height: 512))
    return painting(size: 512) { list, offset in
      for paint in paints { list.fill(square, paint, transform: offset) }
    }
  }

  /// Dashes along curves.
  private static func dashes() -> (Int) -> Void {
    guard let curves = VectorCase.all.first(where: { $0.name == "curves" }) else { return { _ in } }
    let style = StrokeStyle(width: 2, cap: .round, join: .round, dashes: [6, 4])
    return painting(size: curves.size) { list, offset in
      for item in curves.items {
        list.stroke(item.path, style, .color(item.color), transform: offset)
      }
    }
  }

  private static func painting(
    size: Double, _ draw: @escaping (inout DisplayList, Transform) -> Void
  ) -> (Int) -> Void {
    let size = PixelSize(width: Int(size), height: Int(size))
    let image = PixelImage(size: size)
    let rasterizer = Rasterizer(threads: 1)
    var list = DisplayList(size: size, background: .white)
    return { run in
      list.removeAll(size: size, background: .white)
      draw(&list, Transform(translation: Vector(dx: Double(run % 4) / 4, dy: 0)))
      rasterizer.paint(list, into: image)
    }
  }
}
