extension DisplayList {
  /// Fills a rectangle.
  public mutating func fill(_ rect: Rect, _ color: Color) {
    let low = view.point(rect.origin)
    let high = view.point(Point(x: rect.maxX, y: rect.maxY))
    append(
      .rectangle(x0: low.x, y0: low.y, x1: high.x, y1: high.y), color,
      extent: PixelRect(enclosing: low, high))
  }

  /// Fills a disc of `radius` points.
  public mutating func fillDisc(center: Point, radius: Double, _ color: Color) {
    let disc = disc(center, radius)
    append(.disc(disc), color, extent: disc.extent)
  }

  /// Fills the slice of a disc from `start` through `sweep`: clockwise on the screen if positive,
  /// counterclockwise if negative. A sweep of zero paints nothing, and one of a full turn or more
  /// paints the entire disc. One command is appended in any case, so that later commands keep their
  /// index while a sector opens.
  public mutating func fillSector(
    center: Point, radius: Double, start: Angle, sweep: Angle, _ color: Color
  ) {
    let disc = disc(center, radius)
    let turn = abs(sweep.radians)
    guard turn < Angle.fullTurn.radians else {
      append(.disc(disc), color, extent: disc.extent)
      return
    }
    let (from, to) = sweep.radians < 0 ? (start + sweep, start) : (start, start + sweep)
    let sector = Sector(
      disc: disc, start: Direction(from), end: Direction(to), isReflex: turn > .pi)
    guard sector.start != sector.end else {
      // Both edges round to the same direction, so the slice is everything or nothing.
      append(.disc(disc), color, extent: sector.isReflex ? disc.extent : .empty)
      return
    }
    append(.sector(sector), color, extent: sector.extent)
  }

  /// Fills a polygon given by its corners in order, in either direction, by the nonzero rule. Fewer
  /// than three corners paint nothing.
  public mutating func fillPolygon(_ corners: some Collection<Point>, _ color: Color) {
    guard corners.count <= Self.maximumPoints - points.count else {
      omissions.insert(.points)
      return
    }
    let first = points.count
    for corner in corners { points.append(view.point(corner)) }
    appendPolygon(from: first, color)
  }

  /// Draws a straight line of `width` points with butt ends. A line without length or width paints
  /// nothing.
  public mutating func stroke(from start: Point, to end: Point, width: Double, _ color: Color) {
    let along = end - start
    guard along.length > 0, width > 0 else { return }
    let half = width / 2 / along.length
    let across = Vector(dx: -along.dy * half, dy: along.dx * half)
    let first = points.count
    points.append(view.point(start + across))
    points.append(view.point(end + across))
    points.append(view.point(end - across))
    points.append(view.point(start - across))
    appendPolygon(from: first, color)
  }
}

extension DisplayList {
  mutating func append(_ shape: Shape, _ color: Color, extent: PixelRect) {
    append(
      Command(
        shape: shape, color: color, bounds: extent.intersection(view.clip), digest: shape.digest))
  }

  mutating func append(_ command: Command) {
    guard commands.count < Self.maximumCommands else {
      omissions.insert(.commands)
      return
    }
    if let budget = tools.charging?.budget, !charge(command, to: budget) {
      return appendRefused(command)
    }
    commands.append(command)
  }

  /// Appends the remainder of a command that the budget rejected.
  private mutating func appendRefused(_ command: Command) {
    guard case .mask = command.role else { return }
    // Without the mask, the group would show what the image hides.
    var empty = command
    empty.role = .mask(Mask(.intersect))
    empty.bounds = .empty
    commands.append(empty)
  }

  private func disc(_ center: Point, _ radius: Double) -> Disc {
    let center = view.point(center)
    return Disc(x: center.x, y: center.y, radius: Fixed(max(0, radius) * view.scale))
  }

  /// Appends the polygon whose corners are the points from `first` to the last.
  private mutating func appendPolygon(from first: Int, _ color: Color) {
    guard points.count - first >= 3, points.count <= Self.maximumPoints else {
      if points.count > Self.maximumPoints { omissions.insert(.points) }
      points.removeSubrange(first...)
      return
    }
    var outline = OutlineSummary()
    for corner in points[first...] { outline.add(corner) }
    outline.endPolygon()
    polygonEnds.append(Int32(points.count))
    append(
      Command(
        shape: .path(first: Int32(polygonEnds.count - 1), count: 1, rule: .nonzero), color: color,
        bounds: outline.extent.intersection(view.clip), digest: outline.digest(.nonzero)))
  }

