import AnimCore

extension PathContour {
  func puckered(by amount: Double) -> PathContour {
    guard !vertices.isEmpty else { return self }
    let sum = vertices.reduce(SIMD2<Double>.zero) { $0 + $1.point }
    let center = sum / Double(vertices.count)
    var result = self
    for index in vertices.indices {
      let vertex = vertices[index]
      result.vertices[index] = Vertex(
        vertex.point + (center - vertex.point) * amount,
        in: vertex.handleIn - (center - vertex.handleIn) * amount,
        out: vertex.handleOut - (center - vertex.handleOut) * amount)
    }
    return result
  }
}
