extension DisplayList {
  /// Fills a path.
  ///
  /// - Parameters:
  ///   - transform: from the path's space, which is also that of the paint, to points of the view.
  public mutating func fill(
    _ path: Path, _ paint: Paint, rule: FillRule = .nonzero, transform: Transform = .identity
  ) {
    let toPixels = beginOutline(transform)
    path.flatten(toPixels, into: &tools.lines)
    let (color, index) = place(paint, toPixels)
    appendOutline(rule, color: color, paint: index)
  }

  /// Strokes a path. The stroke's width is in the path's own space, so a transform with unequal
  /// scales makes it uneven.
  public mutating func stroke(
    _ path: Path, _ style: StrokeStyle, _ paint: Paint, transform: Transform = .identity
  ) {
    let toPixels = beginOutline(transform)
    tools.stroker.stroke(path, style, toPixels, into: &tools.lines)
    let (color, index) = place(paint, toPixels)
    appendOutline(.nonzero, color: color, paint: index)
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
  private mutating func place(_ paint: Paint, _ transform: Transform) -> (Color, Int32?) {
    if case .color(let color) = paint { return (color, nil) }
    paints.append(PlacedPaint(paint: paint, transform: transform))
    return (.clear, Int32(truncatingIfNeeded: paints.count - 1))
  }

  /// Appends the contents of ``DrawingTools/lines`` as one command, even if it paints nothing, so
  /// that later commands keep their index.
  mutating func appendOutline(
    _ rule: FillRule, role: Command.Role = .content, color: Color, paint: Int32? = nil
  ) {
    let first = polygonEnds.count
    tools.work &+= tools.lines.work
    if tools.lines.isFull { omissions.insert(.points) }
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

  /// Appends a polygon that extends beyond the grid, clipped to it. Returns false if a coordinate
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
}

extension DisplayList {
  /// The range in ``points`` of the corners of a polygon of ``polygonEnds``.
  package func polygonRange(_ index: Int) -> Range<Int> {
    (index > 0 ? Int(polygonEnds[index - 1]) : 0)..<Int(polygonEnds[index])
  }

  /// The corners of a polygon of ``polygonEnds``.
  func polygon(_ index: Int) -> ArraySlice<FixedPoint> { points[polygonRange(index)] }
}

/// Properties of an outline that are collected while its corners are written.
struct OutlineSummary {
  private var low = SIMD2<Int32>(repeating: .max)
  private var high = SIMD2<Int32>(repeating: .min)
  private var words = Digest()

  @inline(__always) mutating func add(_ point: FixedPoint) {
    add(SIMD2(point.x.raw, point.y.raw))
  }

  @inline(__always) mutating func add(_ raw: SIMD2<Int32>) {
    low = pointwiseMin(low, raw)
    high = pointwiseMax(high, raw)
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
  /// Appends points, rounded to the grid with ties to even. Returns false if one lies beyond
  /// ``Fixed/limit`` or is NaN, in which case the appended points are useless.
  fileprivate mutating func append(
    _ lines: UnsafeBufferPointer<SIMD2<Double>>, to outline: inout OutlineSummary
  ) -> Bool {
    var read = outline
    var isNear = true
    append(addingCapacity: lines.count) { span in
      span.withUnsafeMutableBufferPointer { buffer, initialized in
        let memory = UnsafeMutableRawPointer(buffer.baseAddress)
        guard let memory else { return }
        for index in 0..<lines.count {
          let point = lines[index]
          let bits = unsafeBitCast(point * 4096 + 0x1.8p52, to: SIMD4<Int32>.self)
          let raw = SIMD2(bits.x, bits.z)
          // False for NaN.
          isNear = isNear && abs(point.x) <= Fixed.limit && abs(point.y) <= Fixed.limit
          memory.storeBytes(of: raw, toByteOffset: index &* 8, as: SIMD2<Int32>.self)
          read.add(raw)
        }
        initialized = lines.count
      }
    }
    if isNear { outline = read }
    return isNear
  }
}