  /// Fills `count` squares with sides of `side` points, in the order of their index, as one
  /// command.
  ///
  /// - Parameters:
  ///   - count: Negative numbers are treated as 0.
  ///   - side: The length of the sides in points.
  ///   - isAligned: Moves every square to the nearest whole pixel, and rounds its side to whole
  ///     pixels (at least one), so that no pixel is partly covered.
  ///   - square: The centre and the colour of the square with a given index.
  /// - Precondition: The list has fewer than 2³¹ squares in all.
  public mutating func fillSquares(
    count: Int, side: Double, isAligned: Bool = false, _ square: (Int) -> (Point, Color)
  ) {
    fillSquares(count: count, side: side, isAligned: isAligned) { (writer: SquareWriter) in
      for index in 0..<writer.count {
        let (center, color) = square(index)
        writer.write(index, center, color)
      }
    }
  }

  /// Returns the same with a writer, with which `write` must write every square.
  package mutating func fillSquares(
    count: Int, side: Double, isAligned: Bool, writing write: (SquareWriter) -> Void
  ) {
    let first = squares.count
    let count = max(0, count)
    precondition(count <= Int(Int32.max) - first, "a list must have fewer than 2^31 squares")
    let exact = max(0, side * view.scale)
    let edge = Fixed(isAligned ? max(1, exact.rounded()) : exact)
    let left = SquareEdge(
      origin: view.origin.x, scale: view.scale, half: edge.pixels / 2, isAligned: isAligned)
    let top = SquareEdge(
      origin: view.origin.y, scale: view.scale, half: edge.pixels / 2, isAligned: isAligned)
    squares.append(count: count) {
      write(SquareWriter(count: count, left: left, top: top, $0))
    }
    append(
      .squares(first: Int32(first), count: Int32(count), side: edge), .clear,
      extent: view.clip)
  }
}

// MARK: - Paths

extension DisplayList {
  /// Fills a path.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - paint: The colours.
  ///   - rule: The rule for the points inside the path.
  ///   - transform: From the path's space, which is also that of the paint, to points of the view.
  public mutating func fill(
    _ path: Path, _ paint: Paint, rule: FillRule = .nonzero, transform: Transform = .identity
  ) {
    if isPaintingOver() { return }
    let toPixels = beginOutline(transform)
    path.flatten(toPixels, into: &tools.lines)
    let (color, index) = store(paint, toPixels)
    appendOutline(rule, color: color, paint: index)
  }

  /// Strokes a path. The stroke's width is in the path's own space, so a transform with unequal
  /// scales makes it uneven.
  public mutating func stroke(
    _ path: Path, _ style: StrokeStyle, _ paint: Paint, transform: Transform = .identity
  ) {
    if isPaintingOver() { return }
    let toPixels = beginOutline(transform)
    tools.stroker.stroke(path, style, toPixels, into: &tools.lines)
    if tools.lines.lacksDashes { omissions.insert(.dashes) }
    let (color, index) = store(paint, toPixels)
    appendOutline(.nonzero, color: color, paint: index)
  }

  /// Fills a path with one colour; see ``fill(_:_:rule:transform:)-(Path,Paint,_,_)``.
  public mutating func fill(
    _ path: Path, _ color: Color, rule: FillRule = .nonzero, transform: Transform = .identity
  ) {
    fill(path, .color(color), rule: rule, transform: transform)
  }

  /// Fills a rectangle with an image, which is scaled to its size.
  package mutating func fill(
    _ rect: Rect, with image: Image, transform: Transform = .identity
  ) {
    let fit = Transform(
      scaleX: rect.width / Double(image.size.width), y: rect.height / Double(image.size.height)
    ).followed(by: Transform(translation: rect.origin - .zero))
    fill(Path(rect), .image(ImagePaint(image, transform: fit)), transform: transform)
  }

  /// Strokes a path in one colour, with butt ends and mitred corners; see
  /// ``stroke(_:_:_:transform:)``.
  public mutating func stroke(
    _ path: Path, width: Double, _ color: Color, transform: Transform = .identity
  ) {
    stroke(path, StrokeStyle(width: width), .color(color), transform: transform)
  }

  /// Empties ``DrawingTools/lines`` for an outline, and returns the transform from its space to
  /// pixels.
  mutating func beginOutline(_ transform: Transform) -> Transform {
    tools.lines.removeAll()
    let toPixels = transform.followed(by: view.transform)
    if !toPixels.isFinite { omissions.insert(.notFinite) }
    return toPixels
  }

