import AnimCore

/// An image of paths, which the viewer and its peers draw.
package struct VectorCase: Sendable {
  package let name: String
  /// The width and height of the image, in pixels.
  package let size: Double
  package let items: [Item]

  package struct Item: Sendable {
    package let path: Path
    /// The width of the stroke, or `nil` if the path is filled with the nonzero rule.
    package let strokeWidth: Double?
    package let color: Color
  }

  package static let all = [circle, star, glyphs, blob, small, curves, polylines]

  /// A circle of 200 pixels.
  private static var circle: VectorCase {
    var path = Path()
    path.addCircle(center: Point(x: 128, y: 128), radius: 100, start: .degrees(-90))
    return VectorCase(name: "circle", size: 256, items: [fill(path, 0xFF20_60C0)])
  }

  /// Forty corners, each connected to one almost halfway around.
  private static var star: VectorCase {
    var path = Path()
    for index in 0..<40 {
      path.addLine(
        to: Point(x: 256, y: 256)
          + Vector(length: 250, direction: .turns(Double(index * 19 % 40) / 40)))
    }
    path.close()
    return VectorCase(name: "star", size: 512, items: [fill(path, 0xFFC0_4020)])
  }

  /// Two hundred outlines that resemble 14-pixel letters: a round shape with a counter and a stem.
  private static var glyphs: VectorCase {
    let items = (0..<200).map { index in
      let origin = Point(x: 10 + Double(index % 20) * 24.3, y: 20 + Double(index / 20) * 40.7)
      var path = Path()
      for radius in [6.2, 3.9] {
        var ring = Path()
        ring.move(to: origin + Vector(dx: radius, dy: 0))
        for quarter in 0..<8 {
          let middle = Angle.turns((Double(quarter) + 0.5) / 8)
          let end = Angle.turns(Double(quarter + 1) / 8)
          ring.addQuadCurve(
            to: origin + Vector(length: radius, direction: end),
            control: origin + Vector(length: radius * 1.082, direction: middle))
        }
        ring.close()
        path.append(radius > 5 ? ring : ring.reversed())
      }
      path.addRect(Rect(x: origin.x + 4.1, y: origin.y - 6.4, width: 2.3, height: 13))
      return fill(path, 0xFF18_1818)
    }
    return VectorCase(name: "glyphs", size: 512, items: items)
  }

  /// Sixty-four curves around the centre.
  private static var blob: VectorCase {
    var random = SeededNumbers(seed: 5)
    let points = (0..<64).map { index in
      Point(x: 256, y: 256)
        + Vector(length: random.number(150...250), direction: .turns(Double(index) / 64))
    }
    func middle(_ index: Int) -> Point {
      let a = points[index % 64]
      let b = points[(index + 1) % 64]
      return Point(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
    }
    var path = Path()
    path.move(to: middle(63))
    for index in 0..<64 {
      let control = points[index]
      let start = middle(index + 63)
      let end = middle(index)
      path.addCurve(
        to: end, control1: start + (control - start) * (2.0 / 3),
        control2: end + (control - end) * (2.0 / 3))
    }
    path.close()
    return VectorCase(name: "blob", size: 512, items: [fill(path, 0xFF20_A060)])
  }

  /// A thousand circles, triangles and rounded squares of 8 to 16 pixels.
  private static var small: VectorCase {
    var random = SeededNumbers(seed: 6)
    let items = (0..<1000).map { index in
      let side = random.number(8...16)
      let rect = Rect(
        x: random.number(2...490), y: random.number(2...490), width: side, height: side)
      var path = Path()
      switch index % 3 {
      case 0: path.addEllipse(in: rect, start: .degrees(-90))
      case 1: path.addRoundedRect(rect, radius: side / 4)
      default: path.addPolygon(center: rect.center, radius: side / 2, corners: 3)
      }
      return fill(path, 0xFF00_0000 | UInt32(index) &* 0x9E37 & 0xFF_FFFF)
    }
    return VectorCase(name: "small", size: 512, items: items)
  }

  /// Sixty curves across the image, 1.5 pixels wide.
  private static var curves: VectorCase {
    var random = SeededNumbers(seed: 7)
    let items = (0..<60).map { _ in
      var path = Path()
      path.move(to: random.point())
      path.addCurve(to: random.point(), control1: random.point(), control2: random.point())
      return Item(path: path, strokeWidth: 1.5, color: Color(argb: 0xFF20_2020))
    }
    return VectorCase(name: "curves", size: 512, items: items)
  }

  /// Sixty closed polylines with eight corners, 4 pixels wide.
  private static var polylines: VectorCase {
    var random = SeededNumbers(seed: 8)
    let items = (0..<60).map { _ in
      var path = Path()
      for _ in 0..<8 { path.addLine(to: random.point()) }
      path.close()
      return Item(path: path, strokeWidth: 4, color: Color(argb: 0xFF80_2020))
    }
    return VectorCase(name: "polylines", size: 512, items: items)
  }

  private static func fill(_ path: Path, _ argb: UInt32) -> Item {
    Item(path: path, strokeWidth: nil, color: Color(argb: argb))
  }
}

extension VectorCase {
  package func draw(into list: inout DisplayList, _ transform: Transform) {
    for item in items {
      if let width = item.strokeWidth {
        list.stroke(
          item.path, StrokeStyle(width: width), .color(item.color),
          transform: transform)
      } else {
        list.fill(item.path, .color(item.color), transform: transform)
      }
    }
  }

  package func printPixmap() {
    let size = PixelSize(width: 512, height: 512)
    var list = DisplayList(size: size, background: .black)
    draw(into: &list, .identity)
    let image = PixelImage(size: size)
    Rasterizer(threads: 1).paint(list, into: image)
    print("P3 512 512 255")
    image.withPixels { words in
      for word in words { print("\(word >> 16 & 255) \(word >> 8 & 255) \(word & 255)") }
    }
  }

  /// The case as text, one path per line: the width of its stroke or 0, the colour, and the path as
  /// in SVG, with absolute coordinates and a space between any two words.
  package var text: String {
    items.map { item in
      let path = item.path.elements.map { element in
        switch element {
        case .move(let point): "M \(point.x) \(point.y)"
        case .line(let point): "L \(point.x) \(point.y)"
        case .quadratic(let control, let end): "Q \(control.x) \(control.y) \(end.x) \(end.y)"
        case .cubic(let a, let b, let end): "C \(a.x) \(a.y) \(b.x) \(b.y) \(end.x) \(end.y)"
        case .close: "Z"
        }
      }
      return ([String(item.strokeWidth ?? 0), String(item.color.argb)] + path)
        .joined(separator: " ")
    }.joined(separator: "\n")
  }
}
