/// Why a path is defective.
public enum PathError: Error, Hashable, Sendable {
  /// A coordinate is NaN or beyond ±``Path/maximumCoordinate``. `element` is the number of moves,
  /// lines, curves and closes before it.
  case outOfRange(element: Int)
  /// There are more than ``Path/maximumPointCount`` points.
  case tooManyPoints
  /// The areas to be combined have too many sides or too many crossings.
  case tooComplex
}

extension PathError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .outOfRange(let element):
      "path element \(element): a coordinate is out of range; use numbers from -1e18 to 1e18"
    case .tooManyPoints:
      "path: there are too many points; use at most \(Path.maximumPointCount)"
    case .tooComplex:
      "paths: they cross too often, or have too many sides, to be combined; simplify them"
    }
  }
}
