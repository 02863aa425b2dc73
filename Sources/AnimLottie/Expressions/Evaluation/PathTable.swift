import AnimCore

/// The paths that scripts have created in a frame, and the lengths of measured paths.
struct PathTable {
  private var made: [BezierShape] = []
  private var measured: [Key: MeasuredPath] = [:]

  /// The identity of a measured path.
  struct Key: Hashable {
    var node: Int
    var isMade: Bool
  }

  /// A path with its length, measured once for all points on it.
  private struct MeasuredPath {
    var shape: BezierShape
    var measure: PathMeasure
  }

  /// Starts a frame.
  mutating func removeAll() { made.removeAll(keepingCapacity: true) }

  /// The path with a number, or `nil` if it doesn't exist.
  subscript(number: Int) -> BezierShape? {
    made.indices.contains(number) ? made[number] : nil
  }

  /// Adds a path.
  /// - Returns: The number of the new path, or `nil` if there are too many.
  mutating func add(_ shape: BezierShape) -> Int? {
    guard made.count < ExpressionObject.nodeLimit - 1 else { return nil }
    made.append(shape)
    return made.count - 1
  }

  mutating func measure(of key: Key, _ shape: BezierShape) -> PathMeasure {
    if let known = measured[key], known.shape == shape { return known.measure }
    var path = Path()
    path.append(shape, count: shape.vertices.count)
    let measure = PathMeasure(path)
    measured[key] = MeasuredPath(shape: shape, measure: measure)
    return measure
  }
}
