extension PathMeasure {
  /// Appends the part between two distances from the path's start to `path`, with contours taken
  /// one after another. A closed contour that is included as a whole stays closed.
  ///
  /// The distances are clamped to 0 ... ``length``. Nothing is appended unless `end` is the larger
  /// one.
  public func appendPart(from start: Double, to end: Double, to path: inout Path) {
    var offset = 0.0
    for contour in contours {
      let last = min(end - offset, contour.length)
      appendPart(of: contour, from: start - offset, to: last, to: &path)
      offset += contour.length
    }
  }

  /// Appends the part between two distances from the start of one contour to `path`.
  ///
  /// For a closed contour, `end` may exceed its length: the part then continues past the start
  /// without a break, at most once round. Nothing is appended unless `end` is larger than `start`.
  public func appendPart(
    of contour: Contour, from start: Double, to end: Double, to path: inout Path
  ) {
    let start = max(start, 0)
    guard end > start, start < contour.length else { return }
    if start == 0 && end >= contour.length {
      append(contour, spot(at: 0, in: contour), nil, to: &path)
      if contour.isClosed { path.close() }
      return
    }
    let first = spot(at: start, in: contour)
    if end < contour.length {
      append(contour, first, spot(at: end, in: contour), to: &path)
      return
    }
    append(contour, first, nil, to: &path)
    guard contour.isClosed, end > contour.length else { return }
    let last = spot(at: min(end - contour.length, start), in: contour)
    append(contour, spot(at: 0, in: contour), last, isContinued: true, to: &path)
  }

  /// Appends the segments from one location to another, or to the contour's end.
  private func append(
    _ contour: Contour, _ first: Spot, _ last: Spot?, isContinued: Bool = false,
    to path: inout Path
  ) {
    let lastSegment = last?.segment ?? knots[contour.knots.upperBound - 1].segment
    for index in first.segment...lastSegment {
      let from = index == first.segment ? first.parameter : 0
      let to = index == lastSegment ? last?.parameter ?? 1 : 1
      let segment = segments[index]
      if index == first.segment && !isContinued { path.move(to: segment.point(at: from)) }
      if segment.isLine {
        if from < to { path.addLine(to: segment.point(at: to)) }
      } else if from < to {
        let part = segment.curve.part(from: from, to: to)
        path.addCubic(part.p1, part.p2, part.p3)
      }
    }
  }
}

extension Path {
  /// The total length of all contours, in points.
  public var length: Double { PathMeasure(self).length }

  /// The part between two distances from the start, in points; see
  /// ``PathMeasure/appendPart(from:to:to:)``.
  public func part(from start: Double, to end: Double) -> Path {
    var path = Path()
    PathMeasure(self).appendPart(from: start, to: end, to: &path)
    return path
  }
}
