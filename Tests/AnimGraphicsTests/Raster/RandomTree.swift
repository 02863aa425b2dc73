import TestSupport

@testable import AnimGraphics

/// A tree of groups, shapes, masks and mattes, as a program would append it.
indirect enum RandomTree {
  case shape(RasterFixtures.Item)
  case path(Path, FillRule, Paint)
  case stroke(Path, StrokeStyle, Paint)
  case group(GroupStyle, [RandomTree])
  case mask(Path, FillRule, Mask, opacity: Double)
  case matte(Matte, [RandomTree])

  static func random(
    _ size: PixelSize, _ random: inout SeededGenerator, depth: Int = 0, inGroup: Bool = false
  ) -> RandomTree {
    switch Int.random(in: 0..<(depth < 4 ? 12 : 4), using: &random) {
    case 0, 1: return .shape(.random(size, &random))
    case 2, 4: return .path(random.path(size), random.rule(), random.paint(size))
    case 3:
      return .stroke(
        random.path(size), StrokeStyle(width: .random(in: 0...9, using: &random)),
        random.paint(size))
    case 5 where inGroup, 6 where inGroup:
      return .mask(
        random.path(size), random.rule(),
        Mask(
          Mask.Mode.allCases.randomElement(using: &random) ?? .add,
          isInverted: .random(using: &random)),
        opacity: .random(in: 0...1.2, using: &random))
    case 7 where inGroup:
      return .matte(
        Matte(
          Matte.Channel.allCases.randomElement(using: &random) ?? .alpha,
          isInverted: .random(using: &random)),
        children(size, &random, depth: depth + 1))
    default:
      return .group(random.style(), children(size, &random, depth: depth + 1))
    }
  }

  static func children(
    _ size: PixelSize, _ random: inout SeededGenerator, depth: Int
  ) -> [RandomTree] {
    (0..<Int.random(in: 0...4, using: &random)).map { _ in
      .random(size, &random, depth: depth, inGroup: true)
    }
  }

  func append(_ list: inout DisplayList) {
    switch self {
    case .shape(let item): item.append(&list)
    case .path(let path, let rule, let paint): list.fill(path, paint, rule: rule)
    case .stroke(let path, let style, let paint): list.stroke(path, style, paint)
    case .group(let style, let trees):
      list.withGroup(style) { list in for tree in trees { tree.append(&list) } }
    case .mask(let path, let rule, let mask, let opacity):
      list.mask(path, mask, opacity: opacity, rule: rule)
    case .matte(let matte, let trees):
      list.withMatte(matte) { list in for tree in trees { tree.append(&list) } }
    }
  }

  /// Returns the tree with one of its nodes replaced, added or removed.
  func changed(_ size: PixelSize, _ random: inout SeededGenerator, inGroup: Bool) -> RandomTree {
    switch self {
    case .group(let style, var trees) where Bool.random(using: &random):
      Self.change(&trees, size, &random, inGroup: true)
      return .group(Bool.random(using: &random) ? style : random.style(), trees)
    case .matte(let matte, var trees):
      Self.change(&trees, size, &random, inGroup: true)
      return .matte(matte, trees)
    default:
      return .random(size, &random, depth: 2, inGroup: inGroup)
    }
  }

  static func change(
    _ trees: inout [RandomTree], _ size: PixelSize, _ random: inout SeededGenerator, inGroup: Bool
  ) {
    let index = trees.isEmpty ? 0 : Int.random(in: 0..<trees.count, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: trees.insert(.random(size, &random, depth: 2, inGroup: inGroup), at: index)
    case 1 where !trees.isEmpty: trees.remove(at: index)
    case 2 where !trees.isEmpty: trees.swapAt(0, index)
    default:
      if !trees.isEmpty { trees[index] = trees[index].changed(size, &random, inGroup: inGroup) }
    }
  }
}

// Random parts of trees.
extension SeededGenerator {
  mutating func rule() -> FillRule { Bool.random(using: &self) ? .nonzero : .evenOdd }

