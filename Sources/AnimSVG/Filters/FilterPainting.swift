import AnimCore

/// The work of all filters in an image, and its limits.
struct FilterWork {
  private var pixels = 0
  private var steps = 0

  /// Whether another filter may be processed.
  var allowsMoreSteps: Bool { steps < PaintingLimits.filterSteps }

  mutating func addSteps(_ count: Int) { steps += count }

  /// Counts a filter, and returns whether the limits allow it.
  ///
  /// - Parameters:
  ///   - more: The number of pixels to store.
  ///   - cost: The time per pixel, as a multiple of the time of a blend.
  mutating func spend(pixels more: Int, cost: Int, isCoarse: Bool, _ budget: WorkBudget) -> Bool {
    let most = WorkBudget.allowance(
      PaintingLimits.filterPixels, spent: pixels, isCoarse: isCoarse)
    guard more <= most, budget.filter(pixels: more, cost: cost, isCoarse: isCoarse) else {
      return false
    }
    pixels += more
    return true
  }
}

// Filters process the image of an element and draw the result instead.
extension SVGPainter {
  /// Draws the content of an element with the element's filters. If that would take too much time or memory, the
  /// resolution is halved, repeatedly if necessary, and the result is enlarged.
  ///
  /// - Parameter bounds: A closure that returns the bounding box of the element.
  @inline(never)
  func drawFiltered(
    _ resolved: ResolvedElement, bounds: () -> Rect?, into list: inout DisplayList,
    content: (inout DisplayList) -> Void
  ) {
    for halvings in 0...PaintingLimits.filterHalvings {
      guard work.filtered.allowsMoreSteps, !work.isExhausted else { break }
      let scale = 1 / Double(1 << halvings)
      let toPixels = list.pixelTransform.followed(by: Transform(scale: scale))
      var builder = FilterBuilder(self, resolved, bounds: bounds(), pixels: toPixels)
      let outcome = builder.addFilters()
      work.filtered.addSteps(builder.steps.count + 1)
      switch outcome {
      case .none: return content(&list)
      case .nothing: return
      case .graph: break
      }
      let size = PixelSize(
        width: Self.halved(list.size.width, halvings),
        height: Self.halved(list.size.height, halvings))
      let area = Self.part(of: builder.area, reach: builder.reach, seenIn: size)
      guard !area.isEmpty else { return }
      let renderings = 1 + builder.images.count
      if work.filtered.spend(
        pixels: area.width * area.height * renderings, cost: builder.cost + 1,
        isCoarse: halvings > 0, work.budget)
      {
        return draw(builder, area, scale, into: &list, content: content)
      }
    }
    omit(.filters, of: resolved.element)
    content(&list)
  }

  /// Returns a number of pixels halved repeatedly and rounded up.
  private static func halved(_ count: Int, _ times: Int) -> Int {
    (count + (1 << times) - 1) >> times
  }

  /// Draws a layer with a graph for an area in pixels. `scale` is their number per pixel of the list.
  private func draw(
    _ builder: FilterBuilder, _ area: PixelRect, _ scale: Double, into list: inout DisplayList,
    content: (inout DisplayList) -> Void
  ) {
    let layer = list.part(area, scale: scale) { content(&$0) }
    tree.omissions.add(fromList: layer.omissions)
    var graph = FilterGraph(area: area)
    var images: [Int: Image] = [:]
    for rendering in builder.images {
      images[rendering.step] = image(of: rendering, area, builder)
    }
    for (index, step) in builder.steps.enumerated() {
      var step = step
      if let image = images[index] { step.operation = .image(image) }
      graph.append(step)
    }
    guard let image = work.drawings.image(drawing: layer, filters: graph) else { return }
    list.fill(area, with: image, scale: scale)
  }

  /// Returns the pixels of an area that affect an image with the given size: its own pixels, and
  /// those within the reach of the filter, up to twice the size on each side.
  private static func part(
    of area: PixelRect, reach: SIMD2<Double>?, seenIn size: PixelSize
  ) -> PixelRect {
    func margin(_ reach: Double?, _ side: Int) -> Int {
      guard let reach, reach < Double(2 * side) else { return 2 * side }
      return Int(max(reach, 0).rounded(.up))
    }
    let x = margin(reach?.x, size.width)
    let y = margin(reach?.y, size.height)
    return area.intersection(
      PixelRect(x0: -x, y0: -y, x1: size.width + x, y1: size.height + y))
  }

  // MARK: Filter images

  /// Returns the image of an `feImage` in the pixels of an area, or `nil` if it is empty.
  private func image(
    of rendering: FilterBuilder.ImageStep, _ area: PixelRect, _ builder: FilterBuilder
  ) -> Image? {
    guard let corner = builder.pixels(of: rendering.rect) else { return nil }
    var drawingContext = builder.drawingContext
    drawingContext.contextPaint = nil
    drawingContext.transform = Transform(scaleX: builder.scale.width, y: builder.scale.height)
      .followed(
        by: Transform(
          translation: Vector(dx: Double(corner.x0 - area.x0), dy: Double(corner.y0 - area.y0))))
    var list = DisplayList(
      size: PixelSize(width: area.width, height: area.height), background: .clear)
    references.append(rendering.filter)
    defer { references.removeLast() }
    if let target = reader.target(ofHrefOf: rendering.element) {
      guard let parent = document[target].parent else { return nil }
      drawingContext.style = tree.documentStyle(of: parent)
      list.withBudget(work.budget) { draw(target, drawingContext, into: &$0) }
    } else {
      guard let content = imageContent(of: rendering.element) else { return nil }
      let style = tree.documentStyle(of: rendering.element)
      list.withBudget(work.budget) { list in
        drawImage(
          content, in: Rect(origin: .zero, size: rendering.rect.size),
          reader.fit(of: rendering.element), style, drawingContext, into: &list)
      }
    }
    tree.omissions.add(fromList: list.omissions)
    return work.drawings.image(drawing: list)
  }
}
