import AnimCore
import LinuxSystem

/// An encoder for animated GIF (GIF89a).
///
/// - A pixel with an alpha of at least one half is opaque, others are transparent.
/// - Every frame except the first contains only the rectangle that changes, with transparent
///   pixels that keep their colour.
/// - Each frame has up to 256 colours of its changes, so frames with at most that many colours
///   are lossless. Frames share a palette as long as it has room for their colours. Each pixel has the nearest colour or, with dithering, one of two colours whose
///   mean is nearer. The pattern of pixels is fixed, so static parts don't flicker.
/// - Delays are multiples of 10 ms. They are rounded so that errors don't accumulate. A frame
///   that would be shorter than 20 ms is omitted.
/// - The header is written when the shared palette is full, or after 32 MiB.
///
/// The bytes are the same on every machine.
package struct GIFEncoder: AnimationEncoder {
  private let size: PixelSize
  private let plays: Int?
  private let isDithered: Bool
  /// The canvas after the last written frame is disposed of. Pixels are words with alpha in the
  /// highest byte, then blue, green and red. Transparent pixels are zero.
  private var shown: [UInt32]
  /// The canvas with the pixels before their colours were reduced.
  private var meant: [UInt32]
  /// The last frame, whose duration may still be extended.
  private var pending: [UInt32]?
  /// The end of that frame, in seconds.
  private var end = Fraction(0)
  /// The end of the written frames, in hundredths of a second.
  private var writtenTime = 0
  /// The palette of frames without a local palette, or `nil` before the first frame. It starts with
  /// the colours of the first frame, and grows as long as the header isn't written.
  private var common: ColorPalette?
  /// The bytes after the header, or `nil` once the header is written.
  private var held: [UInt8]? = []
  private var histogram = ColorHistogram()
  private var compressor = LZWEncoder()

  /// The minimum duration of a frame, in hundredths of a second. Browsers replace zero and one with
  /// ten.
  private static let shortestDelay = 2
  /// The maximum delay of each image if a frame is longer than a delay can be, in hundredths of a
  /// second. The remainder of more than 65,535 is never too short.
  private static let longestDelay = 65_000
  /// The bytes that wait for the header at most.
  private static let mostHeld = 1 << 25
  /// The maximum number of repetitions in a file.
  private static let mostRepetitions = 65_535

  /// Creates an encoder.
  /// - Parameters:
  ///   - size: The size, with at most 65,535 pixels per side.
  ///   - plays: The loop count, or `nil` to loop forever.
  ///   - isDithered: Whether to dither colours that aren't in the palette.
  package init(size: PixelSize, plays: Int?, isDithered: Bool = false) {
    (self.size, self.plays, self.isDithered) = (size, plays, isDithered)
    shown = Array(repeating: 0, count: size.width * size.height)
    meant = shown
  }

  package mutating func add(_ pixels: [UInt8], lasting duration: Fraction) -> [UInt8] {
    let frame = Self.reduced(pixels)
    let time = (end * 100).rounded
    end = end + duration
    guard let last = pending else {
      pending = frame
      return []
    }
    guard frame != last else { return [] }
    pending = frame
    guard time - writtenTime >= Self.shortestDelay else { return [] }
    return written(last, until: time, before: frame)
  }

  /// Ends the file. The last frame is shown for at least two hundredths of a second.
  package mutating func finish() -> EncodedEnding {
    var bytes: [UInt8] = []
    if let last = pending {
      let time = max((end * 100).rounded, writtenTime + Self.shortestDelay)
      bytes = written(last, until: time, before: nil)
    }
    return EncodedEnding(bytes: header() + bytes + [0x3B])
  }

  /// Returns the pixels as words, with transparent ones reduced to opaque or zero.
  private static func reduced(_ pixels: [UInt8]) -> [UInt32] {
    withWords(pixels) { words in
      [UInt32](unsafeUninitializedCapacity: words.count) { buffer, count in
        for index in words.indices {
          let word = words[index]
          buffer[index] = word &>> 31 == 0 ? 0 : word | 0xFF00_0000
        }
        count = words.count
      }
    }
  }
}

// Frames.
extension GIFEncoder {
  /// The changes of a frame.
  private struct Changes {
    let area: PixelRect
    /// Whether the area is made transparent before the next frame is drawn, since some of it is then.
    let isCleared: Bool
    /// The pixels of the area, with zeros for unchanged ones.
    var pixels: [UInt32]
    /// Whether any pixel stays.
    var hasGaps: Bool
  }

