extension BezierShape: FileValue {
  /// Reads a path, or, as in keyframes, a list of one path.
  static func read(_ json: JSONValue, _ loader: DocumentLoader) throws(LottieError) -> Self? {
    let json = json.first ?? json
    guard let list = json["v"], list.isArray else { return nil }
    try loader.budget.takePoints(list.count, at: list)
    var shape = BezierShape()
    shape.isClosed = loader.flag(json, "c")
    shape.vertices = loader.points(list, count: list.count)
    shape.inTangents = loader.points(json["i"], count: list.count)
    shape.outTangents = loader.points(json["o"], count: list.count)
    let hasAllHandles = json["i"]?.count == list.count && json["o"]?.count == list.count
    if !hasAllHandles {
      loader.report(json, .invalid, "a path does not have as many handles as points")
    }
    return shape
  }
}

extension DocumentLoader {
  /// Reads exactly `count` points; missing ones are zero.
  fileprivate func points(_ list: JSONValue?, count: Int) -> [SIMD2<Double>] {
    var points: [SIMD2<Double>] = []
    points.reserveCapacity(count)
    if let list {
      for element in list.elements.prefix(count) {
        if let point = SIMD2<Double>.read(element, self) {
          points.append(point)
        } else {
          report(element, .invalid, "a point is expected")
          points.append(.zero)
        }
      }
    }
    while points.count < count { points.append(.zero) }
    return points
  }
}
