extension PathMeasure {
  /// A point on a path and the path's direction there.
  public struct Place: Hashable, Sendable {
    /// The position, in points.
    public var point: Point
    /// The direction, as a unit vector.
    public var tangent: Vector
  }

  /// The place at a distance from the path's start, with contours taken one after another. The
  /// distance is clamped to 0 ... ``length``, and NaN is treated as 0. Nil for a path without
  /// length.
  public func place(at distance: Double) -> Place? {
    var rest = distance > 0 ? distance : 0
    for contour in contours.dropLast() {
      if rest <= contour.length { return place(at: rest, in: contour) }
      rest -= contour.length
    }
    return contours.last.flatMap { place(at: rest, in: $0) }
  }

  func place(at distance: Double, in contour: Contour) -> Place? {
    let spot = spot(at: distance, in: contour)
    let segment = segments[spot.segment]
    guard let tangent = segment.tangent(at: spot.parameter) else { return nil }
    return Place(
      point: Point(segment.point(at: spot.parameter)),
      tangent: Vector(dx: tangent.x, dy: tangent.y))
  }

  /// A location as a segment and its parameter.
  struct Spot {
    var segment: Int
    var parameter: Double
  }

  /// The location at `distance`, which is clamped to the contour. Where two segments meet, it is
  /// the end of the first, not the start of the second.
  func spot(at distance: Double, in contour: Contour) -> Spot {
    let index = knot(at: distance, in: contour)
    let knot = knots[index]
    if distance >= knot.distance { return Spot(segment: knot.segment, parameter: knot.parameter) }
    let isFirst = index == contour.knots.lowerBound
    let before = isFirst ? 0 : knots[index - 1].distance
    let isFirstOfSegment = isFirst || knots[index - 1].segment != knot.segment
    let start = isFirstOfSegment ? 0 : knots[index - 1].parameter
    let part = max(0, distance - before)
    let segment = segments[knot.segment]
    guard !segment.isLine else {
      return Spot(segment: knot.segment, parameter: part / (knot.distance - before))
    }
    return Spot(
      segment: knot.segment,
      parameter: segment.curve.parameter(
        at: part, of: knot.distance - before, from: start, to: knot.parameter))
  }

  /// The first knot at or after `distance`, or the last one.
  private func knot(at distance: Double, in contour: Contour) -> Int {
    var low = contour.knots.lowerBound
    var high = contour.knots.upperBound - 1
    while low < high {
      let middle = (low + high) / 2
      if knots[middle].distance < distance { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
