/// Why a path holds nothing that could be drawn.
public enum PathError: Error, Hashable, Sendable {
  /// A coordinate is not a finite number. `element` counts the calls that built the path, from 0.
  case notFinite(element: Int)
  /// There are more than ``Path/maximumPointCount`` points.
  case tooManyPoints
}

extension PathError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notFinite(let element):
      "a coordinate of path element \(element) is not a finite number"
    case .tooManyPoints:
      "a path can have at most \(Path.maximumPointCount) points"
    }
  }
}
