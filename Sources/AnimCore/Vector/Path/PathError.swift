/// Why a path holds nothing that could be drawn.
public enum PathError: Error, Hashable, Sendable {
  /// A coordinate is no number within ±``Path/maximumCoordinate``. `element` counts the moves,
  /// lines, curves and closes before it.
  case outOfRange(element: Int)
  /// There would be more than ``Path/maximumPointCount`` points.
  case tooManyPoints
  /// Areas to be combined have too many sides, or cross too often.
  case tooComplex
}

extension PathError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .outOfRange(let element):
      "path element \(element): a coordinate must be a number from -1e18 to 1e18"
    case .tooManyPoints:
      "a path can have at most \(Path.maximumPointCount) points"
    case .tooComplex: "the paths cross too often, or have too many sides, to be combined"
    }
  }
}