  /// Returns the blocks of a frame that is shown until `time`, in hundredths of a second.
  private mutating func written(
    _ frame: [UInt32], until time: Int, before next: [UInt32]?
  ) -> [UInt8] {
    let changes = changes(to: frame, before: next)
    let image = image(of: changes, in: frame)
    var bytes: [UInt8] = []
    show(image, changes, of: frame)
    var delay = time - writtenTime
    writtenTime = time
    var (data, transparent) = (image.data, image.transparent)
    while delay > Int(UInt16.max) {
      bytes += control(delay: Self.longestDelay, isCleared: false, transparent) + data
      // Nothing changes in a further image, of the same area for the sake of clearing it.
      (data, transparent) = (gap(changes.area), 0)
      delay -= Self.longestDelay
    }
    bytes += control(delay: delay, isCleared: changes.isCleared, transparent) + data
    if held == nil { return bytes }
    held?.append(contentsOf: bytes)
    let isComplete = common.map { $0.count == Self.maximumColors } ?? false
    return isComplete || held.map { $0.count > Self.mostHeld } ?? false ? header() : []
  }

  /// Returns the pixels to draw for a frame.
  private func changes(to frame: [UInt32], before next: [UInt32]?) -> Changes {
    let (width, isFirst) = (size.width, common == nil)
    var (bounds, cleared) = (PixelBounds(), PixelBounds())
    frame.withUnsafeBufferPointer { frame in
      meant.withUnsafeBufferPointer { meant in
        guard let frame = frame.baseAddress, let meant = meant.baseAddress else { return }
        bounds = PixelBounds(of: frame, differingFrom: meant, in: size)
        next?.withUnsafeBufferPointer { next in
          guard let next = next.baseAddress else { return }
          for y in 0..<size.height {
            let (row, nextRow) = (frame + y * width, next + y * width)
            var (first, last) = (0, width)
            while first < width, row[first] == 0 || nextRow[first] != 0 { first += 1 }
            guard first < width else { continue }
            while row[last - 1] == 0 || nextRow[last - 1] != 0 { last -= 1 }
            cleared.include(y: y, from: first, to: last)
          }
        }
      }
    }
    bounds.include(cleared)
    // The first frame is complete, for programs that use its size as that of the animation.
    let area = isFirst ? PixelRect(x0: 0, y0: 0, x1: width, y1: size.height) : bounds.rect
    var hasGaps = false
    let count = area.width * area.height
    let pixels = [UInt32](unsafeUninitializedCapacity: count) { buffer, initialized in
      var target = 0
      for y in area.y0..<area.y1 {
        for index in y * width + area.x0..<y * width + area.x1 {
          let pixel = frame[index] == meant[index] ? 0 : frame[index]
          hasGaps = hasGaps || pixel == 0
          buffer[target] = pixel
          target += 1
        }
      }
      initialized = count
    }
    return Changes(
      area: area, isCleared: !cleared.isEmpty, pixels: pixels, hasGaps: hasGaps)
  }

  /// Records the visible pixels after an image has been drawn and disposed of.
  private mutating func show(_ image: EncodedImage, _ changes: Changes, of frame: [UInt32]) {
    let area = changes.area
    var source = 0
    for y in area.y0..<area.y1 {
      for index in y * size.width + area.x0..<y * size.width + area.x1 {
        if changes.isCleared {
          (shown[index], meant[index]) = (0, 0)
        } else {
          if !image.stays[source] {
            shown[index] = image.palette.pixels[Int(image.indices[source])]
          }
          meant[index] = frame[index]
        }
        source += 1
      }
    }
  }
}

// Images.
extension GIFEncoder {
  private struct EncodedImage {
    let indices: [UInt8]
    /// Whether each pixel keeps the colour that is shown.
    let stays: [Bool]
    let palette: ColorPalette
    /// The index of the transparent colour, or `nil` if there is none.
    let transparent: UInt8?
    /// The bits of the indices.
    let depth: Int
    /// The image's descriptor, local palette (if it has one) and compressed pixels.
    let data: [UInt8]
  }

  private static let maximumColors = 256

