/// Applies filters to pictures. It has scratch memory, so each thread needs its own.
struct GroupFilters {
  private var blur = Blur()
  private var lineBlur = LineBlur()
  private var words = Scratch<UInt32>()
  /// The pixels that may not be clear and the pixels that are needed, for the source of each filter
  /// and finally for the result.
  private var contents: [PixelRect] = []
  private var areas: [PixelRect] = []

  func deallocate() {
    blur.deallocate()
    lineBlur.deallocate()
    words.deallocate()
  }

  /// Determines which pixels the filters need.
  ///
  /// - Parameters:
  ///   - area: the wanted pixels of the result.
  ///   - content: the pixels that the group's content may touch.
  /// - Returns: the pixels of the content to compose, and the maximum number of pixels in any step.
  mutating func prepare(
    _ filters: UnsafeBufferPointer<PixelFilter>, for area: PixelRect, content: PixelRect
  ) -> (source: PixelRect, capacity: Int) {
    contents.removeAll(keepingCapacity: true)
    areas.removeAll(keepingCapacity: true)
    contents.append(content)
    for filter in filters { contents.append(filter.extent(of: contents[contents.count - 1])) }
    areas.append(contentsOf: repeatElement(area, count: contents.count))
    var capacity = area.width * area.height
    for index in filters.indices.reversed() {
      areas[index] = filters[index].source(of: areas[index + 1], content: contents[index])
      capacity = max(capacity, areas[index].width * areas[index].height)
    }
    return (areas[0], capacity)
  }

  /// Applies the filters that ``prepare(_:for:content:)`` was called with.
  ///
  /// - Parameters:
  ///   - first: memory with the composed content; it and `second` have room for every step.
  /// - Returns: whether the result is in `second`. It consists of the words of the area, row by
  ///   row.
  mutating func apply(
    _ filters: UnsafeBufferPointer<PixelFilter>, _ first: UnsafeMutablePointer<UInt32>,
    _ second: UnsafeMutablePointer<UInt32>
  ) -> Bool {
    var source = first
    var result = second
    for index in filters.indices {
      apply(
        filters[index], Picture(words: source, area: areas[index]),
        to: Picture(words: result, area: areas[index + 1]), content: contents[index])
      swap(&source, &result)
    }
    return source == second
  }

  private mutating func apply(
    _ filter: PixelFilter, _ source: Picture, to result: Picture, content: PixelRect
  ) {
    switch filter {
    case .blur(let x, let y, let repeatsEdges):
      blur.apply(
        Blur.Pass(x: x, y: y, source: source, result: result, repeatsEdges: repeatsEdges))
    case .shadow(let color, let dx, let dy, let kernel):
      castShadow(of: source, color, dx, dy, kernel, on: result)
    case .tint(let dark, let light, let amount):
      let tint = Tint(dark: dark, light: light, amount: amount)
      source.forEachWord(to: result) { tint.apply(to: $0) }
    case .tritone(let dark, let middle, let light, let amount):
      let tritone = Tritone(dark: dark, middle: middle, light: light, amount: amount)
      source.forEachWord(to: result) { tritone.apply(to: $0) }
    case .fill(let color):
      let word = Premultiplied.word(straight: color.argb)
      source.forEachWord(to: result) { Blend.scale(word, by: $0 >> 24) }
    case .innerShadow(let color, let dx, let dy, let kernel):
      shade(source, color, dx, dy, kernel, to: result)
    case .outline(let color, let width): outline(source, color, width, on: result)
    case .choke(let kernel, let range): choke(source, kernel, range, to: result)
    case .lineBlur(let lines, let kernel): lineBlur.apply(lines, kernel, source, to: result)
    case .colors(let field, let amount) where field.blendMode == .normal:
      source.forEachPixel(to: result) { x, y, word in
        Blend.mix(Blend.scale(field.word(x, y), by: word >> 24), over: word, UInt32(amount))
      }
    case .colors(let field, let amount):
      source.forEachPixel(to: result) { x, y, word in
        field.blendMode.mix(opaque: field.word(x, y), into: word, opacity: UInt32(amount))
      }
    }
  }

  /// Stores the shadow of a picture, with the picture over it, in `result`.
  private mutating func castShadow(
    of source: Picture, _ color: Color, _ dx: Fixed, _ dy: Fixed, _ kernel: BlurKernel,
    on result: Picture
  ) {
    let area = result.area
    let silhouette = silhouette(of: source, area, dx, dy, kernel)
    let word = Premultiplied.word(straight: color.argb)
    let shift = Shift(dx, dy)
    for y in area.y0..<area.y1 {
      let row = result.row(y)
      let upper = silhouette.row(y - dy.floor - 1)
      for x in 0..<area.width {
        row[x] = Blend.scale(
          word, by: shift.alpha(upper + x, upper + x + silhouette.area.width))
      }
    }
    source.draw(over: result)
  }

