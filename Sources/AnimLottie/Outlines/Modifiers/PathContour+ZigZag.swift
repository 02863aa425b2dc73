import AnimCore

extension PathContour {
  /// As in lottie-web, the vertices are peaks too, and the first vertex of a closed contour becomes
  /// two, one at its start and one at its end.
  func zigZagged(amplitude: Double, peaks: Int, isSmooth: Bool) -> PathContour {
    guard sideCount > 0, (sideCount + 1) * (peaks + 1) <= Path.maximumVertexCount else {
      return self
    }
    let zigZag = ZigZag(
      contour: self, amplitude: amplitude, peaks: peaks,
      handleShare: isSmooth ? 0.5 / Double(peaks + 1) : 0)
    return zigZag.result
  }
}

private struct ZigZag {
  let contour: PathContour
  let amplitude: Double
  let peaks: Int
  /// The length of handles, as a fraction of the distance between two vertices.
  let handleShare: Double

  var result: PathContour {
    var result = PathContour(isClosed: contour.isClosed)
    var height = -amplitude
    result.vertices.append(corner(0, height: height))
    for index in 0..<contour.sideCount {
      let side = contour.linearizedSide(index)
      let handle = (side.p3 - side.p0).length * handleShare
      for peak in 0..<peaks {
        height = -height
        let place = Double(peak + 1) / Double(peaks + 1)
        result.vertices.append(
          vertex(
            side.point(at: place), along: side.derivative(at: place), height: height,
            handleIn: handle, handleOut: handle))
      }
      height = -height
      result.vertices.append(corner(index + 1, height: height))
    }
    return result
  }

  private func corner(_ index: Int, height: Double) -> PathContour.Vertex {
    let count = contour.vertices.count
    let point = contour.vertices[index % count].point
    let previous = contour.vertices[(index + count - 1) % count].point
    let next = contour.vertices[(index + 1) % count].point
    return vertex(
      point, along: next - previous, height: height,
      handleIn: (point - previous).length * handleShare,
      handleOut: (next - point).length * handleShare)
  }

  private func vertex(
    _ point: SIMD2<Double>, along way: SIMD2<Double>, height: Double, handleIn: Double,
    handleOut: Double
  ) -> PathContour.Vertex {
    let normal = way.leftNormal
    let peak = point + normal * height
    let along = SIMD2(-normal.y, normal.x)
    return PathContour.Vertex(peak, in: peak - along * handleIn, out: peak + along * handleOut)
  }
}
