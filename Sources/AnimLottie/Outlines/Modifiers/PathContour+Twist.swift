import AnimCore

extension PathContour {
  /// The number of pieces that a side is cut into, so that a straight side bends as it is twisted.
  private static let piecesPerSide = 8

  func twisted(by angle: Angle, center: SIMD2<Double>) -> PathContour {
    let radius = vertices.reduce(0) { max($0, ($1.point - center).length) }
    guard radius > 0, sideCount > 0,
      sideCount * Self.piecesPerSide < Path.maximumVertexCount
    else { return self }
    func twist(_ point: SIMD2<Double>) -> SIMD2<Double> {
      let way = point - center
      let turn = angle * max(1 - way.length / radius, 0)
      let (sine, cosine) = (turn.sine, turn.cosine)
      return center + SIMD2(cosine * way.x - sine * way.y, sine * way.x + cosine * way.y)
    }
    var result = PathContour([Vertex(twist(vertices[0].point))], isClosed: isClosed)
    for index in 0..<sideCount {
      let side = linearizedSide(index)
      for piece in 0..<Self.piecesPerSide {
        let part = side.part(
          from: Double(piece) / Double(Self.piecesPerSide),
          to: Double(piece + 1) / Double(Self.piecesPerSide))
        result.vertices[result.vertices.count - 1].handleOut = twist(part.p1)
        result.vertices.append(Vertex(twist(part.p3), in: twist(part.p2)))
      }
    }
    if isClosed { result.vertices[0].handleIn = result.vertices.removeLast().handleIn }
    return result
  }
}