  /// Stores a picture with the shadow that its edges cast on it in `result`.
  private mutating func shade(
    _ source: Picture, _ color: Color, _ dx: Fixed, _ dy: Fixed, _ kernel: BlurKernel,
    to result: Picture
  ) {
    let silhouette = silhouette(of: source, result.area, dx, dy, kernel)
    let word = color.opaque.argb
    let alpha = UInt32(color.alpha)
    let shift = Shift(dx, dy)
    source.forEachPixel(to: result) { x, y, pixel in
      let upper = silhouette.row(y - dy.floor - 1) + (x - result.area.x0)
      let shade = 255 &- shift.alpha(upper, upper + silhouette.area.width)
      return Blend.mix(
        Blend.scale(word, by: pixel >> 24), over: pixel, Blend.divide(shade &* alpha))
    }
  }

  /// The blurred alpha of a picture, where it is moved to the pixels of `area`.
  private mutating func silhouette(
    of source: Picture, _ area: PixelRect, _ dx: Fixed, _ dy: Fixed, _ kernel: BlurKernel
  ) -> Picture {
    // Since it may move to between two pixels, one more row and column are needed.
    let before = PixelRect(
      x0: area.x0 - dx.floor - 1, y0: area.y0 - dy.floor - 1, x1: area.x1 - dx.floor,
      y1: area.y1 - dy.floor)
    words.reserve(before.width * before.height)
    let silhouette = Picture(words: words.base, area: before)
    blur.apply(
      Blur.Pass(x: kernel, y: kernel, source: source, result: silhouette, isAlphaAlone: true))
    return silhouette
  }

  /// Stores the line around a picture, with the picture over it, in `result`.
  ///
  /// The line is what discs around all pixels cover: a pixel at the distance d takes the alpha times
  /// width + 1 − d, at most 1. Pixels inside need none, since those at the edge reach farther.
  private mutating func outline(
    _ source: Picture, _ color: Color, _ width: Fixed, on result: Picture
  ) {
    let area = result.area
    let disc = DiscCoverage(width, &words)
    result.words.update(repeating: 0, count: area.width * area.height)
    source.forEachEdge { x, y, alpha in
      disc.forEachRow(around: x, y, in: area) { covered, start, count in
        let pixels = result.words + start
        for index in 0..<count {
          pixels[index] = max(pixels[index], Blend.divide(covered[index] &* alpha))
        }
      }
    }
    let word = Premultiplied.word(straight: color.argb)
    for index in 0..<area.width * area.height {
      result.words[index] = Blend.scale(word, by: result.words[index])
    }
    source.draw(over: result)
  }

  /// Stores a picture with the alpha that a range of the blurred one is stretched to.
  private mutating func choke(
    _ source: Picture, _ kernel: BlurKernel, _ range: AlphaRange, to result: Picture
  ) {
    blur.apply(Blur.Pass(x: kernel, y: kernel, source: source, result: result))
    let shared = result.area.intersection(source.area)
    for y in result.area.y0..<max(result.area.y0, result.area.y1) {
      let row = result.row(y)
      for x in 0..<result.area.width {
        let blurred = row[x]
        let alpha = range.stretch(blurred >> 24)
        let column = x + result.area.x0
        let word = shared.contains(column, y) ? source.row(y)[column - source.area.x0] : 0
        row[x] = (word >> 24 < blurred >> 24 ? blurred : word).withAlpha(alpha)
      }
    }
  }
}

/// The coverage of the pixels around a disc's centre. For a pixel at distance d it is radius + 1 −
/// d, clamped to 0...1.
private struct DiscCoverage {
  private let words: UnsafeMutablePointer<UInt32>
  private let radius: Int
  private var side: Int { 2 * radius + 1 }

  /// - Parameter memory: the memory for the coverages, in 255ths.
  init(_ width: Fixed, _ memory: inout Scratch<UInt32>) {
    radius = width.ceiling
    let side = 2 * radius + 1
    memory.reserve(side * side)
    words = memory.base
    for y in -radius...radius {
      for x in -radius...radius {
        let distance = Double(x * x + y * y).squareRoot()
        let covered = min(max(width.pixels + 1 - distance, 0), 1)
        words[(y + radius) * side + x + radius] = UInt32((covered * 255).rounded())
      }
    }
  }