  /// Returns the smaller image of the changes: with a local palette, or with the common one if it
  /// is equally good.
  private mutating func image(of changes: Changes, in frame: [UInt32]) -> EncodedImage {
    var changes = changes
    histogram.count(changes.pixels)
    if changes.hasGaps, histogram.isExact, histogram.counts.count == Self.maximumColors {
      fillGaps(&changes, frame)
    }
    let (colors, counts) = (histogram.colors, histogram.counts)
    // One number is reserved for unchanged pixels, unless every pixel is drawn and needs all of
    // them.
    let needsAll = !changes.hasGaps && colors.count == Self.maximumColors && histogram.isExact
    let local = ColorPalette(colors, counts, limit: Self.maximumColors - (needsAll ? 0 : 1))
    let localMatches = local.matches(colors, counts)
    guard let common else {
      self.common = local
      return encoded(changes, local, localMatches.indices, isCommon: true)
    }
    let palette =
      held.flatMap { _ in common.extended(by: local, limit: Self.maximumColors) } ?? common
    let matches = palette.matches(colors, counts)
    let needsTransparency = changes.hasGaps && palette.count == Self.maximumColors
    guard matches.error <= localMatches.error,
      !needsTransparency || Set(matches.indices).count < Self.maximumColors
    else { return encoded(changes, local, localMatches.indices, isCommon: false) }
    let shared = encoded(changes, palette, matches.indices, isCommon: true)
    // The same with fewer bits may be smaller, in spite of the palette.
    if Self.depth(of: local) < shared.depth {
      let local = encoded(changes, local, localMatches.indices, isCommon: false)
      if local.data.count < shared.data.count { return local }
    }
    self.common = palette
    return shared
  }

  /// Draws the pixels that stay as well, if the colours of the others are enough for that.
  private func fillGaps(_ changes: inout Changes, _ frame: [UInt32]) {
    let area = changes.area
    var pixels = changes.pixels
    var target = 0
    for y in area.y0..<area.y1 {
      for pixel in frame[y * size.width + area.x0..<y * size.width + area.x1] {
        guard pixel != 0, histogram.contains(pixel) else { return }
        pixels[target] = pixel
        target += 1
      }
    }
    (changes.pixels, changes.hasGaps) = (pixels, false)
  }

  /// - Parameter matches: The colour for each entry of the histogram.
  private mutating func encoded(
    _ changes: Changes, _ palette: ColorPalette, _ matches: [UInt8], isCommon: Bool
  ) -> EncodedImage {
    let area = changes.area
    let mixtures = isDithered ? palette.mixtures(histogram.colors) : []
    let (transparent, depth) = Self.transparency(
      palette, used: isDithered ? mixtures.flatMap { [$0.nearest, $0.other] } : matches)
    let count = changes.pixels.count
    var stays = [Bool](repeating: false, count: count)
    // Marks unchanged pixels that can also be drawn in their colour.
    var free = stays
    let indices = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      var target = 0
      var (last, lastIndex) = (UInt32(0), UInt8(0))
      var mixture: ColorPalette.Mixture?
      var (lastShown, shownIndex) = (UInt32(0), UInt8?.none)
      for y in area.y0..<area.y1 {
        for index in y * size.width + area.x0..<y * size.width + area.x1 {
          let pixel = changes.pixels[target]
          let old = shown[index]
          if pixel == 0 {
            stays[target] = true
          } else {
            if pixel != last {
              let entry = histogram.entry(of: pixel)
              (last, lastIndex) = (pixel, matches[entry])
              if isDithered { mixture = mixtures[entry] }
            }
            if let mixture, mixture.share > 0 {
              let threshold = OrderedDither.threshold(index - y * size.width, y)
              lastIndex = mixture.share > threshold ? mixture.other : mixture.nearest
            }
            let new = palette.pixels[Int(lastIndex)]
            // In a mixture, the nearer colour may not be the correct one.
            stays[target] =
              transparent != nil && (isDithered ? old == new : Self.isAsNear(old, new, to: pixel))
          }
          buffer[target] = lastIndex
          if stays[target] {
            if old != lastShown {
              (lastShown, shownIndex) = (old, palette.index(of: old))
            }
            if old != 0, let local = shownIndex, local != transparent, Int(local) < 1 << depth {
              (buffer[target], free[target]) = (local, true)
            } else {
              buffer[target] = transparent ?? 0
            }
          }
          target += 1
        }
      }
      initialized = target
    }
    var data = descriptor(area, depth: isCommon ? nil : Self.depth(of: palette))
    if !isCommon { data += Self.table(palette, depth: Self.depth(of: palette)) }
    data += compressor.encode(indices, free: free, substitute: transparent ?? 0, depth: depth)
    return EncodedImage(
      indices: indices, stays: stays, palette: palette, transparent: transparent, depth: depth,
      data: data)
  }

  /// Returns the transparent index, or `nil` if all indices are used, and the bits of the indices
  /// of an image. Another image may use the index for a colour.
  private static func transparency(
    _ palette: ColorPalette, used: [UInt8]
  ) -> (transparent: UInt8?, depth: Int) {
    var isUsed = [Bool](repeating: false, count: maximumColors)
    for index in used { isUsed[Int(index)] = true }
    let most = isUsed.lastIndex(of: true) ?? 0
    var transparent = isUsed.firstIndex(of: false)
    if palette.count < maximumColors, bits(palette.count) <= bits(most) {
      transparent = palette.count
    }
    return (transparent.map { UInt8($0) }, bits(max(most, transparent ?? 0)))
  }

  /// Returns whether the visible pixel is opaque, and at least as close to the wanted colour as
  /// another pixel.
  @inline(__always)
  private static func isAsNear(_ shown: UInt32, _ other: UInt32, to wanted: UInt32) -> Bool {
    guard shown != 0 else { return false }
    return shown == other || distance(shown, wanted) <= distance(other, wanted)
  }

  /// Returns the square of the distance of two colours.
  @inline(__always) private static func distance(_ a: UInt32, _ b: UInt32) -> Int {
    let red = Int(a & 255) - Int(b & 255)
    let green = Int(a >> 8 & 255) - Int(b >> 8 & 255)
    let blue = Int(a >> 16 & 255) - Int(b >> 16 & 255)
    return red * red + green * green + blue * blue
  }

  /// Returns an image without changes, whose pixels all have the number 0.
  private mutating func gap(_ area: PixelRect) -> [UInt8] {
    let palette = ColorPalette([])
    let depth = Self.depth(of: palette)
    return descriptor(area, depth: depth) + Self.table(palette, depth: depth)
      + compressor.encode(Array(repeating: 0, count: area.width * area.height), depth: depth)
  }
}