  /// Stores a paint, and returns its colour or its index in ``paints``.
  private mutating func store(_ paint: Paint, _ transform: Transform) -> (Color, Int32?) {
    if case .color(let color) = paint { return (color, nil) }
    return (.clear, append(PlacedPaint(paint: paint, transform: transform)))
  }

  /// Appends the contents of ``DrawingTools/lines`` as one command, even if it paints nothing, so
  /// that later commands keep their index.
  mutating func appendOutline(
    _ rule: FillRule, role: Command.Role = .content, color: Color, paint: Int32? = nil
  ) {
    let first = polygonEnds.count
    tools.work &+= tools.lines.work
    tools.charging?.budget.spend(tools.lines.work, on: .corner)
    if tools.lines.isFull { omissions.insert(.points) }
    var rule = rule
    if tools.hasSharpEdges { rule = tools.pixels.snap(&tools.lines, rule, to: view.clip) }
    let outline = appendLines()
    append(
      Command(
        shape: .path(
          first: Int32(first), count: Int32(polygonEnds.count - first), rule: rule),
        role: role, color: color, paint: paint, bounds: outline.extent.intersection(view.clip),
        digest: outline.digest(rule)))
  }

  /// Moves the lines to ``points``, rounded to the grid.
  private mutating func appendLines() -> OutlineSummary {
    guard tools.lines.points.count <= Self.maximumPoints - points.count else {
      omissions.insert(.points)
      return OutlineSummary()
    }
    var outline = OutlineSummary()
    var start = 0
    for end in tools.lines.ends {
      let before = points.count
      let isNear = tools.lines.points.withUnsafeBufferPointer { lines in
        points.append(UnsafeBufferPointer(rebasing: lines[start..<end]), to: &outline)
      }
      if !isNear {
        points.removeSubrange(before...)
        guard appendFar(start..<end) else {
          omissions.insert(.notFinite)
          return OutlineSummary()
        }
        for point in points[before...] { outline.add(point) }
      }
      if points.count > before {
        polygonEnds.append(Int32(points.count))
        outline.endPolygon()
      }
      start = end
    }
    return outline
  }

  /// Appends a polygon that extends beyond the grid, clipped to it. Returns `false` if a coordinate
  /// is NaN.
  private mutating func appendFar(_ range: Range<Int>) -> Bool {
    let lines = tools.lines.points[range]
    guard lines.allSatisfy({ ($0 - $0) == .zero }), var last = lines.last else { return false }
    for next in lines {
      FarLine(from: last, to: next).forEachCorner { points.append($0) }
      last = next
    }
    guard points.count <= Self.maximumPoints else {
      omissions.insert(.points)
      return false
    }
    return true
  }

  /// Returns the range in ``points`` of the corners of a polygon of ``polygonEnds``.
  package func polygonRange(_ index: Int) -> Range<Int> {
    (index > 0 ? Int(polygonEnds[index - 1]) : 0)..<Int(polygonEnds[index])
  }

  /// Returns the corners of a polygon of ``polygonEnds``.
  func polygon(_ index: Int) -> ArraySlice<FixedPoint> { points[polygonRange(index)] }
}

extension PixelRect {
  /// Creates the pixels that the rectangle between two corners touches, or an empty rectangle if it has no area.
  init(enclosing low: FixedPoint, _ high: FixedPoint) {
    guard low.x < high.x, low.y < high.y else {
      self = .empty
      return
    }
    self.init(x0: low.x.floor, y0: low.y.floor, x1: high.x.ceiling, y1: high.y.ceiling)
  }
}

extension Disc {
  /// The pixels that the disc touches.
  var extent: PixelRect {
    PixelRect(
      enclosing: FixedPoint(x: x - radius, y: y - radius),
      FixedPoint(x: x + radius, y: y + radius))
  }
}

/// Properties of an outline that are collected while its corners are written.
struct OutlineSummary {
  private var low = SIMD2<Int32>(repeating: .max)
  private var high = SIMD2<Int32>(repeating: .min)
  private var words = Digest()

  @inline(__always) mutating func add(_ point: FixedPoint) {
    add(SIMD2(point.x.raw, point.y.raw))
  }

  @inline(__always) private mutating func add(_ raw: SIMD2<Int32>) {
    extend(to: raw)
    digest(raw)
  }

  @inline(__always) mutating func extend(to raw: SIMD2<Int32>) {
    low = pointwiseMin(low, raw)
    high = pointwiseMax(high, raw)
  }

