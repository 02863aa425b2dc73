// Operations that take pixels from another place.

/// The displacement of a pixel for each value of a channel, in whole pixels.
struct DisplacementTable {
  private let shift: UInt32
  private let distances: [Int32]

  /// - Parameter scale: twice the distance of the largest value, in pixels; clamped to ±2³⁰. NaN
  ///   counts as 0.
  init(_ channel: FilterChannel, scale: Double) {
    switch channel {
    case .red: shift = 16
    case .green: shift = 8
    case .blue: shift = 0
    case .alpha: shift = 24
    }
    let scale = scale.isNaN ? 0 : min(max(scale, -0x1p30), 0x1p30)
    distances = (0..<256).map { value in
      let distance = (Double(value) / 255 - 0.5) * scale
      return Int32((distance + 0.5).rounded(.down))
    }
  }

  /// - Parameter colors: a word with straight colours.
  @inline(__always) func distance(_ colors: UInt32) -> Int {
    Int(distances[Int(colors >> shift & 0xFF)])
  }
}

extension Picture {
  /// `feDisplacementMap`: the pixel that a channel of the map points to, or clear outside the picture. The result has
  /// some of the rows of both.
  func displace(
    by map: Picture, _ x: DisplacementTable, _ y: DisplacementTable, to result: Picture
  ) {
    for row in result.area.y0..<result.area.y1 {
      let map = map.row(row)
      let target = result.row(row)
      for column in 0..<area.width {
        let colors = Straight.colors(map[column])
        let fromX = column &+ x.distance(colors)
        let fromY = row &+ y.distance(colors)
        let isInside = fromX >= 0 && fromX < area.width && fromY >= area.y0 && fromY < area.y1
        target[column] = isInside ? self.row(fromY)[fromX] : 0
      }
    }
  }

  /// `feOffset`. The result has some of the rows.
  func move(dx: Int, dy: Int, to result: Picture) {
    let width = area.width
    for row in result.area.y0..<result.area.y1 {
      let target = result.row(row)
      let (from, isHuge) = row.subtractingReportingOverflow(dy)
      guard !isHuge, from >= area.y0, from < area.y1, dx > -width, dx < width else {
        target.update(repeating: 0, count: width)
        continue
      }
      let (start, end) = (max(0, dx), min(width, width + dx))
      target.update(repeating: 0, count: start)
      (target + start).update(from: self.row(from) + (start - dx), count: end - start)
      (target + end).update(repeating: 0, count: width - end)
    }
  }

  /// `feTile`: repeats what the picture has in some pixels, which may be outside its area. The result has some of the
  /// rows.
  func tile(_ tile: PixelRect, to result: Picture) {
    // Farther away, there is no difference between what is clear.
    let tile = tile.intersection(area.grown(by: SIMD2(area.width, area.height)))
    guard !tile.isEmpty else {
      result.words.update(repeating: 0, count: result.area.width * result.area.height)
      return
    }
    func start(_ position: Int, _ start: Int, _ extent: Int) -> Int {
      let rest = (position - start) % extent
      return start + (rest < 0 ? rest + extent : rest)
    }
    var y = start(result.area.y0, tile.y0, tile.height)
    for row in result.area.y0..<result.area.y1 {
      let target = result.row(row)
      if y < area.y0 || y >= area.y1 {
        target.update(repeating: 0, count: area.width)
      } else {
        let words = self.row(y) - area.x0
        var x = start(area.x0, tile.x0, tile.width)
        for column in 0..<area.width {
          target[column] = x >= area.x0 && x < area.x1 ? words[x] : 0
          x += 1
          if x == tile.x1 { x = tile.x0 }
        }
      }
      y += 1
      if y == tile.y1 { y = tile.y0 }
    }
  }
}
