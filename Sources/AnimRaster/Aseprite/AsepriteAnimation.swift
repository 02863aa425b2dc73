import AnimCodecs
import AnimCore

/// A sprite of Aseprite, for showing its frames. Thread-safe.
package final class AsepriteAnimation: RasterSource {
  package let file: AsepriteFile
  private let bytes: any RasterBytes
  package let series: ImageSeries

  /// The maximum number of pixels that the layers of a frame have together: a second or two of work.
  private static let maximumWork = 1 << 27

  package init(_ bytes: any RasterBytes) throws(RasterError) {
    file = try AsepriteFile(bytes)
    self.bytes = bytes
    series = ImageSeries { [size = file.size] _, _ in size.bounds }
  }

  package var size: PixelSize { file.size }
  package var delays: [FrameDelay] { file.delays }
  package var isAnimation: Bool { file.delays.count > 1 }

  package func pixels(
    of frame: Int, in words: consuming [UInt32] = []
  ) throws(RasterError) -> [UInt32] {
    let frame = min(max(frame, 0), file.delays.count - 1)
    var canvas = words
    canvas.removeAll(keepingCapacity: true)
    canvas.append(contentsOf: repeatElement(0, count: size.width * size.height))
    var painter = AsepritePainter(file, bytes, frame: frame, work: Self.maximumWork)
    try painter.draw(onto: &canvas)
    return canvas
  }
}

/// Draws the layers of a frame.
private struct AsepritePainter {
  private let file: AsepriteFile
  private let bytes: any RasterBytes
  private let frame: Int
  private let palette: [UInt32]
  /// The number of pixels that may still be drawn.
  private var work: Int
  /// The pixels of the tileset that was used last.
  private var tiles: (id: Int, pixels: [UInt8])?
  private let cels: [Int: [AsepriteFile.Cel]]

  /// The maximum number of pixels of all groups that are being composed.
  private static let maximumGroupPixels = 1 << 25

  init(_ file: AsepriteFile, _ bytes: any RasterBytes, frame: Int, work: Int) {
    self.file = file
    self.bytes = bytes
    self.frame = frame
    self.work = work
    palette = file.palettes[frame]
    cels = Dictionary(grouping: file.cels[frame], by: { $0.layer })
  }

  mutating func draw(onto canvas: inout [UInt32]) throws(RasterError) {
    try draw(file.layers.indices, depth: 0, onto: &canvas)
  }

  /// A cel, or a group that is composed before it is drawn.
  private enum Item {
    case cel(AsepriteFile.Cel)
    case group(Range<Int>)
  }

  /// Draws the layers in a range with everything in them.
  ///
  /// - Parameter depth: The number of groups around them that are composed.
  private mutating func draw(
    _ range: Range<Int>, depth: Int, onto canvas: inout [UInt32]
  ) throws(RasterError) {
    guard depth * canvas.count <= Self.maximumGroupPixels else {
      throw .damaged("its groups need too much memory (limit of this program)")
    }
    var items: [(order: (Int, Int), item: Item)] = []
    collect(range, into: &items)
    // A cel's z-index moves it past as many layers (NOTE.5 of the specification).
    items.sort { $0.order < $1.order }
    for (order, item) in items {
      switch item {
      case .cel(let cel): try draw(cel, file.layers[cel.layer], onto: &canvas)
      case .group(let content):
        try spend(canvas.count)
        let group = file.layers[order.0]
        var image = [UInt32](repeating: 0, count: canvas.count)
        try draw(content, depth: depth + 1, onto: &image)
        for index in canvas.indices {
          canvas[index] = group.blend.blend(
            image[index], over: canvas[index], opacity: group.opacity)
        }
      }
    }
  }

  /// Appends the visible cels and composed groups in a range of layers.
  private func collect(
    _ range: Range<Int>, into items: inout [(order: (Int, Int), item: Item)]
  ) {
    var index = range.lowerBound
    while index < range.upperBound {
      let layer = file.layers[index]
      var end = index + 1
      if layer.isGroup {
        while end < range.upperBound, file.layers[end].level > layer.level { end += 1 }
        if layer.isVisible {
          if file.composesGroups {
            items.append(((index, 0), .group(index + 1..<end)))
          } else {
            collect(index + 1..<end, into: &items)
          }
        }
      } else if layer.isVisible {
        for cel in cels[index] ?? [] {
          items.append(((index + cel.zIndex, cel.zIndex), .cel(cel)))
        }
      }
      index = end
    }
  }

  private mutating func spend(_ count: Int) throws(RasterError) {
    work -= count
    guard work >= 0 else {
      throw .damaged("frame \(frame): its layers have too many pixels (limit of this program)")
    }
  }

  // MARK: - Cels

