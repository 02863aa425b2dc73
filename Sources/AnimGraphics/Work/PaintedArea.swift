// Painting is charged while a list is built, in two steps. First, an outline is charged by its box
// and the number of its corners, which is almost free to compute and never too little. Only when
// these estimates together exceed the limit are outlines measured on a coarse grid, so that an
// image of long, thin lines isn't mistaken for one that fills its canvas again and again.
extension DisplayList {
  /// Charges the painting of the content that `body` appends to a budget. Content beyond the budget
  /// is omitted and recorded as ``Omissions/work``.
  package mutating func withBudget(_ budget: WorkBudget, _ body: (inout DisplayList) -> Void) {
    // An image inside another one shares its estimates, too.
    if tools.charging?.budget === budget { return body(&self) }
    let outer = tools.charging
    tools.charging = DrawingTools.Charging(budget: budget, firstCommand: commands.count)
    body(&self)
    tools.charging = outer
    tools.cost = WorkBudget.sum(tools.cost, budget.total)
  }

  /// Returns whether no further content can be painted. If so, notes that content is omitted.
  mutating func isPaintingOver() -> Bool {
    guard tools.charging?.budget.isPaintingExhausted == true else { return false }
    omissions.insert(.work)
    return true
  }

  /// Charges a shape.
  ///
  /// - Returns: Whether the shape may be painted.
  mutating func charge(_ command: Command, to budget: WorkBudget) -> Bool {
    if command.bounds.isEmpty { return true }
    // Without its masks a group would show what the image hides.
    var isReserved = false
    if case .mask = command.role { isReserved = true }
    if !isReserved, budget.isPaintingExhausted { return refuse(budget) }
    let area = command.bounds.area
    let perPixel = pixelCost(command)
    guard case .path(let first, let count, let rule) = command.shape else {
      return budget.paint(area * perPixel) || refuse(budget)
    }
    let estimate =
      estimatedEdges(Int(first), Int(count), in: command.bounds) * PaintingCost.edge
      + area * perPixel
    if tools.charging?.measuresOutlines == false, budget.paint(estimate) {
      tools.charging?.estimated += estimate
      return true
    }
    measureEstimated(budget)
    let units = measure(first, count, rule, in: command.bounds, perPixel: perPixel)
    return budget.paint(units) || isReserved && budget.paintReserved(units) || refuse(budget)
  }

  /// The number of polygons from which each is charged by its own box. In a line of text, for
  /// example, the letters are much smaller than the line.
  private static let separateBoxes = 8

  /// Returns at least the number of pixels that the edges of an outline pass through.
  private func estimatedEdges(_ first: Int, _ count: Int, in bounds: PixelRect) -> Int {
    guard count >= Self.separateBoxes else {
      return polygonRange(first, count: count).count * (bounds.width + bounds.height)
    }
    var pixels = 0
    for polygon in first..<first + count {
      let corners = polygonRange(polygon)
      guard let corner = corners.first else { continue }
      var (left, right) = (points[corner].x, points[corner].x)
      var (top, bottom) = (points[corner].y, points[corner].y)
      for point in points[corners] {
        (left, right) = (min(left, point.x), max(right, point.x))
        (top, bottom) = (min(top, point.y), max(bottom, point.y))
      }
      // Edges on any side of the bounds have to be followed, too.
      let width = min(right.ceiling, bounds.x1) - max(left.floor, bounds.x0)
      let height = min(bottom.ceiling, bounds.y1) - max(top.floor, bounds.y0)
      pixels += corners.count * (1 + max(0, width) + max(0, height))
    }
    return pixels
  }

  /// Charges the composition of a group, whose bounds are known.
  ///
  /// - Returns: Whether the group may be painted.
  mutating func chargeGroup(
    _ composition: GroupComposition, _ bounds: PixelRect, hasMatte: Bool
  ) -> Bool {
    guard let budget = tools.charging?.budget, composition.isIsolated, !bounds.isEmpty else {
      return true
    }
    var perPixel = PaintingCost.group
    if composition.blendMode != .normal { perPixel += PaintingCost.blend }
    if hasMatte { perPixel += PaintingCost.matte }
    let units = bounds.area * perPixel
    if budget.paint(units) { return true }
    measureEstimated(budget)
    // Content that was charged before is painted using the reserve of the groups around it.
    return budget.paint(units) || budget.paintReserved(units) || refuse(budget)
  }

  /// Charges the filters of a group.
  ///
  /// - Returns: Whether the group may be filtered.
  mutating func chargeFilters(pixels: Int) -> Bool {
    guard let budget = tools.charging?.budget else { return true }
    let units = pixels * PaintingCost.filter
    if budget.paint(units) { return true }
    measureEstimated(budget)
    return budget.paint(units) || refuse(budget)
  }

  private mutating func refuse(_ budget: WorkBudget) -> Bool {
    budget.endPainting()
    omissions.insert(.work)
    return false
  }

  /// Replaces all estimates by measurements.
  package mutating func measureEstimated(_ budget: WorkBudget) {
    tools.charging?.measuresOutlines = true
    guard let charging = tools.charging, charging.estimated > 0 else { return }
    var measured = 0
    for command in commands.dropFirst(charging.firstCommand) where !command.bounds.isEmpty {
      guard case .path(let first, let count, let rule) = command.shape else { continue }
      measured += measure(
        first, count, rule, in: command.bounds, perPixel: pixelCost(command))
    }
    budget.refund(charging.estimated - min(measured, charging.estimated))
    tools.charging?.estimated = 0
  }