  @inline(__always) mutating func digest(_ raw: SIMD2<Int32>) {
    words.append(unsafeBitCast(raw, to: UInt64.self))
  }

  /// Distinguishes outlines with the same corners but different polygons.
  @inline(__always) mutating func endPolygon() { words.append(0x8000_0000_8000_0000) }

  /// The pixels that the outline touches.
  var extent: PixelRect {
    guard low.x < high.x, low.y < high.y else { return .empty }
    return PixelRect(
      enclosing: FixedPoint(x: Fixed(raw: low.x), y: Fixed(raw: low.y)),
      FixedPoint(x: Fixed(raw: high.x), y: Fixed(raw: high.y)))
  }

  func digest(_ rule: FillRule) -> UInt64 {
    var all = words
    all.append(rule == .evenOdd ? 1 : 0)
    return all.value
  }
}

extension Array where Element == FixedPoint {
  /// Appends points, rounded to the grid with ties to even. Returns `false` if one lies beyond
  /// ``Fixed/limit`` or is NaN, in which case the appended points are useless.
  fileprivate mutating func append(
    _ lines: UnsafeBufferPointer<SIMD2<Double>>, to outline: inout OutlineSummary
  ) -> Bool {
    var read = outline
    guard var low = lines.first else { return true }
    var high = low
    // Becomes NaN with the first number that isn't finite.
    var zero = SIMD2<Double>.zero
    append(addingCapacity: lines.count) { span in
      span.withUnsafeMutableBufferPointer { buffer, initialized in
        let memory = UnsafeMutableRawPointer(buffer.baseAddress)
        guard let memory else { return }
        for index in 0..<lines.count {
          let point = lines[index]
          low.replace(with: point, where: point .< low)
          high.replace(with: point, where: point .> high)
          zero += point - point
          let raw = point.raw
          memory.storeBytes(of: raw, toByteOffset: index &* 8, as: SIMD2<Int32>.self)
          read.digest(raw)
        }
        initialized = lines.count
      }
    }
    let limit = Fixed.limit
    guard zero == .zero, low.min() >= -limit, high.max() <= limit else { return false }
    // Rounding doesn't change which is the least and which the greatest.
    read.extend(to: low.raw)
    read.extend(to: high.raw)
    outline = read
    return true
  }
}

extension SIMD2<Double> {
  /// The point on the grid nearest to a point within it, with ties to even.
  @inline(__always) fileprivate var raw: SIMD2<Int32> {
    let bits = unsafeBitCast(self * 4096 + 0x1.8p52, to: SIMD4<Int32>.self)
    return SIMD2<Int32>(bits.x, bits.z)
  }
}

/// A line that may extend beyond the grid, split where it leaves it: the parts beyond are moved to
/// the grid's edge, so that winding numbers on the grid stay the same.
struct FarLine {
  private let start: SIMD2<Double>
  private let end: SIMD2<Double>

  /// A limit that is large enough for the split to be exact, and small enough for its arithmetic
  /// not to overflow.
  private static let reach = 1e12

  init(from start: SIMD2<Double>, to end: SIMD2<Double>) {
    self.start = start.clamped(to: Self.reach)
    self.end = end.clamped(to: Self.reach)
  }

  /// Calls `body` with the corners after the first.
  func forEachCorner(_ body: (FixedPoint) -> Void) {
    let displacement = end - start
    var cuts = SIMD4<Double>(repeating: 1)
    // The positions at which x and y reach the lower and the upper limit, as fractions of the line.
    cuts.lowHalf = cut(displacement, -Fixed.limit)
    cuts.highHalf = cut(displacement, Fixed.limit)
    var last = 0.0
    while true {
      var next = 1.0
      for index in 0..<4 where cuts[index] > last && cuts[index] < next { next = cuts[index] }
      let point = next < 1 ? start + displacement * next : end
      body(FixedPoint(x: Fixed(point.x), y: Fixed(point.y)))
      if next >= 1 { return }
      last = next
    }
  }

  private func cut(_ displacement: SIMD2<Double>, _ limit: Double) -> SIMD2<Double> {
    // A zero difference gives infinity or NaN, neither of which lies between 0 and 1.
    (limit - start) / displacement
  }
}

extension SIMD2<Double> {
  fileprivate func clamped(to reach: Double) -> SIMD2<Double> {
    clamped(lowerBound: .init(repeating: -reach), upperBound: .init(repeating: reach))
  }
}
