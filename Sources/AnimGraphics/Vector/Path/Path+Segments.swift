/// Visits the segments of a path as lines and cubics only.
protocol SegmentVisitor {
  mutating func begin(at point: SIMD2<Double>)
  /// A line from the end of the last segment, possibly of zero length.
  mutating func line(to end: SIMD2<Double>)
  /// A curve from the end of the last segment.
  mutating func curve(_ curve: Cubic)
  /// The end of the contour. If it is closed, the line to its start has been visited.
  mutating func end(isClosed: Bool)
  /// Whether the visitor is done and no more segments are needed.
  var isDone: Bool { get }
}

extension Path {
  @inline(__always) func visit<Visitor: SegmentVisitor>(_ visitor: inout Visitor) {
    var index = 0
    var start = SIMD2<Double>.zero
    var last = start
    var isOpen = false
    for verb in verbs {
      if visitor.isDone { return }
      switch verb {
      case .move:
        if isOpen { visitor.end(isClosed: false) }
        start = points[index]
        last = start
        isOpen = true
        visitor.begin(at: start)
        index &+= 1
      case .line:
        last = points[index]
        visitor.line(to: last)
        index &+= 1
      case .quadratic:
        let end = points[index &+ 1]
        visitor.curve(Cubic(quadratic: last, points[index], end))
        last = end
        index &+= 2
      case .cubic:
        let end = points[index &+ 2]
        visitor.curve(Cubic(last, points[index], points[index &+ 1], end))
        last = end
        index &+= 3
      case .close:
        visitor.line(to: start)
        visitor.end(isClosed: true)
        isOpen = false
      }
    }
    if isOpen { visitor.end(isClosed: false) }
  }
}