  /// Calls `body` for each row of an area that a disc about a pixel reaches, with the coverages of the
  /// row, the index of the first pixel in the area, and the number of pixels.
  @inline(__always)
  func forEachRow(
    around x: Int, _ y: Int, in area: PixelRect, _ body: (UnsafePointer<UInt32>, Int, Int) -> Void
  ) {
    let (left, right) = (max(x - radius, area.x0), min(x + radius + 1, area.x1))
    guard left < right else { return }
    let first = max(y - radius, area.y0)
    for row in first..<max(min(y + radius + 1, area.y1), first) {
      body(
        words + ((row - y + radius) * side + left - x + radius),
        (row - area.y0) * area.width + left - area.x0, right - left)
    }
  }
}

/// A movement by a fraction of a pixel.
private struct Shift {
  /// The offset in units of 1/256 pixel.
  private let x: UInt32
  private let y: UInt32

  init(_ dx: Fixed, _ dy: Fixed) {
    x = UInt32(dx.raw & 4095) >> 4
    y = UInt32(dy.raw & 4095) >> 4
  }

  /// The alpha of a pixel, interpolated from two columns and two rows of the silhouette and rounded
  /// to nearest.
  @inline(__always)
  func alpha(_ upper: UnsafePointer<UInt32>, _ lower: UnsafePointer<UInt32>) -> UInt32 {
    let above = (upper[0] >> 24) &* x &+ (upper[1] >> 24) &* (256 &- x)
    let below = (lower[0] >> 24) &* x &+ (lower[1] >> 24) &* (256 &- x)
    return (above &* y &+ below &* (256 &- y) &+ 0x8000) >> 16
  }
}

extension Picture {
  /// Draws the picture over another one.
  fileprivate func draw(over result: Picture) {
    let shown = result.area.intersection(area)
    for y in shown.y0..<max(shown.y0, shown.y1) {
      Blend.over(
        result.row(y) + (shown.x0 - result.area.x0), row(y) + (shown.x0 - area.x0),
        count: shown.width, coverage: 255)
    }
  }

  private func alpha(_ x: Int, _ y: Int) -> UInt32 {
    area.contains(x, y) ? row(y)[x - area.x0] >> 24 : 0
  }

  /// Calls `body` for each pixel that is not clear and has a neighbour that is less opaque, with its
  /// alpha.
  @inline(__always)
  fileprivate func forEachEdge(_ body: (Int, Int, UInt32) -> Void) {
    for y in area.y0..<max(area.y0, area.y1) {
      for x in area.x0..<area.x1 {
        let own = alpha(x, y)
        if own > 0
          && (alpha(x - 1, y) < own || alpha(x + 1, y) < own || alpha(x, y - 1) < own
            || alpha(x, y + 1) < own)
        {
          body(x, y, own)
        }
      }
    }
  }

  /// Stores the result of `body` for the position and the word of each pixel in another picture,
  /// which is clear outside this one.
  @inline(__always)
  fileprivate func forEachPixel(to result: Picture, _ body: (Int, Int, UInt32) -> UInt32) {
    let shared = result.area.intersection(area)
    if shared != result.area {
      result.words.update(repeating: 0, count: result.area.width * result.area.height)
    }
    for y in shared.y0..<max(shared.y0, shared.y1) {
      let from = row(y) - area.x0
      let to = result.row(y) - result.area.x0
      for x in shared.x0..<max(shared.x0, shared.x1) {
        to[x] = from[x] == 0 ? 0 : body(x, y, from[x])
      }
    }
  }

  /// Stores the result of `body` for each word in another picture, which is clear outside this one.
  @inline(__always)
  fileprivate func forEachWord(to result: Picture, _ body: (UInt32) -> UInt32) {
    let shared = result.area.intersection(area)
    if shared != result.area {
      result.words.update(repeating: 0, count: result.area.width * result.area.height)
    }
    guard !shared.isEmpty else { return }
    for y in shared.y0..<shared.y1 {
      let from = row(y) + (shared.x0 - area.x0)
      let to = result.row(y) + (shared.x0 - result.area.x0)
      // Flat areas are common, so the last result is kept.
      var (last, result) = (from[0], body(from[0]))
      for x in 0..<shared.width {
        if from[x] != last { (last, result) = (from[x], body(from[x])) }
        to[x] = result
      }
    }
  }
}

extension Blend {
  /// Each channel of a word times `factor` / 255, with `factor` in 0...255, rounded to nearest.
  @inline(__always) static func scale(_ word: UInt32, by factor: UInt32) -> UInt32 {
    mix(word, over: 0, factor)
  }

