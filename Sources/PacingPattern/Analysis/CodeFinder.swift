import AnimCore
import ImageFiles

/// The part of the pattern that a recorded frame shows.
enum PatternObservation: Hashable {
  case frame(UInt32)
  /// Parts of different frames, with the numbers at the top and at the bottom if they can be read.
  case torn(top: UInt32?, bottom: UInt32?)
  /// No pattern.
  case nothing
}

/// Reads the pattern in successive images. It searches an image only if the pattern has moved, for
/// example with its window.
struct PatternReader {
  private var strips: (top: CodeStrip, bottom: CodeStrip)?

  mutating func read(_ luma: LumaPlane) -> PatternObservation {
    if let sighting = readAgain(luma) { return sighting }
    var finder = CodeFinder(luma)
    strips = finder.find()
    return readAgain(luma) ?? .nothing
  }

  /// Reads the codes at the same position. Returns `nil` if the pattern has moved.
  private func readAgain(_ luma: LumaPlane) -> PatternObservation? {
    guard let strips else { return nil }
    switch (strips.top.read(luma), strips.bottom.read(luma)) {
    case (.nothing, _), (_, .nothing): return nil
    case (.number(let top), .number(let bottom)):
      return top == bottom ? .frame(top) : .torn(top: top, bottom: bottom)
    case (.number(let top), .mixed): return .torn(top: top, bottom: nil)
    case (.mixed, .number(let bottom)): return .torn(top: nil, bottom: bottom)
    case (.mixed, .mixed): return .torn(top: nil, bottom: nil)
    }
  }
}

/// Finds the pattern anywhere in an image.
struct CodeFinder {
  private let luma: LumaPlane
  /// The strips found so far, from the top down.
  private var strips: [CodeStrip] = []
  /// The amount of work so far: the number of pairs of finders and of lines of strips examined.
  private(set) var work = 0

  init(_ luma: LumaPlane) { self.luma = luma }

  /// Returns the two codes of the first completely visible pattern, or `nil` if no pattern is
  /// visible. Complexity: linear in the number of pixels, whatever they show.
  mutating func find() -> (top: CodeStrip, bottom: CodeStrip)? {
    for y in stride(from: 0, to: luma.size.height, by: Self.lineStep) {
      let finders = finders(y: y)
      for left in finders {
        for right in partners(of: left, in: finders) {
          let line = CodeLine(left: left.lowerBound, right: right.upperBound, y: y)
          if let pattern = add(line) { return pattern }
          if strips.count == Self.maximumStrips { return nil }
        }
      }
    }
    return nil
  }

  /// Adds the strip of a line, if it is new, and returns the pattern that the strip completes.
  private mutating func add(_ line: CodeLine) -> (top: CodeStrip, bottom: CodeStrip)? {
    guard !strips.contains(where: { $0.holds(line) }), line.hasFinders(luma),
      let position = FrameCode.Position.allCases.first(where: { line.number(luma, $0) != nil })
    else { return nil }
    let found = strip(position, around: line)
    strips.append(found)
    guard position == .bottom,
      let top = strips.last(where: { $0.position == .top && $0.isAbove(found) })
    else { return nil }
    return (top, found)
  }

  /// The maximum number of strips, which is more than any screen shows. Each strip is followed over
  /// all its lines, so without a limit, an image full of codes would take hours.
  private static let maximumStrips = 64
  /// The distance between examined lines. A code is at least three modules of two pixels high.
  private static let lineStep = 3
  /// The minimum width of a module, in pixels.
  private static let narrowestModule = 2
  /// The middle between black and white in the limited range of video (16 to 235), and almost the
  /// middle in the full range.
  private static let threshold: UInt8 = 126

