import AnimCore
import AnimScript

// Paths.
extension ExpressionObjects {
  /// Calls a function of a path.
  func callPath(
    _ object: ExpressionObject, _ name: ExpressionName, _ arguments: Arguments
  ) throws(Exception) -> Value {
    let isMeasure = name == .pointOnPath || name == .tangentOnPath || name == .normalOnPath
    let time = arguments[isMeasure ? 1 : 0]
    let shape: BezierShape?
    if !time.isUndefined, object.kind == .propertyMethod {
      shape = evaluation.stored(object.node).path(at: try number(time) * scene.frameRate)
    } else {
      shape = try path(of: object)
    }
    guard let shape else { throw interpreter.typeError("there is no path") }
    try interpreter.count(steps: shape.vertices.count * (isMeasure ? 4 : 2))
    switch name {
    case .points: return try points(shape.vertices)
    case .inTangents: return try points(shape.inTangents)
    case .outTangents: return try points(shape.outTangents)
    case .isClosed: return .boolean(shape.isClosed)
    default: return try position(on: shape, object, name, try number(arguments[0]))
    }
  }

  private func points(_ points: [SIMD2<Double>]) throws(Exception) -> Value {
    var values: [Value] = []
    values.reserveCapacity(points.count)
    for point in points {
      values.append(try value(Components(SIMD4(point.x, point.y, 0, 0), count: 2)))
    }
    return try interpreter.array(values)
  }

  /// Returns the point or the direction at a fraction of the length.
  private func position(
    on shape: BezierShape, _ object: ExpressionObject, _ name: ExpressionName, _ share: Double
  ) throws(Exception) -> Value {
    let key = PathTable.Key(node: object.node, isMade: object.kind != .propertyMethod)
    let measure = evaluation.measure(of: key, shape)
    let distance = share.isNaN ? 0 : min(max(share, 0), 1) * measure.length
    guard let position = measure.position(at: distance) else {
      let first = shape.vertices.first ?? .zero
      return try value(Components(SIMD4(first.x, first.y, 0, 0), count: 2))
    }
    if name == .pointOnPath {
      return try value(Components(SIMD4(position.point.x, position.point.y, 0, 0), count: 2))
    }
    // As in lottie-web, use the direction towards a point slightly further along the path.
    let step = measure.length * 0.001
    let isLast = distance + step > measure.length
    let next =
      isLast
      ? shape.isClosed
        ? measure.position(at: distance + step - measure.length)?.point
        : position.point + position.tangent * step
      : measure.position(at: distance + step)?.point
    var tangent = (next ?? position.point) - position.point
    tangent = tangent.length > 0 ? tangent * (1 / tangent.length) : position.tangent
    let result =
      name == .tangentOnPath
      ? SIMD4(tangent.dx, tangent.dy, 0, 0) : SIMD4(-tangent.dy, tangent.dx, 0, 0)
    return try value(Components(result, count: 2))
  }

  /// Creates a path from points with relative tangents.
  func createPath(_ arguments: Arguments) throws(Exception) -> Value {
    let points = arguments[0]
    let count = interpreter.count(of: points)
    guard interpreter.isArray(points), count <= model.limits.pathPoints else {
      throw interpreter.rangeError("a path has at most \(model.limits.pathPoints) points")
    }
    var shape = BezierShape()
    shape.vertices = try self.points(points, count: count)
    shape.inTangents = try self.points(arguments[1], count: count)
    shape.outTangents = try self.points(arguments[2], count: count)
    // As in lottie-web. In After Effects, paths are closed by default.
    shape.isClosed = interpreter.toBoolean(arguments[3])
    return try made(shape)
  }

  /// Returns exactly `count` points. Missing points are zero.
  func points(_ value: Value, count: Int) throws(Exception) -> [SIMD2<Double>] {
    try interpreter.count(steps: count)
    var points: [SIMD2<Double>] = []
    points.reserveCapacity(count)
    for index in 0..<count {
      let element =
        interpreter.isArray(value) ? try interpreter.element(index, of: value) : .undefined
      let point = try vector(element)?.values.lowHalf ?? .zero
      func coordinate(_ number: Double) -> Double {
        number.isNaN ? 0 : FieldReader.clamped(number)
      }
      points.append(SIMD2(coordinate(point.x), coordinate(point.y)))
    }
    return points
  }
}