  /// The sum of two words, each multiplied by a factor / 255. No sum of two products may exceed 255².
  @inline(__always)
  static func sum(_ a: UInt32, _ f: UInt32, _ b: UInt32, _ g: UInt32) -> UInt32 {
    let low = (a & 0xFF_00FF) &* f &+ (b & 0xFF_00FF) &* g &+ 0x80_0080
    let high = (a >> 8 & 0xFF_00FF) &* f &+ (b >> 8 & 0xFF_00FF) &* g &+ 0x80_0080
    return (low &+ (low >> 8 & 0xFF_00FF)) >> 8 & 0xFF_00FF
      | (high &+ (high >> 8 & 0xFF_00FF)) & 0xFF00_FF00
  }
}

extension PixelRect {
  @inline(__always)
  fileprivate func contains(_ x: Int, _ y: Int) -> Bool { x >= x0 && x < x1 && y >= y0 && y < y1 }
}

extension UInt32 {
  /// The same colour with another alpha, each channel rounded to nearest; a clear word stays clear.
  fileprivate func withAlpha(_ alpha: UInt32) -> UInt32 {
    let own = self >> 24
    if own == alpha { return self }
    guard own > 0 else { return 0 }
    func channel(_ shift: UInt32) -> UInt32 {
      Swift.min(((self >> shift & 0xFF) &* alpha &+ own / 2) / own, alpha) << shift
    }
    return alpha << 24 | channel(16) | channel(8) | channel(0)
  }
}

/// A part of a group's picture in memory, premultiplied and clear outside ``area``. The memory is
/// borrowed.
struct Picture {
  /// The pixels of ``area``, row by row without gaps.
  let words: UnsafeMutablePointer<UInt32>
  let area: PixelRect

  var canvas: Canvas {
    Canvas(words - (area.y0 * area.width + area.x0), stride: area.width, clip: area)
  }

  /// The pixel of a row in the first column of ``area``.
  @inline(__always) func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
    words + (y &- area.y0) &* area.width
  }
}

extension PixelFilter {
  /// The source pixels that the filter's result in `area` depends on.
  ///
  /// - Parameter content: the pixels that may not be clear.
  func source(of area: PixelRect, content: PixelRect) -> PixelRect {
    // This also covers the picture itself, which is drawn over its shadow.
    area.grown(by: reach).intersection(content)
  }
}

/// Maps dark colours to one colour and bright ones to another.
///
/// With the luma l, premultiplied like everything by the alpha a, a channel becomes (dark·(a − l) +
/// light·l) / 255. The result is mixed with the original word. Both steps round to nearest.
struct Tint {
  private let dark: UInt32
  private let light: UInt32
  private let amount: UInt32

  init(dark: Color, light: Color, amount: UInt8) {
    self.dark = dark.opaque.argb
    self.light = light.opaque.argb
    self.amount = UInt32(amount)
  }

  func apply(to word: UInt32) -> UInt32 {
    let alpha = word >> 24
    let luma = min(Luma.of(word), alpha)
    let tinted = Blend.sum(dark, alpha &- luma, light, luma)
    return Blend.mix(tinted, over: word, amount)
  }
}

/// Like ``Tint``, from the dark colour to the middle one up to half the alpha, and then to the
/// light one.
struct Tritone {
  private let dark: UInt32
  private let middle: UInt32
  private let light: UInt32
  private let amount: UInt32

  init(dark: Color, middle: Color, light: Color, amount: UInt8) {
    self.dark = dark.opaque.argb
    self.middle = middle.opaque.argb
    self.light = light.opaque.argb
    self.amount = UInt32(amount)
  }

  func apply(to word: UInt32) -> UInt32 {
    let alpha = word >> 24
    let twice = 2 &* min(Luma.of(word), alpha)
    let toned =
      twice <= alpha
      ? Blend.sum(dark, alpha &- twice, middle, twice)
      : Blend.sum(middle, 2 &* alpha &- twice, light, twice &- alpha)
    return Blend.mix(toned, over: word, amount)
  }
}

/// The luma of a word.
enum Luma {
  /// 0.2126·red + 0.7152·green + 0.0722·blue, rounded to nearest. The factors are in units of 2⁻¹⁶
  /// and add up to 1.
  @inline(__always) static func of(_ word: UInt32) -> UInt32 {
    let red = (word >> 16 & 0xFF) &* 13933
    let green = (word >> 8 & 0xFF) &* 46871
    return (red &+ green &+ (word & 0xFF) &* 4732 &+ 0x8000) >> 16
  }
}
