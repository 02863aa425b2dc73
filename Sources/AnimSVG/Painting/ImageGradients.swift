import AnimCore

extension SVGPainter {
  /// Fills a box with the gradients of layers, topmost first.
  func fill(
    _ box: Rect, with layers: [CSSImageLayer], _ style: Style, _ transform: Transform,
    into list: inout DisplayList
  ) {
    if layers.isEmpty { return }
    var path = Path()
    path.addRect(box)
    for case .gradient(let gradient) in layers.reversed() {
      work.spend(gradient.stops.count, on: .listItem)
      let paint = gradient.paint(in: box, style.color) { length, reference in
        self.reader.resolve(length, .x, style, Size(width: reference, height: reference))
      }
      list.fill(path, paint, transform: transform)
    }
  }
}

extension ImageGradient {
  /// Returns the paint of the gradient in a box.
  ///
  /// - Parameters:
  ///   - color: The value of `currentColor`.
  ///   - resolve: A closure that returns a length in user units. Percentages are relative to a
  ///     reference.
  fileprivate func paint(
    in box: Rect, _ color: ExactColor, _ resolve: (Length, _ reference: Double) -> Double
  ) -> Paint {
    func point(_ position: TransformOrigin) -> Point {
      Point(
        x: box.minX + resolve(position.x, box.width), y: box.minY + resolve(position.y, box.height))
    }
    func stops(_ length: Double) -> PlacedStops {
      PlacedStops(self, color) { length > 0 ? resolve($0, length) / length : 0 }
    }
    switch shape {
    case .linear(let degrees):
      let angle = Angle(degrees: degrees)
      let direction = Vector(dx: angle.sine, dy: -angle.cosine)
      return line(along: direction, in: box, stops)
    case .corner(let x, let y):
      // The line in the middle of the gradient joins the other two corners.
      let direction = Vector(dx: x * box.height, dy: y * box.width)
      return line(along: direction * (1 / direction.length), in: box, stops)
    case .radial(let size, let position):
      let center = point(position)
      let radii = self.radii(size, around: center, in: box, resolve)
      let stops = stops(radii.width)
      guard radii.width > 0, radii.height > 0 else { return stops.last }
      let toBox = Transform(scaleX: radii.width, y: radii.height)
        .followed(by: Transform(translation: center - .zero))
      return circles(stops, toBox)
    case .conic(let start, let position):
      let stops = stops(1)
      let gradient = Gradient(
        .conic(center: point(position), start: Angle(degrees: start - 90)),
        stops: (isRepeated ? stops.repeated() : stops).cut(to: 1).gradientStops)
      return .gradient(gradient)
    }
  }

  /// - Parameter direction: The direction of the gradient, with the length 1.
  private func line(
    along direction: Vector, in box: Rect, _ stops: (Double) -> PlacedStops
  ) -> Paint {
    let length = (direction.dx * box.width).magnitude + (direction.dy * box.height).magnitude
    let stops = stops(length)
    var range = stops.range
    if !isRepeated { range = min(range.lowerBound, 0)...max(range.upperBound, 1) }
    guard range.upperBound > range.lowerBound else { return stops.last }
    func point(_ position: Double) -> Point { box.center + direction * (length * (position - 0.5)) }
    return .gradient(
      Gradient(
        .linear(start: point(range.lowerBound), end: point(range.upperBound)),
        stops: stops.scaled(range), spread: isRepeated ? .repeat : .pad))
  }

  private func circles(_ stops: PlacedStops, _ toBox: Transform) -> Paint {
    var range = stops.range
    guard isRepeated else {
      guard range.upperBound > 0 else { return stops.last }
      range = 0...range.upperBound
      return .gradient(
        Gradient(
          .radial(center: .zero, radius: range.upperBound, focus: .zero),
          stops: stops.cut(from: 0).scaled(range), transform: toBox))
    }
    let period = range.upperBound - range.lowerBound
    guard period > 0 else { return stops.last }
    // Circles have no negative radii, and repeat themselves.
    let shift = max((-range.lowerBound / period).rounded(.up), 0) * period
    let geometry = Gradient.Geometry.radial(
      center: .zero, radius: range.upperBound + shift, focus: .zero,
      focusRadius: range.lowerBound + shift)
    return .gradient(
      Gradient(geometry, stops: stops.scaled(range), transform: toBox, spread: .repeat))
  }

  private func radii(
    _ size: RadialSize, around center: Point, in box: Rect,
    _ resolve: (Length, _ reference: Double) -> Double
  ) -> Size {
    switch size {
    case .lengths(let x, let y):
      return Size(width: max(resolve(x, box.width), 0), height: max(resolve(y, box.height), 0))
    case .extent(let extent, let isCircle):
      let x = [(center.x - box.minX).magnitude, (box.maxX - center.x).magnitude].sorted()
      let y = [(center.y - box.minY).magnitude, (box.maxY - center.y).magnitude].sorted()
      let isFar = extent == .farthestSide || extent == .farthestCorner
      let isCorner = extent == .closestCorner || extent == .farthestCorner
      let side = Size(width: x[isFar ? 1 : 0], height: y[isFar ? 1 : 0])
      if isCircle {
        let radius =
          isCorner
          ? Vector(dx: side.width, dy: side.height).length
          : isFar ? max(side.width, side.height) : min(side.width, side.height)
        return Size(width: radius, height: radius)
      }
      // Through the corner, with the proportions of the ellipse that touches the sides.
      return isCorner ? side * 2.0.squareRoot() : side
    }
  }
}

