import AnimCore

/// An image with all features of display lists, determined by its seed.
package struct RandomImage {
  private var random: SeededNumbers

  private static let size = PixelSize(width: 96, height: 64)
  private static let maximumDepth = 4

  /// Returns the image of a seed, as a display list.
  package static func list(seed: UInt64) -> DisplayList {
    // Neighbouring seeds would have similar first numbers.
    var rendering = RandomImage(random: SeededNumbers(seed: seed &* 0x9E37_79B9_7F4A_7C15))
    var list = DisplayList(
      size: size, scale: rendering.random.element(of: [1, 1, 1.5]),
      background: rendering.random.element(of: [.white, .black, .clear]))
    rendering.append(to: &list, depth: 0)
    rendering.append(to: &list, depth: 0)
    return list
  }

  /// Appends a few items.
  private mutating func append(to list: inout DisplayList, depth: Int) {
    for _ in 0...random.index(below: 4) { appendItem(to: &list, depth: depth) }
  }

  private mutating func appendItem(to list: inout DisplayList, depth: Int) {
    switch random.index(below: depth < Self.maximumDepth ? 14 : 8) {
    case 0, 1:
      list.fill(path(), paint(), rule: rule(), transform: transform())
    case 2, 3:
      list.stroke(path(), strokeStyle(), paint(), transform: transform())
    case 4:
      list.fillSector(
        center: point(), radius: random.number(0...50), start: .turns(random.number(-1...1)),
        sweep: .turns(random.number(-1.1...1.1)), random.color())
    case 5: appendShape(to: &list)
    case 6: appendPattern(to: &list)
    case 7: appendCombination(to: &list)
    case 8 where depth > 0:
      list.mask(
        path(), Mask(random.element(of: Mask.Mode.allCases), isInverted: random.isOne(in: 2)),
        opacity: random.number(0...1.2), rule: rule(), transform: transform())
    case 9 where depth > 0:
      let matte = Matte(
        random.element(of: Matte.Channel.allCases), isInverted: random.isOne(in: 2))
      list.withMatte(matte) { append(to: &$0, depth: depth + 1) }
    case 10:
      list.withClip(rect(), transform: transform()) { append(to: &$0, depth: depth + 1) }
    default:
      list.withGroup(groupStyle()) { append(to: &$0, depth: depth + 1) }
    }
  }

  /// Appends a shape that isn't a path.
  private mutating func appendShape(to list: inout DisplayList) {
    switch random.index(below: 4) {
    case 0: list.fill(rect(), random.color())
    case 1: list.fillDisc(center: point(), radius: random.number(0...40), random.color())
    case 2: list.fillPolygon((0..<5).map { _ in point() }, random.color())
    default:
      list.stroke(from: point(), to: point(), width: random.number(0...9), random.color())
    }
  }

  /// Appends many small squares, or text.
  private mutating func appendPattern(to list: inout DisplayList) {
    if random.isOne(in: 2) {
      let squares = (0..<40).map { _ in (point(), random.color()) }
      list.fillSquares(
        count: squares.count, side: random.number(0...9), isAligned: random.isOne(in: 2)
      ) { squares[$0] }
    } else {
      list.fillText("Pixels: ½ ± 1\n→ 96×64", at: point(), random.color())
    }
  }

  /// Appends a path that is computed from other paths.
  private mutating func appendCombination(to list: inout DisplayList) {
    var ellipse = Path()
    ellipse.addEllipse(in: rect(), start: .turns(random.number(0...1)))
    let path =
      switch random.index(below: 6) {
      case 0: path().union(ellipse)
      case 1: path().intersection(ellipse, using: .evenOdd)
      case 2: path().subtracting(ellipse)
      case 3: path().symmetricDifference(ellipse)
      case 4: path().roundingCorners(radius: random.number(0...20))
      default: path().part(from: random.number(0...60), to: random.number(60...300))
      }
    if random.isOne(in: 2) {
      list.fill(path, paint(), transform: transform())
    } else {
      list.stroke(path, strokeStyle(), paint())
    }
  }
}

// MARK: - Parts of items

extension RandomImage {
  /// Returns a point that may be slightly outside the image.
  private mutating func point() -> Point {
    Point(x: random.number(-20...116), y: random.number(-20...84))
  }

  private mutating func rect() -> Rect {
    let origin = point()
    return Rect(
      x: origin.x, y: origin.y, width: random.number(0...80), height: random.number(0...60))
  }

