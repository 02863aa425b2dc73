extension Path {
  /// Appends all contours of `other`, transformed by `transform`. If `other` is defective, so is
  /// this path afterwards.
  public mutating func append(_ other: Path, _ transform: Transform = .identity) {
    var index = 0
    for verb in other.verbs {
      switch verb {
      case .move: move(to: transform.apply(to: other.points[index]))
      case .line: addLine(to: transform.apply(to: other.points[index]))
      case .quadratic:
        addQuadCurve(
          transform.apply(to: other.points[index]), transform.apply(to: other.points[index + 1]))
      case .cubic:
        addCurve(
          transform.apply(to: other.points[index]), transform.apply(to: other.points[index + 1]),
          transform.apply(to: other.points[index + 2]))
      case .close: close()
      }
      index += verb.pointCount
    }
    if let error = other.error { fail(error) }
  }

  /// Returns the path with every point transformed by `transform`.
  public func transformed(by transform: Transform) -> Path {
    var path = withPoints { transform.apply(to: points[$0]) }
    if let error { path.fail(error) }
    return path
  }

  /// Returns a path with the same verbs and with points by index.
  private func withPoints(_ point: (Int) -> SIMD2<Double>) -> Path {
    var path = Path()
    path.reserveCapacity(verbs: verbs.count, points: points.count)
    path.append(verbs, point)
    return path
  }

  /// Appends elements by their verbs, with points by their index.
  private mutating func append(_ verbs: [Verb], _ point: (Int) -> SIMD2<Double>) {
    var index = 0
    for verb in verbs {
      switch verb {
      case .move: move(to: point(index))
      case .line: addLine(to: point(index))
      case .quadratic: addQuadCurve(point(index), point(index + 1))
      case .cubic: addCurve(point(index), point(index + 1), point(index + 2))
      case .close: close()
      }
      index += verb.pointCount
    }
  }

  /// Returns the same outline in the opposite direction. The contours keep their order, and closed
  /// ones their starting point.
  public func reversed() -> Path {
    var path = Path()
    path.reserveCapacity(verbs: verbs.count, points: points.count)
    var verb = 0
    var point = 0
    while verb < verbs.count {
      let firstVerb = verb
      let firstPoint = point
      repeat {
        point += verbs[verb].pointCount
        verb += 1
      } while verb < verbs.count && verbs[verb] != .move
      path.appendReversed(self, firstVerb..<verb, firstPoint..<point)
    }
    if let error { path.fail(error) }
    return path
  }

  /// Appends a contour of `other`, given by its verbs and points, from its end to its start.
  private mutating func appendReversed(
    _ other: Path, _ verbs: Range<Int>, _ points: Range<Int>
  ) {
    let isClosed = other.verbs[verbs.upperBound - 1] == .close
    var point = points.upperBound - 1
    if isClosed {
      let start = other.points[points.lowerBound]
      move(to: start)
      // The line implied by closing comes first.
      if other.points[point] != start { addLine(to: other.points[point]) }
    } else {
      move(to: other.points[point])
    }
    for verb in other.verbs[verbs].reversed() {
      switch verb {
      case .move, .close: break
      case .line:
        // The first line of a closed contour is now the one implied by closing.
        if isClosed && point - 1 == points.lowerBound { break }
        addLine(to: other.points[point - 1])
      case .quadratic: addQuadCurve(other.points[point - 1], other.points[point - 2])
      case .cubic:
        addCurve(other.points[point - 1], other.points[point - 2], other.points[point - 3])
      }
      if verb != .move { point -= verb.pointCount }
    }
    if isClosed { close() }
  }
}

// MARK: - Interpolation

extension Path {
  /// Returns the differences between the points of `other` and those of this path, or `nil` unless
  /// both have the same moves, lines, curves and closes.
  package func offsets(to other: Path) -> [SIMD2<Double>]? {
    guard verbs == other.verbs else { return nil }
    return zip(other.points, points).map { $0 - $1 }
  }

  /// Returns the path with its points moved, each by its own offset. The path itself if their
  /// numbers differ.
  package func moved(by offsets: [SIMD2<Double>]) -> Path {
    guard offsets.count == points.count else { return self }
    return withPoints { points[$0] + offsets[$0] }
  }

  /// Sets this path to the interpolation between `start` and `end` at the fraction `progress`, and
  /// reuses its memory. It becomes `start` unless both have the same moves, lines, curves and
  /// closes.
  package mutating func interpolate(from start: Path, to end: Path, progress: Double) {
    guard start.verbs == end.verbs else {
      self = start
      return
    }
    removeAll()
    append(start.verbs) { start.points[$0] + (end.points[$0] - start.points[$0]) * progress }
  }

  /// Copies the elements of another path into this path's memory, so that `other` remains the only
  /// user of its memory and can be changed in place.
  package mutating func copyElements(of other: Path) {
    removeAll()
    append(other.verbs) { other.points[$0] }
  }
}

extension Path.Verb {
  var pointCount: Int {
    switch self {
    case .move, .line: 1
    case .quadratic: 2
    case .cubic: 3
    case .close: 0
    }
  }
}
