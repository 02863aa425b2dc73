/// Counts what has been loaded from a file, and throws once it is more than the limits allow.
struct Budget {
  private let limits: LottieLimits
  private var layers = 0
  private var items = 0
  private var keyframes = 0
  private var points = 0
  private var textBytes = 0

  init(_ limits: LottieLimits) { self.limits = limits }

  mutating func takeLayers(_ count: Int, at value: JSONValue) throws(LottieError) {
    try Self.take(count, &layers, limits.layers, .layers, value)
  }

  mutating func takeItems(_ count: Int, at value: JSONValue) throws(LottieError) {
    try Self.take(count, &items, limits.items, .items, value)
  }

  mutating func takeKeyframes(_ count: Int, at value: JSONValue) throws(LottieError) {
    try Self.take(count, &keyframes, limits.keyframes, .keyframes, value)
  }

  /// Counts the points of one path, which has a limit of its own.
  mutating func takePoints(_ count: Int, at value: JSONValue) throws(LottieError) {
    var path = 0
    try Self.take(count, &path, limits.pathPoints, .pathPoints, value)
    try Self.take(count, &points, limits.points, .points, value)
  }

  mutating func takeText(_ count: Int, at value: JSONValue) throws(LottieError) {
    try Self.take(count, &textBytes, limits.textBytes, .textBytes, value)
  }

  private static func take(
    _ count: Int, _ sum: inout Int, _ limit: Int, _ resource: LottieLimits.Resource,
    _ value: JSONValue
  ) throws(LottieError) {
    sum += count
    guard sum <= limit else { throw .tooMuch(resource, limit: limit, path: value.path) }
  }
}
