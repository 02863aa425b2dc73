import AnimCore

extension SVGPainter {
  /// Draws the markers of a path at its corners.
  @inline(never)
  func drawMarkers(
    of path: Path, _ shape: ResolvedElement, into list: inout DisplayList
  ) {
    let (style, context) = (shape.style, shape.context)
    if style.markerStart == nil, style.markerMid == nil, style.markerEnd == nil { return }
    let targets = [style.markerStart, style.markerMid, style.markerEnd].map { id in
      tree.element(id, .marker).flatMap { references.contains($0) ? nil : $0 }
    }
    guard targets.contains(where: { $0 != nil }) else { return }
    guard references.count < PaintingLimits.references else {
      return omit(.references, of: shape.element)
    }
    work.spend(path.pointCount, on: .markedPoint)
    var corners = MarkerCorner.all(of: path)
    if corners.count > PaintingLimits.markers {
      omit(.markers)
      corners.removeLast(corners.count - PaintingLimits.markers)
    }
    let contextPaint = ContextPaint(style, context, bounds: { path.bounds })
    for (index, corner) in corners.enumerated() {
      // The first corner may be the last one, too.
      if index == 0, let marker = targets[0] {
        drawMarker(marker, corner, isStart: true, style, context, contextPaint, into: &list)
      }
      if index > 0, index < corners.count - 1, let marker = targets[1] {
        drawMarker(marker, corner, isStart: false, style, context, contextPaint, into: &list)
      }
      if index == corners.count - 1, let marker = targets[2] {
        drawMarker(marker, corner, isStart: false, style, context, contextPaint, into: &list)
      }
    }
  }

  private func drawMarker(
    _ marker: Int, _ corner: MarkerCorner, isStart: Bool, _ shape: Style, _ context: DrawingContext,
    _ contextPaint: ContextPaint, into list: inout DisplayList
  ) {
    guard groupDepth < PaintingLimits.groups else { return omit(.groups) }
    guard tree.enterForDrawing(points: list.work) else { return }
    references.append(marker)
    groupDepth += 1
    defer {
      groupDepth -= 1
      references.removeLast()
      tree.leave()
    }
    let style = tree.documentStyle(of: marker)
    func length(_ name: AttributeName, _ axis: ElementReader.Axis, _ fallback: Double) -> Double {
      reader.length(name, of: marker, axis, style, context.view) ?? fallback
    }
    let width = length(.markerWidth, .x, 3)
    let height = length(.markerHeight, .y, 3)
    guard width > 0, height > 0 else { return }
    var scale = 1.0
    if reader.text(.markerUnits, of: marker) != "userSpaceOnUse" {
      scale = reader.resolve(shape.strokeWidth, .diagonal, shape, context.view)
    }
    guard scale > 0 else { return }
    let angle: Double
    switch reader.text(.orient, of: marker) {
    case "auto": angle = corner.angle.degrees
    case "auto-start-reverse": angle = corner.angle.degrees + (isStart ? 180 : 0)
    default: angle = orientation(of: marker)
    }
    let box = reader.viewBox(of: marker)
    let rect = Rect(x: 0, y: 0, width: width, height: height)
    if box != nil, rect.isEmpty { return }
    let toMarker = box.map { reader.fit(of: marker).transform(from: $0, to: rect) } ?? .identity
    let reference = toMarker.apply(
      to: Vector(dx: length(.refX, .x, 0), dy: length(.refY, .y, 0)))
    let outer = Transform(translation: -reference)
      .followed(by: Transform(scale: scale))
      .followed(by: Transform(rotation: angle))
      .followed(by: Transform(translation: corner.point - .zero))
      .followed(by: context.transform)
    let inner = DrawingContext(
      style: style,
      transform: Transform(
        a: toMarker.a, b: 0, c: 0, d: toMarker.d, tx: 0, ty: 0
      ).followed(by: outer), view: box?.size ?? rect.size, contextPaint: contextPaint)
    guard inner.transform.isFinite else { return }
    // The clip is the box itself, which is scaled from its own corner.
    let clipped = box ?? rect
    let isClipped = style.overflow.map { [.hidden, .scroll, .clip].contains($0) } ?? true
    let content = ResolvedElement(element: marker, kind: .group, context: inner)
    drawGroup(content, into: &list) { list in
      guard isClipped else { return self.drawChildren(of: content, into: &list) }
      list.withClip(clipped, transform: inner.transform) { list in
        self.drawChildren(of: content, into: &list)
      }
    }
  }

