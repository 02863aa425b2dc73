import AnimCore

/// Looks for the pattern anywhere in a picture.
enum CodeFinder {
  /// The two codes of the first pattern, which must both be in sight and whole; nil where there are
  /// none. Complexity: linear in the pixels.
  static func find(in luma: LumaPlane) -> (top: CodeStrip, bottom: CodeStrip)? {
    var tops: [CodeStrip] = []
    for y in stride(from: 0, to: luma.size.height, by: lineStep) {
      let finders = finders(in: luma, y: y)
      for left in finders {
        for right in finders where isPair(left, right) {
          let line = CodeLine(left: left.lowerBound, right: right.upperBound, y: y)
          guard line.hasFinders(luma) else { continue }
          if line.number(luma, .top) != nil {
            let strip = strip(.top, around: line, luma)
            if tops.last != strip { tops.append(strip) }
          } else if line.number(luma, .bottom) != nil {
            let strip = strip(.bottom, around: line, luma)
            if let top = tops.last(where: { isAbove($0, strip) }) { return (top, strip) }
          }
        }
      }
    }
    return nil
  }

  /// A code is at least three modules of two pixels high.
  private static let lineStep = 3
  /// The narrowest module that is looked for, in pixels.
  private static let narrowestModule = 2
  /// Between the two of video's limited range (16 to 235), and almost that of the full one.
  private static let threshold: UInt8 = 126

  /// Where the line has the proportions of a finder: from its first pixel to behind its last.
  private static func finders(in luma: LumaPlane, y: Int) -> [Range<Int>] {
    var found: [Range<Int>] = []
    // The starts of the last six runs of equal pixels, the latest first.
    var starts = (0, 0, 0, 0, 0, 0)
    var isBlack = false
    for x in 0...luma.size.width {
      let isNowBlack = x < luma.size.width && luma[x, y] < threshold
      if isNowBlack == isBlack { continue }
      if isBlack, x - starts.4 >= FrameCode.finderCount * narrowestModule {
        let total = x - starts.4
        let runs = (
          starts.3 - starts.4, starts.2 - starts.3, starts.1 - starts.2, starts.0 - starts.1,
          x - starts.0
        )
        if isOne(runs.0, total), isOne(runs.1, total), isThree(runs.2, total),
          isOne(runs.3, total), isOne(runs.4, total)
        {
          found.append(starts.4..<x)
        }
      }
      starts = (x, starts.0, starts.1, starts.2, starts.3, starts.4)
      isBlack = isNowBlack
    }
    return found
  }

  /// Whether a run is a module of a finder of `total` pixels, give or take half of one.
  private static func isOne(_ run: Int, _ total: Int) -> Bool {
    abs(run * FrameCode.finderCount - total) * 2 <= total
  }

  private static func isThree(_ run: Int, _ total: Int) -> Bool {
    abs(run * FrameCode.finderCount - 3 * total) * 2 <= total
  }

  /// Whether two finders are as far from each other as those of a code, give or take a tenth.
  private static func isPair(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    let span = (right.upperBound - left.lowerBound) * FrameCode.finderCount
    return [left.count, right.count].allSatisfy { finder in
      abs(finder * FrameCode.moduleCount - span) * 10 <= span
    }
  }

  /// The strip as far as the finders reach up and down from a line.
  private static func strip(
    _ place: FrameCode.Place, around line: CodeLine, _ luma: LumaPlane
  ) -> CodeStrip {
    func reaches(_ y: Int) -> Bool {
      (0..<luma.size.height).contains(y)
        && CodeLine(left: line.left, right: line.right, y: y).hasFinders(luma)
    }
    var (y0, y1) = (line.y, line.y + 1)
    while reaches(y0 - 1) { y0 -= 1 }
    while reaches(y1) { y1 += 1 }
    return CodeStrip(
      place: place, area: PixelRect(x0: line.left, y0: y0, x1: line.right, y1: y1))
  }

  /// Whether two strips are of one pattern; lossy coding may move an edge by a pixel.
  private static func isAbove(_ top: CodeStrip, _ bottom: CodeStrip) -> Bool {
    abs(top.area.x0 - bottom.area.x0) <= 1 && abs(top.area.x1 - bottom.area.x1) <= 1
      && top.area.y1 < bottom.area.y0
  }
}
