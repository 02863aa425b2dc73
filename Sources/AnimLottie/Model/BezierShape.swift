/// A contour of cubic curves, in Lottie's representation.
struct BezierShape: Hashable, Sendable {
  var vertices: [SIMD2<Double>] = []
  /// The handle of each vertex towards the previous one, relative to the vertex. One for each
  /// vertex.
  var inTangents: [SIMD2<Double>] = []
  /// The handle of each vertex towards the next one, relative to the vertex. One for each vertex.
  var outTangents: [SIMD2<Double>] = []
  var isClosed = false
}