  mutating func style() -> GroupStyle {
    GroupStyle(
      opacity: Bool.random(using: &self) ? 1 : .random(in: 0...1, using: &self),
      blendMode: Bool.random(using: &self)
        ? .normal : BlendMode.allCases.randomElement(using: &self) ?? .normal,
      isIsolated: Int.random(in: 0..<4, using: &self) == 0,
      filters: Int.random(in: 0..<10, using: &self) == 0
        ? (0..<Int.random(in: 1...2, using: &self)).map { _ in filter() } : [])
  }

  mutating func filter() -> Filter {
    switch Int.random(in: 0..<12, using: &self) {
    case 0, 1:
      return .gaussianBlur(
        sigmaX: .random(in: -1...3, using: &self), sigmaY: .random(in: -1...3, using: &self),
        edges: Int.random(in: 0..<3, using: &self) == 0 ? .repeated : .transparent)
    case 2, 3:
      return .dropShadow(
        color(),
        offset: Vector(
          dx: .random(in: -9...9, using: &self), dy: .random(in: -9...9, using: &self)),
        sigma: .random(in: -1...2, using: &self))
    case 4: return .tint(dark: color(), light: color(), amount: .random(in: 0...1, using: &self))
    case 5:
      return .innerShadow(
        color(), offset: Vector(dx: .random(in: -9...9, using: &self), dy: 3),
        sigma: .random(in: -1...2, using: &self))
    case 6: return .outline(color(), width: .random(in: -1...5, using: &self))
    case 7: return .colors(field(), amount: .random(in: 0...1, using: &self))
    case 8:
      return .lineBlur(
        deviation: Vector(
          dx: .random(in: -5...5, using: &self), dy: .random(in: -5...5, using: &self)))
    case 9: return .choke(sigma: .random(in: -1...3, using: &self), range: 0.8...0.9)
    case 10:
      return .tritone(
        dark: color(), middle: color(), light: color(), amount: .random(in: 0...1, using: &self))
    default: return .fill(color())
    }
  }

  private mutating func field() -> ColorField {
    func colored(_ generator: inout SeededGenerator) -> ColorField.ColorPoint {
      .init(
        Point(x: .random(in: 0...60, using: &generator), y: .random(in: 0...60, using: &generator)),
        generator.color())
    }
    let shape: ColorField.Shape =
      switch Int.random(in: 0..<3, using: &self) {
      case 0: .linear(colored(&self), colored(&self))
      case 1: .radial(colored(&self), colored(&self))
      default:
        .points(
          colored(&self), colored(&self), colored(&self), colored(&self),
          softness: .random(in: 0...20, using: &self))
      }
    return ColorField(shape, transform: Transform(scaleX: 1.5, y: 0.7))
  }

  mutating func path(_ size: PixelSize) -> Path {
    var path = Path()
    for _ in 0..<Int.random(in: 1...2, using: &self) {
      path.move(to: point(size))
      for _ in 0..<Int.random(in: 1...5, using: &self) {
        if Bool.random(using: &self) {
          path.addLine(to: point(size))
        } else {
          path.addCurve(to: point(size), control1: point(size), control2: point(size))
        }
      }
      if Bool.random(using: &self) { path.close() }
    }
    return path
  }

  mutating func paint(_ size: PixelSize) -> Paint {
    guard Int.random(in: 0..<3, using: &self) == 0 else { return .color(color()) }
    let stops = GradientStops([
      .init(at: 0, color()), .init(at: 0.5, color()), .init(at: 1, color()),
    ])
    let geometry: Gradient.Geometry =
      switch Int.random(in: 0..<5, using: &self) {
      case 0, 1: .linear(start: point(size), end: point(size))
      case 2: .conic(center: point(size), start: .turns(.random(in: -1...1, using: &self)))
      default: .radial(center: point(size), radius: 40, focus: point(size))
      }
    return .gradient(Gradient(geometry, stops: stops))
  }
}
