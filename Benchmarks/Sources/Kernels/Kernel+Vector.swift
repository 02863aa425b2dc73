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
      Kernel(name: "vector-groups") { groups() },
      Kernel(name: "vector-masks") { masks() },
    ]

  /// One thread fills and strokes the paths, from path to pixels, shifted from the previous run by
  /// a fraction of a pixel so that nothing can be reused; or it paints only the background.
  private static func painting(_ picture: VectorCase, isDrawn: Bool) -> (Int) -> Void {
    painting(size: picture.size) { list, offset in
      if isDrawn { picture.draw(into: &list, offset) }
    }
  }

  /// A linear and a radial gradient over 512 × 512 pixels.
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
    let curves = named("curves")
    let style = StrokeStyle(width: 2, cap: .round, join: .round, dashes: [6, 4])
    return painting(size: curves.size) { list, offset in
      for item in curves.items {
        list.stroke(item.path, style, .color(item.color), transform: offset)
      }
    }
  }

  /// Nested translucent groups, the inner one multiplied with what is below it.
  private static func groups() -> (Int) -> Void {
    let (ring, star) = (named("circle"), named("star"))
    return painting(size: 512) { list, offset in
      list.withGroup(GroupStyle(opacity: 0.8)) { list in
        star.draw(into: &list, offset)
        list.withGroup(GroupStyle(opacity: 0.6, blendMode: .multiply)) { list in
          ring.draw(into: &list, offset)
        }
      }
    }
  }

  /// A picture cut by two masks and by the luma of another picture.
  private static func masks() -> (Int) -> Void {
    let (blob, circle, star) = (named("blob"), named("circle"), named("star"))
    return painting(size: 512) { list, offset in
      list.withGroup { list in
        for item in circle.items { list.mask(item.path, transform: offset) }
        for item in star.items {
          list.mask(item.path, Mask(.add), opacity: 0.5, rule: .evenOdd, transform: offset)
        }
        list.withMatte(Matte(.luma)) { star.draw(into: &$0, offset) }
        blob.draw(into: &list, offset)
      }
    }
  }

  private static func named(_ name: String) -> VectorCase {
    VectorCase.all.first { $0.name == name } ?? VectorCase(name: name, size: 512, items: [])
  }

  /// A fraction of a pixel for each run, as far as possible from those of earlier runs: multiples
  /// of the golden ratio without their whole parts. If one occurred again, the cached coverage of
  /// the earlier run could be reused.
  private static func shift(_ run: Int) -> Double {
    (Double(run) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
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
      draw(&list, Transform(translation: Vector(dx: shift(run), dy: 0)))
      rasterizer.paint(list, into: image)
    }
  }
}