  private mutating func path() -> Path {
    var path = Path()
    for _ in 0...random.index(below: 2) {
      path.move(to: point())
      for _ in 0...random.index(below: 5) {
        switch random.index(below: 3) {
        case 0: path.addLine(to: point())
        case 1:
          let control = point()
          path.addQuadCurve(to: point(), control: control)
        default:
          let (first, second) = (point(), point())
          path.addCurve(to: point(), control1: first, control2: second)
        }
      }
      if random.isOne(in: 2) { path.close() }
    }
    return path
  }

  private mutating func rule() -> FillRule { random.isOne(in: 2) ? .nonzero : .evenOdd }

  private mutating func transform() -> Transform {
    if random.isOne(in: 2) { return .identity }
    return Transform(
      a: random.number(-1.5...1.5), b: random.number(-1...1), c: random.number(-1...1),
      d: random.number(-1.5...1.5), tx: random.number(0...90), ty: random.number(0...60))
  }

  /// Don't add the remaining cases: this would change all images that follow from the same seeds.
  private static let joins: [StrokeStyle.Join] = [.miter, .round, .bevel]

  private mutating func strokeStyle() -> StrokeStyle {
    StrokeStyle(
      width: random.number(0...12), cap: random.element(of: StrokeStyle.Cap.allCases),
      join: random.element(of: Self.joins), miterLimit: random.number(0...8),
      dashes: random.isOne(in: 3) ? [random.number(1...20), random.number(0...10)] : [],
      dashPhase: random.number(-30...30))
  }

  private mutating func paint() -> Paint {
    switch random.index(below: 5) {
    case 0:
      let (start, end) = (point(), point())
      return .gradient(Gradient(.linear(start: start, end: end), stops: stops()))
    case 1:
      let (center, focus) = (point(), point())
      return .gradient(
        Gradient(
          .radial(center: center, radius: random.number(0...80), focus: focus), stops: stops(),
          transform: transform()))
    case 2: return image()
    default: return .color(random.color())
    }
  }

  private mutating func stops() -> GradientStops {
    GradientStops(
      (0...random.index(below: 4)).map { _ in .init(at: random.number(0...1), random.color()) })
  }

  private mutating func image() -> Paint {
    let size = PixelSize(width: 1 + random.index(below: 9), height: 1 + random.index(below: 9))
    let words = (0..<size.width * size.height).map { _ in random.color().argb }
    guard let image = Image(size: size, straight: words) else { return .color(.red) }
    return .image(
      ImagePaint(
        image, sampling: random.isOne(in: 2) ? .nearest : .bilinear,
        transform: Transform(scale: random.number(0.2...12)).followed(by: transform())))
  }

  private mutating func groupStyle() -> GroupStyle {
    GroupStyle(
      opacity: random.isOne(in: 2) ? 1 : random.number(0...1),
      blendMode: random.isOne(in: 2) ? .normal : random.element(of: BlendMode.allCases),
      isIsolated: random.isOne(in: 4), filters: random.isOne(in: 4) ? [filter(), filter()] : [])
  }

  private mutating func filter() -> Filter {
    let offset = Vector(dx: random.number(-9...9), dy: random.number(-9...9))
    let sigma = random.number(-0.5...4)
    switch random.index(below: 7) {
    case 0:
      return .gaussianBlur(
        sigmaX: sigma, sigmaY: random.number(0...4),
        edges: random.element(of: Filter.Edges.allCases))
    case 1: return .dropShadow(random.color(), offset: offset, sigma: sigma)
    case 2: return .innerShadow(random.color(), offset: offset, sigma: sigma)
    case 3:
      return .tint(dark: random.color(), light: random.color(), amount: random.number(0...1))
    case 4: return .outline(random.color(), width: random.number(0...6))
    case 5: return .colors(field(), amount: random.number(0...1))
    default: return .fill(random.color())
    }
  }

  private mutating func field() -> ColorField {
    var corners: [ColorField.ColorPoint] = []
    for _ in 0..<4 { corners.append(.init(point(), random.color())) }
    let shape: ColorField.Shape =
      switch random.index(below: 3) {
      case 0: .linear(corners[0], corners[1])
      case 1: .radial(corners[0], corners[1])
      default: .points(corners[0], corners[1], corners[2], corners[3])
      }
    return ColorField(shape, transform: transform())
  }
}
