extension PathMeasure {
  /// Where one is after going along a path for some length.
  public struct Place: Hashable, Sendable {
    public var point: Point
    /// The direction, of length 1.
    public var tangent: Vector
  }

  /// The place at a distance from the path's start, its contours taken one after the other. The
  /// distance is held within 0 ... ``length``, NaN counting as 0. Nil for a path without length.
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

  /// A place as a segment and its parameter.
  struct Spot {
    var segment: Int
    var parameter: Double
  }

  /// The spot at `distance`, held within the contour. Where a segment ends it is the end of that
  /// one, not the start of the next.
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

  /// The first knot that is not before `distance`, or the last.
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