/// The colours of a gradient, at least one, at positions that don't decrease.
private struct PlacedStops {
  private struct Stop {
    var position: Double
    var color: ExactColor
  }

  private var stops: [Stop] = []

  /// Places the stops of a gradient.
  ///
  /// - Parameter place: A closure that returns the position of a length, as a fraction of the
  ///   gradient's length.
  init(_ gradient: ImageGradient, _ current: ExactColor, _ place: (Length) -> Double) {
    var positions = gradient.stops.map { $0.position.map(place) }
    let last = positions.count - 1
    positions[0] = positions[0] ?? 0
    positions[last] = positions[last] ?? 1
    // None is before another one, and those without a place are evenly spaced.
    var (cached, least) = (0, positions[0] ?? 0)
    for index in positions.indices {
      guard let position = positions[index] else { continue }
      least = max(least, position.isFinite ? position : least)
      positions[index] = least
      let start = positions[cached] ?? least
      for between in (cached + 1)..<max(index, cached + 1) {
        let part = Double(between - cached) / Double(index - cached)
        positions[between] = start + (least - start) * part
      }
      cached = index
    }
    for (index, stop) in gradient.stops.enumerated() {
      var color = stop.color ?? current
      if stop.isHint {
        let before = gradient.stops[index - 1].color ?? current
        let after = gradient.stops[index + 1].color ?? current
        // Two lines approximate the curve, which is a step where the hint is at one of the colours.
        if positions[index] == positions[index - 1] {
          color = after
        } else if positions[index] == positions[index + 1] {
          color = before
        } else {
          color = before.mixed(with: after, 0.5)
        }
      }
      stops.append(Stop(position: positions[index] ?? 0, color: color))
    }
  }

  private init(_ stops: [Stop]) { self.stops = stops }

  /// The positions of the first and the last colour.
  var range: ClosedRange<Double> {
    let first = stops.first?.position ?? 0
    return first...max(stops.last?.position ?? 0, first)
  }

  /// A paint with only the last colour.
  var last: Paint { .color(stops.last?.color.color ?? .clear) }

  /// Returns the colours after a position, including the colour at the position.
  func cut(from start: Double) -> PlacedStops {
    guard range.lowerBound < start else { return self }
    let rest = stops.filter { $0.position >= start }
    if rest.first?.position == start { return PlacedStops(rest) }
    return PlacedStops([Stop(position: start, color: color(at: start))] + rest)
  }

  /// Returns the colours up to a position, including the colour at the position.
  func cut(to end: Double) -> PlacedStops {
    guard range.upperBound > end else { return self }
    let rest = stops.filter { $0.position <= end }
    if rest.last?.position == end { return PlacedStops(rest) }
    return PlacedStops(rest + [Stop(position: end, color: color(at: end))])
  }

  /// Returns the colours repeated over 0 to 1. If there would be too many, returns the last colour.
  func repeated() -> PlacedStops {
    let period = range.upperBound - range.lowerBound
    let count = (1 / period).rounded(.up) + 1
    guard count * Double(stops.count) <= Double(PaintingLimits.stops) else {
      return PlacedStops(Array(stops.suffix(1)))
    }
    let first = (-range.lowerBound / period).rounded(.down)
    return PlacedStops(
      (0..<Int(count)).flatMap { turn in
        stops.map {
          Stop(position: $0.position + (first + Double(turn)) * period, color: $0.color)
        }
      }
    ).cut(from: 0)
  }

  private func color(at position: Double) -> ExactColor {
    guard let next = stops.firstIndex(where: { $0.position > position }), next > 0 else {
      let isBefore = stops.first.map { $0.position > position } ?? false
      return (isBefore ? stops.first : stops.last)?.color ?? ExactColor(red: 0, green: 0, blue: 0)
    }
    let (a, b) = (stops[next - 1], stops[next])
    return a.color.mixed(with: b.color, (position - a.position) / (b.position - a.position))
  }

  /// Returns the stops with their positions from 0 at the start of a range to 1 at its end.
  func scaled(_ range: ClosedRange<Double>) -> GradientStops {
    let length = range.upperBound - range.lowerBound
    return PlacedStops(
      stops.map { Stop(position: ($0.position - range.lowerBound) / length, color: $0.color) }
    ).gradientStops
  }

  /// The number of colours that replace a transition that isn't linear in straight colours.
  private static let steps = 16

  /// The stops for interpolation without premultiplication, as in style sheets.
  var gradientStops: GradientStops {
    var result: [GradientStops.ColorStop] = []
    for (index, stop) in stops.enumerated() {
      let next = index + 1 < stops.count ? stops[index + 1] : stop
      let previous = index > 0 ? stops[index - 1] : stop
      guard stop.color.alpha > 0 else {
        // A clear colour has the hue of its neighbours.
        for neighbour in [previous, next] {
          var color = neighbour.color
          color.alpha = 0
          result.append(.init(at: stop.position, color.color))
        }
        continue
      }
      result.append(.init(at: stop.position, stop.color.color))
      guard next.color.alpha > 0, next.color != stop.color,
        next.color.alpha != stop.color.alpha || !next.color.isLegacy || !stop.color.isLegacy
      else { continue }
      for step in 1..<Self.steps {
        let part = Double(step) / Double(Self.steps)
        result.append(
          .init(
            at: stop.position + (next.position - stop.position) * part,
            stop.color.mixed(with: next.color, part).color))
      }
    }
    return GradientStops(result)
  }
}