  /// Returns the ranges of pixels in a line that have the proportions of a finder.
  private func finders(y: Int) -> [Range<Int>] {
    var found: [Range<Int>] = []
    // The starts of the last six runs of equal pixels, most recent first.
    var starts = (0, 0, 0, 0, 0, 0)
    var isBlack = false
    for x in 0...luma.size.width {
      let isNowBlack = x < luma.size.width && luma[x, y] < Self.threshold
      if isNowBlack == isBlack { continue }
      if isBlack, x - starts.4 >= FrameCode.finderCount * Self.narrowestModule {
        let total = x - starts.4
        let runs = (
          starts.3 - starts.4, starts.2 - starts.3, starts.1 - starts.2, starts.0 - starts.1,
          x - starts.0
        )
        if Self.isOne(runs.0, total), Self.isOne(runs.1, total), Self.isThree(runs.2, total),
          Self.isOne(runs.3, total), Self.isOne(runs.4, total)
        {
          found.append(starts.4..<x)
        }
      }
      starts = (x, starts.0, starts.1, starts.2, starts.3, starts.4)
      isBlack = isNowBlack
    }
    return found
  }

  /// Returns whether a run is one module of a finder of `total` pixels, with a tolerance of half a
  /// module.
  private static func isOne(_ run: Int, _ total: Int) -> Bool {
    abs(run * FrameCode.finderCount - total) * 2 <= total
  }

  private static func isThree(_ run: Int, _ total: Int) -> Bool {
    abs(run * FrameCode.finderCount - 3 * total) * 2 <= total
  }

  /// Returns the finders, in the order of a line, that may be at the right end of a code that
  /// starts with `left`. Only those within about a fifth of a code are examined, and few of the
  /// correct size fit there.
  private mutating func partners(
    of left: Range<Int>, in finders: [Range<Int>]
  ) -> [Range<Int>] {
    // The width of a finder determines the width of the code, within a tenth.
    let width = left.count * FrameCode.moduleCount / FrameCode.finderCount
    let nearest = left.lowerBound + width * 9 / 10
    let first = finders.indices.partitioningIndex { finders[$0].upperBound >= nearest }
    let near = finders[first...].prefix { $0.upperBound <= left.lowerBound + width * 10 / 9 + 1 }
    work += near.count
    return near.filter { Self.isPair(left, $0) }
  }

  /// Returns whether the distance between two finders is that in a code, with a tolerance of a
  /// tenth.
  private static func isPair(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    let span = (right.upperBound - left.lowerBound) * FrameCode.finderCount
    func fits(_ finder: Range<Int>) -> Bool {
      abs(finder.count * FrameCode.moduleCount - span) * 10 <= span
    }
    return fits(left) && fits(right)
  }

  /// Returns the strip around a line, extended up and down as far as the finders.
  private mutating func strip(_ position: FrameCode.Position, around line: CodeLine) -> CodeStrip {
    func reaches(_ y: Int) -> Bool {
      (0..<luma.size.height).contains(y)
        && CodeLine(left: line.left, right: line.right, y: y).hasFinders(luma)
    }
    var (y0, y1) = (line.y, line.y + 1)
    while reaches(y0 - 1) { y0 -= 1 }
    while reaches(y1) { y1 += 1 }
    work += y1 - y0
    return CodeStrip(
      position: position, area: PixelRect(x0: line.left, y0: y0, x1: line.right, y1: y1))
  }
}

extension CodeStrip {
  /// Returns whether a line belongs to the strip.
  fileprivate func holds(_ line: CodeLine) -> Bool {
    isInLine(left: line.left, right: line.right) && (area.y0..<area.y1).contains(line.y)
  }

  /// Returns whether two strips belong to the same pattern, with this one above `bottom`.
  fileprivate func isAbove(_ bottom: CodeStrip) -> Bool {
    isInLine(left: bottom.area.x0, right: bottom.area.x1) && area.y1 < bottom.area.y0
  }

  /// Lossy compression may move an edge by a pixel.
  private func isInLine(left: Int, right: Int) -> Bool {
    abs(area.x0 - left) <= 1 && abs(area.x1 - right) <= 1
  }
}