  /// Returns the fixed angle of a marker, in degrees.
  private func orientation(of marker: Int) -> Double {
    guard let text = reader.text(.orient, of: marker) else {
      return reader.number(.orient, of: marker) ?? 0
    }
    work.spend(text.utf8.count, on: .parsedByte)
    var scanner = TextScanner(text.trimmingSpace)
    guard let angle = scanner.angle(), scanner.isAtEnd, angle.isFinite else { return 0 }
    return angle
  }
}

/// A corner of a path where a marker is drawn, and the direction there, which is halfway between
/// the two adjacent lines.
struct MarkerCorner {
  var point: Point
  var angle: Angle

  /// Returns the corners of a path, in path order.
  static func all(of path: Path) -> [MarkerCorner] {
    var collector = CornerCollector()
    for element in path.elements { collector.append(element) }
    return collector.finished()
  }
}

/// Collects corners with the directions in which a path arrives and leaves.
private struct CornerCollector {
  private struct Corner {
    var point: Point
    var arrival: Vector?
    var departure: Vector?
  }

  private var corners: [Corner] = []
  /// The index of the first corner of the contour.
  private var start = 0

  private static func positive(_ vector: Vector) -> Angle {
    let angle = vector.direction
    return angle.radians < 0 ? angle + .fullTurn : angle
  }

  private static func direction(_ vectors: Vector...) -> Vector? {
    vectors.first { $0.length > 0 }
  }

  mutating func append(_ element: Path.Element) {
    guard let last = corners.last?.point else {
      if case .move(let point) = element { corners.append(Corner(point: point)) }
      return
    }
    switch element {
    case .move(let point):
      start = corners.count
      corners.append(Corner(point: point))
    case .line(let end):
      let direction = Self.direction(end - last)
      append(end, leaving: direction, arriving: direction)
    case .quadratic(let control, let end):
      append(
        end, leaving: Self.direction(control - last, end - last),
        arriving: Self.direction(end - control, end - last))
    case .cubic(let control1, let control2, let end):
      append(
        end, leaving: Self.direction(control1 - last, control2 - last, end - last),
        arriving: Self.direction(end - control2, end - control1, end - last))
    case .close:
      let first = corners[start].point
      let direction = Self.direction(first - last) ?? corners[corners.count - 1].arrival
      append(first, leaving: Self.direction(first - last), arriving: direction)
      start = corners.count - 1
    }
  }

  private mutating func append(_ point: Point, leaving: Vector?, arriving: Vector?) {
    corners[corners.count - 1].departure = leaving ?? corners[corners.count - 1].departure
    corners.append(Corner(point: point, arrival: arriving))
  }

  func finished() -> [MarkerCorner] {
    corners.map { corner in
      let angle: Angle
      switch (corner.arrival, corner.departure) {
      case (let arrival?, let departure?):
        let sum = arrival / arrival.length + departure / departure.length
        // Exactly back: the mean of both angles, counted from 0 to a turn.
        angle =
          sum.length > 1e-9
          ? sum.direction : (Self.positive(arrival) + Self.positive(departure)) / 2
      case (let only?, nil), (nil, let only?): angle = only.direction
      case (nil, nil): angle = .zero
      }
      return MarkerCorner(point: corner.point, angle: angle)
    }
  }
}
