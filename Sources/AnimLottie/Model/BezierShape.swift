/// A contour of cubic curves as Lottie has it.
struct BezierShape: Hashable, Sendable {
  var vertices: [SIMD2<Double>] = []
  /// The handle of each vertex towards the one before, relative to it. As many as vertices.
  var inTangents: [SIMD2<Double>] = []
  /// The handle of each vertex towards the next one, relative to it. As many as vertices.
  var outTangents: [SIMD2<Double>] = []
  var isClosed = false
}
