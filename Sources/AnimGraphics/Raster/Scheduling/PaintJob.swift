/// Everything that a thread needs for painting a list. The pointers are borrowed.
struct PaintJob {
  let background: UInt32
  let commands: UnsafeBufferPointer<Command>
  let pixels: UnsafeMutablePointer<UInt32>
  let stride: Int
  /// For each command the index of its batch of squares or of its coverage; −1 if it has none.
  let places: UnsafePointer<Int32>
  let batches: UnsafeBufferPointer<Batch>
  let bins: SquareBins
  let shapes: UnsafePointer<CachedShape>
  let stores: UnsafePointer<CoverageStore>
  let sources: UnsafeBufferPointer<PaintSource>
  let filters: UnsafeBufferPointer<PixelFilter>

  func canvas(_ clip: PixelRect) -> Canvas { Canvas(pixels, stride: stride, clip: clip) }

  /// The coverage of a command's shape, and the store that contains it.
  @inline(__always) func coverage(of command: Int) -> (CoverageRows, CoverageStore) {
    let shape = shapes[Int(places[command])]
    return (shape.rows, stores[Int(shape.store)])
  }

  /// The bounds of a group's content, before its filters.
  func contentBounds(of group: Int) -> PixelRect {
    var bounds = PixelRect.empty
    var index = group &+ 1
    let end = group &+ commands[group].extent
    while index < end {
      if commands[index].role.isContent { bounds = bounds.union(commands[index].bounds) }
      index &+= commands[index].extent
    }
    return bounds
  }

  /// Paints the part of a batch on a canvas.
  func paintSquares(_ command: Int, on canvas: Canvas) {
    let batch = batches[Int(places[command])]
    guard let number = batch.bin else {
      canvas.fillSquares(batch)
      return
    }
    let area = canvas.clip
    guard !area.isEmpty else { return }
    for row in area.y0 >> SquareBins.heightShift...(area.y1 - 1) >> SquareBins.heightShift {
      for column in area.x0 >> bins.widthShift...(area.x1 - 1) >> bins.widthShift {
        let cell = PixelRect(
          x0: column << bins.widthShift, y0: row << SquareBins.heightShift,
          x1: (column + 1) << bins.widthShift, y1: (row + 1) << SquareBins.heightShift)
        let part = area.intersection(cell)
        let canvas = canvas.cut(to: part)
        let isPart = part != batch.bounds.intersection(cell)
        bins.forEachBlock(number, column: column, row: row) {
          canvas.fillSquares($0, side: batch.side, choosing: isPart)
        }
      }
    }
  }
}
