import AnimCore

/// A named image, which benchmarks measure and every machine must draw identically.
package struct ImageCase: Sendable {
  package let name: String
  package let size: PixelSize
  /// Appends the image with a transform.
  package let draw: @Sendable (inout DisplayList, Transform) -> Void

  private init(
    name: String, size: Double, draw: @escaping @Sendable (inout DisplayList, Transform) -> Void
  ) {
    self.name = name
    self.size = PixelSize(width: Int(size), height: Int(size))
    self.draw = draw
  }

  /// Images of paths, each on white.
  package static let vector =
    VectorCase.all.map { image in
      ImageCase(name: image.name, size: image.size) { image.draw(into: &$0, $1) }
    } + [gradients, dashes, groups, masks]

  /// A linear and a radial gradient over 512 × 512 pixels.
  private static var gradients: ImageCase {
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
    var path = Path()
    path.addRect(Rect(x: 0, y: 0, width: 512, height: 512))
    let square = path
    return ImageCase(name: "gradients", size: 512) { list, transform in
      for paint in paints { list.fill(square, paint, transform: transform) }
    }
  }

  /// Dashes along curves.
  private static var dashes: ImageCase {
    let curves = named("curves")
    let style = StrokeStyle(width: 2, cap: .round, join: .round, dashes: [6, 4])
    return ImageCase(name: "dashes", size: curves.size) { list, transform in
      for item in curves.items {
        list.stroke(item.path, style, .color(item.color), transform: transform)
      }
    }
  }

  /// Nested translucent groups. The inner one is blended with multiply.
  private static var groups: ImageCase {
    let (ring, star) = (named("circle"), named("star"))
    return ImageCase(name: "groups", size: 512) { list, transform in
      list.withGroup(GroupStyle(opacity: 0.8)) { list in
        star.draw(into: &list, transform)
        list.withGroup(GroupStyle(opacity: 0.6, blendMode: .multiply)) { list in
          ring.draw(into: &list, transform)
        }
      }
    }
  }

  /// An image clipped by two masks and by the luma of another image.
  private static var masks: ImageCase {
    let (blob, circle, star) = (named("blob"), named("circle"), named("star"))
    return ImageCase(name: "masks", size: 512) { list, transform in
      list.withGroup { list in
        for item in circle.items { list.mask(item.path, transform: transform) }
        for item in star.items {
          list.mask(item.path, Mask(.add), opacity: 0.5, rule: .evenOdd, transform: transform)
        }
        list.withMatte(Matte(.luma)) { star.draw(into: &$0, transform) }
        blob.draw(into: &list, transform)
      }
    }
  }

  private static func named(_ name: String) -> VectorCase {
    VectorCase.all.first { $0.name == name } ?? VectorCase(name: name, size: 512, items: [])
  }
}
