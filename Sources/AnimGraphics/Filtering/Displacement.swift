// Operations that take pixels from another place.

/// The displacement of a pixel for each value of a channel, in whole pixels.
struct DisplacementTable {
  private let shift: UInt32
  private let distances: [Int32]

  /// Creates the table for a channel.
  ///
  /// - Parameter scale: Twice the distance of the largest value in pixels, clamped to ±2³⁰. NaN
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

  /// Returns the displacement for a word with straight colours.
  @inline(__always) func distance(_ colors: UInt32) -> Int {
    Int(distances[Int(colors >> shift & 0xFF)])
  }
}

extension FilterImage {
  /// Replaces each pixel by the pixel that a channel of the map points to (`feDisplacementMap`).
  func displace(
    by map: FilterImage, _ x: DisplacementTable, _ y: DisplacementTable, to result: FilterImage,
    _ padded: inout PaddedRow
  ) {
    for row in result.area.y0..<result.area.y1 {
      let map = padded.row(row, of: map, from: result.area.x0, count: result.area.width)
      let target = result.row(row)
      for index in 0..<result.area.width {
        let colors = Straight.colors(map[index])
        target[index] = word(
          result.area.x0 &+ index &+ x.distance(colors), row &+ y.distance(colors))
      }
    }
  }

  /// Moves the image (`feOffset`).
  func move(dx: Int, dy: Int, to result: FilterImage) {
    let area = result.area
    for row in area.y0..<area.y1 {
      copy(row - dy, from: area.x0 - dx, count: area.width, to: result.row(row))
    }
  }

  /// Repeats the pixels in a rectangle, which may be outside the area of the graph (`feTile`).
  func tile(_ tile: PixelRect, in area: PixelRect, to result: FilterImage) {
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
      var x = start(result.area.x0, tile.x0, tile.width)
      var index = 0
      while index < result.area.width {
        let count = min(tile.x1 - x, result.area.width - index)
        copy(y, from: x, count: count, to: target + index)
        index += count
        x = tile.x0
      }
      y += 1
      if y == tile.y1 { y = tile.y0 }
    }
  }
}