  private mutating func draw(
    _ cel: AsepriteFile.Cel, _ layer: AsepriteFile.Layer, onto canvas: inout [UInt32]
  ) throws(RasterError) {
    var cel = cel
    var links = 0
    // A link may lead to another one, but not in a circle.
    while case .link(let source) = cel.content {
      guard file.cels.indices.contains(source), links < file.cels.count,
        let linked = file.cels[source].first(where: { $0.layer == cel.layer })
      else { return }
      try spend(file.cels[source].count)
      links += 1
      cel = linked
    }
    switch cel.content {
    case .link: return
    case .pixels(let size, let range, let isCompressed):
      let count = size.width * size.height
      let pixels = try content(range, isCompressed, count, file.colorMode.bytesPerPixel)
      let area = PixelRect(
        x0: cel.x, y0: cel.y, x1: cel.x + size.width, y1: cel.y + size.height)
      blend(pixels, in: area, cel, layer, onto: &canvas) { x, y in y * size.width + x }
    case .tiles(let grid): try draw(grid, cel, layer, onto: &canvas)
    }
  }

  private mutating func draw(
    _ grid: AsepriteFile.Tiles, _ cel: AsepriteFile.Cel, _ layer: AsepriteFile.Layer,
    onto canvas: inout [UInt32]
  ) throws(RasterError) {
    guard let id = layer.tileset, let tileset = file.tilesets[id], tileset.size.width > 0,
      tileset.size.height > 0
    else { return }
    let (width, height) = (tileset.size.width, tileset.size.height)
    let numbers = try content(grid.bytes, true, grid.columns * grid.rows, 4)
    if tiles?.id != id {
      let (count, overflow) = tileset.count.multipliedReportingOverflow(by: width * height)
      let pixels = try content(
        tileset.bytes, true, overflow ? .max : count, file.colorMode.bytesPerPixel)
      tiles = (id, pixels)
    }
    guard let pixels = tiles?.pixels else { return }
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        let start = (row * grid.columns + column) * 4
        let word = UInt32(truncatingIfNeeded: numbers[start..<start + 4].littleEndian)
        let number = Int(word & grid.numberMask)
        // The first tile is empty, and so are those that don't exist.
        guard number > 0, number < tileset.count else { continue }
        let x0 = cel.x + column * width
        let y0 = cel.y + row * height
        let area = PixelRect(x0: x0, y0: y0, x1: x0 + width, y1: y0 + height)
        guard !area.intersection(file.size.bounds).isEmpty else { continue }
        try spend(width * height)
        blend(pixels, in: area, cel, layer, onto: &canvas) { x, y in
          var (x, y) = (x, y)
          if word & grid.xFlipMask != 0 { x = width - 1 - x }
          if word & grid.yFlipMask != 0 { y = height - 1 - y }
          // A diagonal flip comes first, and is meant for square tiles.
          if word & grid.diagonalFlipMask != 0 { (x, y) = (min(y, width - 1), min(x, height - 1)) }
          return (number * height + y) * width + x
        }
      }
    }
  }

  /// Returns a number of pixels or tiles, each with some bytes. Missing bytes are zero.
  private mutating func content(
    _ range: Range<Int>, _ isCompressed: Bool, _ count: Int, _ bytesPerItem: Int
  ) throws(RasterError) -> [UInt8] {
    guard count <= RasterLimits.maximumMovingArea else {
      throw .damaged("frame \(frame): a layer is too large (limit of this program)")
    }
    try spend(count)
    let length = count * bytesPerItem
    // Compressed data is hardly ever longer than its contents.
    let stored = min(range.count, isCompressed ? 2 * length + 4096 : length)
    guard var data = bytes.bytes(at: range.lowerBound, stored) else {
      throw .damaged("the file is truncated")
    }
    if isCompressed { data = Inflation.beginning(ofZlib: data, count: length) }
    data.append(contentsOf: repeatElement(0, count: max(0, length - data.count)))
    return data
  }

  /// Blends pixels with an area of the canvas.
  ///
  /// - Parameter index: A closure that returns the index of the pixel at a position in the area.
  private func blend(
    _ pixels: [UInt8], in area: PixelRect, _ cel: AsepriteFile.Cel, _ layer: AsepriteFile.Layer,
    onto canvas: inout [UInt32], at index: (_ x: Int, _ y: Int) -> Int
  ) {
    let visible = area.intersection(file.size.bounds)
    guard !visible.isEmpty else { return }
    let mode = file.colorMode == .grey ? layer.blend.forGrey : layer.blend
    let opacity = AsepriteBlend.product(cel.opacity, layer.opacity)
    for y in visible.y0..<visible.y1 {
      for x in visible.x0..<visible.x1 {
        let color = color(index(x - area.x0, y - area.y0), pixels, layer)
        guard color >> 24 != 0 else { continue }
        let position = y * file.size.width + x
        canvas[position] = mode.blend(color, over: canvas[position], opacity: opacity)
      }
    }
  }

  /// Returns the colour of a pixel.
  @inline(__always)
  private func color(_ index: Int, _ pixels: [UInt8], _ layer: AsepriteFile.Layer) -> UInt32 {
    switch file.colorMode {
    case .rgba:
      let start = 4 * index
      return UInt32(pixels[start + 3]) << 24 | UInt32(pixels[start]) << 16
        | UInt32(pixels[start + 1]) << 8 | UInt32(pixels[start + 2])
    case .grey:
      return UInt32(pixels[2 * index + 1]) << 24 | UInt32(pixels[2 * index]) * 0x01_0101
    case .indexed:
      let number = Int(pixels[index])
      guard number < palette.count, layer.isBackground || number != file.transparentIndex else {
        return 0
      }
      return palette[number]
    }
  }
}