// The blocks of the file.
extension GIFEncoder {
  /// Returns the bytes before the first frame, including those that were held back, once.
  private mutating func header() -> [UInt8] {
    guard let common, let held else { return [] }
    self.held = nil
    let depth = Self.depth(of: common)
    var bytes = Array("GIF89a".utf8) + Self.littleEndian(size.width, size.height)
    // A common palette, colours with eight bits, and no background or aspect ratio.
    bytes += [0xF0 | UInt8(depth - 1), 0, 0]
    bytes += Self.table(common, depth: depth)
    // Without the extension, the animation plays once. With it, the animation plays this many more
    // times, or forever.
    let repetitions = plays.map { min($0 - 1, Self.mostRepetitions) }
    if repetitions != 0 {
      bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1]
      bytes += Self.littleEndian(repetitions ?? 0) + [0]
    }
    return bytes + held
  }

  /// Returns the control block of an image.
  ///
  /// - Parameter delay: In hundredths of a second.
  private func control(delay: Int, isCleared: Bool, _ transparent: UInt8?) -> [UInt8] {
    // It is cleared or it stays.
    let flags: UInt8 = (isCleared ? 2 : 1) << 2 | (transparent == nil ? 0 : 1)
    return [0x21, 0xF9, 4, flags] + Self.littleEndian(delay) + [transparent ?? 0, 0]
  }

  /// Returns the descriptor of an image.
  /// - Parameter depth: The bits of the local palette, or `nil` if the image has none.
  private func descriptor(_ area: PixelRect, depth: Int?) -> [UInt8] {
    [0x2C] + Self.littleEndian(area.x0, area.y0, area.width, area.height)
      + [depth.map { 0x80 | UInt8($0 - 1) } ?? 0]
  }

  /// Returns the number of bits per index for a palette and a transparent colour.
  private static func depth(of palette: ColorPalette) -> Int {
    bits(min(palette.count, maximumColors - 1))
  }

  /// Returns the bits of a number in an image, at least two.
  private static func bits(_ number: Int) -> Int {
    max(2, Int.bitWidth - number.leadingZeroBitCount)
  }

  /// Returns red, green and blue of each colour, and zeros up to a power of two.
  private static func table(_ palette: ColorPalette, depth: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for pixel in palette.pixels {
      bytes += [UInt8(pixel & 255), UInt8(pixel >> 8 & 255), UInt8(pixel >> 16 & 255)]
    }
    return bytes + Array(repeating: 0, count: 3 << depth - bytes.count)
  }

  private static func littleEndian(_ numbers: Int...) -> [UInt8] {
    numbers.flatMap { [UInt8($0 & 255), UInt8($0 >> 8 & 255)] }
  }
}