  /// Returns the units of painting one pixel of a shape.
  private func pixelCost(_ command: Command) -> Int {
    if case .mask = command.role { return PaintingCost.mask }
    guard let index = command.paint else {
      return command.color.alpha == 255 ? PaintingCost.opaque : PaintingCost.translucent
    }
    switch paints[Int(index)].paint {
    case .color: return PaintingCost.translucent
    case .gradient(let gradient):
      if case .linear = gradient.geometry, gradient.spread == .pad {
        return PaintingCost.linearGradient
      }
      return PaintingCost.gradient
    case .image(let image):
      return image.sampling == .nearest ? PaintingCost.nearest : PaintingCost.bilinear
    }
  }

  /// Returns the units for painting an outline, from the cells of a grid that it covers.
  private func measure(
    _ first: Int32, _ count: Int32, _ rule: FillRule, in bounds: PixelRect, perPixel: Int
  ) -> Int {
    var grid = CoveredCells(bounds)
    for polygon in Int(first)..<Int(first + count) {
      let corners = polygonRange(polygon)
      guard let last = corners.last else { continue }
      var start = points[last]
      for index in corners {
        grid.add(start, points[index])
        start = points[index]
      }
    }
    return grid.edgePixels * PaintingCost.edge + grid.area(rule) * perPixel
  }

  /// Returns the range in ``points`` of the corners of several polygons.
  private func polygonRange(_ first: Int, count: Int) -> Range<Int> {
    guard count > 0 else { return 0..<0 }
    return polygonRange(first).lowerBound..<polygonRange(first + count - 1).upperBound
  }
}

extension PixelRect {
  /// The number of pixels.
  var area: Int { width * height }
}

/// A grid of up to 64 × 64 cells over a rectangle, which shows how much of it an outline covers.
private struct CoveredCells {
  private static let maximumSide = 64

  private let bounds: PixelRect
  /// The number of rows, and of columns.
  private let side: Int
  /// The size of a cell in pixels.
  private let cell: SIMD2<Double>
  /// The cells that an edge touches: a bit per column for each row.
  private var touched: [UInt64]
  /// The change of the winding number at each cell, along the middle of its row.
  private var windings: [Int32]
  /// The pixels that edges pass through, at most.
  private(set) var edgePixels = 0

  init(_ bounds: PixelRect) {
    self.bounds = bounds
    // Smaller cells than pixels would cost more than painting.
    side = min(Self.maximumSide, max(bounds.width, bounds.height))
    cell = SIMD2(Double(bounds.width), Double(bounds.height)) / Double(side)
    touched = [UInt64](repeating: 0, count: side)
    windings = [Int32](repeating: 0, count: side * side)
  }

  mutating func add(_ start: FixedPoint, _ end: FixedPoint) {
    let origin = SIMD2(Double(bounds.x0), Double(bounds.y0))
    var a = (SIMD2(start.x.pixels, start.y.pixels) - origin) / cell
    var b = (SIMD2(end.x.pixels, end.y.pixels) - origin) / cell
    var direction: Int32 = 1
    if a.y > b.y {
      swap(&a, &b)
      direction = -1
    }
    let limit = Double(side)
    guard b.y > 0, a.y < limit else { return }
    let slope = b.y > a.y ? (b.x - a.x) / (b.y - a.y) : 0
    func x(_ y: Double) -> Double { a.x + (y - a.y) * slope }
    let (top, bottom) = (max(a.y, 0), min(b.y, limit))
    let (left, right) = b.y > a.y ? (x(top), x(bottom)) : (a.x, b.x)
    let width = min(max(max(left, right), 0), limit) - min(max(min(left, right), 0), limit)
    edgePixels += 1 + Int(width * cell.x) + Int((bottom - top) * cell.y)
    for row in Int(top)...min(Int(bottom), side - 1) {
      let (upper, lower) = (max(top, Double(row)), min(bottom, Double(row + 1)))
      let (from, to) = b.y > a.y ? (x(upper), x(lower)) : (a.x, b.x)
      touch(row, min(from, to), max(from, to))
      let middle = Double(row) + 0.5
      if a.y <= middle, b.y > middle {
        let column = x(middle)
        if column < limit { windings[row * side + Int(max(column, 0))] += direction }
      }
    }
  }

  /// Marks the cells of a row from one column to another.
  private mutating func touch(_ row: Int, _ from: Double, _ to: Double) {
    let last = side - 1
    let low = Int(min(max(from, 0), Double(last)))
    let high = Int(min(max(to, 0), Double(last)))
    touched[row] |= (UInt64.max << UInt64(low)) & (UInt64.max >> UInt64(63 - high))
  }

  /// Returns the pixels of all cells that the outline touches or encloses.
  func area(_ rule: FillRule) -> Int {
    var cells = 0
    for row in 0..<side {
      var winding: Int32 = 0
      for column in 0..<side {
        let isInside = rule == .evenOdd ? winding & 1 != 0 : winding != 0
        if isInside || touched[row] >> UInt64(column) & 1 != 0 { cells += 1 }
        winding &+= windings[row * side + column]
      }
    }
    return Int((Double(cells) * cell.x * cell.y).rounded(.up))
  }
}
