/// Turns a path and a stroke style into polygons, which filled by the nonzero rule are the stroke.
///
/// It holds buffers for the work, so that one that is used again allocates nothing.
struct Stroker {
  /// Appends the stroke of `path` to `buffer`, in the space that `transform` leads to. The stroke
  /// has its width in the path's own space: a transform that stretches one way stretches it too.
  mutating func stroke(
    _ path: Path, _ style: StrokeStyle, _ transform: Transform,
    tolerance: Double = Flattening.tolerance, into buffer: inout LineBuffer
  ) {
  }
}
