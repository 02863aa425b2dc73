/// Strokes dashes. Its buffers are kept from stroke to stroke.
struct Dasher {
  var measure = PathMeasure()
  var dashes = Path()
}

extension Stroker {
  /// With more dashes than this, the line is drawn solid.
  static let maximumDashes = 1 << 20

  mutating func strokeDashes(of path: Path, _ pattern: DashPattern) {
    dasher.measure.measure(path)
    let periods = dasher.measure.length / pattern.period
    guard periods * Double(pattern.lengths.count) <= Double(Self.maximumDashes) else {
      return path.visit(&self)
    }
    for index in dasher.measure.contours.indices {
      strokeDashes(of: dasher.measure.contours[index], pattern)
    }
  }

  /// Each dash is a part of the contour, stroked as a contour of its own. If a closed contour
  /// begins and ends within a dash, that is a single dash.
  private mutating func strokeDashes(of contour: PathMeasure.Contour, _ pattern: DashPattern) {
    dasher.dashes.removeAll()
    var (index, rest) = pattern.first
    let joinsEnds = contour.isClosed && index % 2 == 0 && rest < contour.length
    let firstEnd = rest
    var start = 0.0
    var isFirst = true
    var isFirstPending = joinsEnds
    while start < contour.length {
      let end = start + rest
      if index % 2 == 0 && !(isFirst && joinsEnds) {
        if end >= contour.length && joinsEnds {
          appendDash(of: contour, from: start, to: contour.length + firstEnd)
          isFirstPending = false
        } else {
          appendDash(of: contour, from: start, to: min(end, contour.length))
        }
      }
      isFirst = false
      start = end
      index = (index + 1) % pattern.lengths.count
      rest = pattern.lengths[index]
    }
    if isFirstPending { appendDash(of: contour, from: 0, to: firstEnd) }
    dasher.dashes.visit(&self)
  }

  /// A dash of zero length is drawn as its caps.
  private mutating func appendDash(
    of contour: PathMeasure.Contour, from start: Double, to end: Double
  ) {
    if end > start {
      dasher.measure.appendPart(of: contour, from: start, to: end, to: &dasher.dashes)
    } else if let place = dasher.measure.place(at: start, in: contour) {
      dot(at: SIMD2(place.point), SIMD2(place.tangent.dx, place.tangent.dy))
    }
  }
}
