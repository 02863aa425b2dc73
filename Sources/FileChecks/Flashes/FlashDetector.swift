import AnimCore

/// Finds flashes in cells over time, by WCAG 2.3.1 (success criterion "Three flashes or below
/// threshold", WCAG 2.2).
///
/// A change is a swing between neighbouring extremes over time, however many frames it takes. It
/// counts at the frame in which it reaches the threshold. A cell flashes if more than six changes
/// in alternating directions, or more than three flashes, occur within a second. Cells flash
/// together if they change in the same direction within a thirtieth of a second.
struct FlashDetector {
  /// The kinds of flashes.
  enum Kind: Int, CaseIterable, Sendable {
    /// Changes of relative luminance by a tenth of the maximum, unless both states are bright.
    case general
    /// Changes to or from a saturated red, by the chromaticity of ISO 9241-391.
    case red
    /// Changes to or from a saturated red, by the older definition of WCAG 2.0.
    case olderRed
  }

  /// The largest areas in a frame.
  struct Measurement: Sendable {
    /// The share of a field that changes together, by kind.
    var changing = SIMD3<Float>.zero
    /// The share of a field that flashes together more than three times in a second, by kind.
    var flashing = SIMD3<Float>.zero
    /// The background on which the share of each kind is largest, or ``FrameCells/Backdrop/own`` if it
    /// doesn't depend on the background.
    var backgrounds = [FrameCells.Backdrop](repeating: .own, count: Kind.allCases.count)
  }

  /// The field of WCAG: ten degrees of the field of view, 341 × 256 pixels.
  static let field = (width: 341, height: 256)
  /// The share of the field that may flash.
  static let allowedShare: Float = 0.25
  /// A ten-thousandth of a second, the unit of time.
  static let ticksPerSecond = 10_000.0
  /// The largest delay between changes that occur together, a thirtieth of a second. It is slightly more, so that two
  /// frames at 60 Hz count in spite of rounding.
  private static let together: Int32 = 340

  private let columns: Int
  private let rows: Int
  private var tracks: [[CellState]]
  /// The changes of the last thirtieth of a second on each background.
  private var recent: [[Change]]
  private var sums: [Int32]

  /// A change of a cell.
  private struct Change {
    let cell: Int32
    let tick: Int32
    let kind: Kind
    let isRise: Bool
    /// Whether the cell has changed more than six times within a second.
    let isFlashing: Bool
  }

  init(columns: Int, rows: Int, backgrounds: Int) {
    (self.columns, self.rows) = (columns, rows)
    tracks = Array(
      repeating: Array(repeating: CellState(), count: columns * rows), count: backgrounds)
    recent = Array(repeating: [], count: backgrounds)
    sums = Array(repeating: 0, count: (columns + 1) * (rows + 1))
  }

  /// Adds the next frame.
  ///
  /// - Parameter seconds: The start of the frame.
  mutating func add(_ cells: FrameCells, at seconds: Double) -> Measurement {
    let tick = Int32(min(seconds * Self.ticksPerSecond, 2_000_000_000).rounded())
    var measurement = Measurement()
    for (track, background) in cells.backgrounds.enumerated() {
      recent[track].removeAll { tick - $0.tick >= Self.together }
      for cell in cells.changed { update(track, cell, cells.colors[track][cell], tick) }
      if recent[track].isEmpty { continue }
      for kind in Kind.allCases {
        let changing = share(track, kind) { _ in true }
        guard changing > 0 else { continue }
        let flashing = share(track, kind, where: \.isFlashing)
        let index = kind.rawValue
        measurement.changing[index] = max(measurement.changing[index], changing)
        if flashing > measurement.flashing[index] {
          measurement.flashing[index] = flashing
          measurement.backgrounds[index] = background
        } else if flashing > 0, flashing == measurement.flashing[index] {
          // The flashes are opaque.
          measurement.backgrounds[index] = .own
        }
      }
    }
    return measurement
  }

  private mutating func update(
    _ track: Int, _ cell: Int, _ color: FrameCells.LinearColor, _ tick: Int32
  ) {
    func note(_ kind: Kind, _ isRise: Bool, _ isFlashing: Bool) {
      recent[track].append(
        Change(
          cell: Int32(cell), tick: tick, kind: kind, isRise: isRise, isFlashing: isFlashing))
    }
    let general = tracks[track][cell].general.add(color.luminance, tick)
    if let general { note(.general, general.isRise, general.isFlashing) }
    let red = tracks[track][cell].red.add(color, tick)
    if let red { note(.red, red.isRise, red.isFlashing) }
    let older = tracks[track][cell].olderRed.add(color, tick)
    if let older { note(.olderRed, older.isRise, older.isFlashing) }
  }

  /// Returns the largest share of a field that changes in one direction.
  private mutating func share(
    _ track: Int, _ kind: Kind, where isCounted: (Change) -> Bool
  ) -> Float {
    var largest: Int32 = 0
    for isRise in [false, true] {
      let changes = recent[track].filter {
        $0.kind == kind && $0.isRise == isRise && isCounted($0)
      }
      // No field has more cells than there are changes.
      if changes.count > largest { largest = max(largest, densest(changes)) }
    }
    let area = Float(largest) * Float(FrameCells.side * FrameCells.side)
    return min(area / Float(Self.field.width * Self.field.height), 1)
  }

  /// Returns the largest number of changed cells in a field.
  private mutating func densest(_ changes: [Change]) -> Int32 {
    // Only the bounding box of the changes matters.
    var (x0, y0, x1, y1) = (columns, rows, 0, 0)
    for change in changes {
      let (row, column) = (Int(change.cell) / columns, Int(change.cell) % columns)
      (x0, y0) = (min(x0, column), min(y0, row))
      (x1, y1) = (max(x1, column + 1), max(y1, row + 1))
    }
    let (boxWidth, boxHeight) = (x1 - x0, y1 - y0)
    let stride = boxWidth + 1
    for index in 0..<stride * (boxHeight + 1) { sums[index] = 0 }
    for change in changes {
      let (row, column) = (Int(change.cell) / columns - y0, Int(change.cell) % columns - x0)
      // A cell that changes again within the time counts once.
      sums[(row + 1) * stride + column + 1] = 1
    }
    // A table of the sums above and to the left of each corner.
    for row in 1...boxHeight {
      var line: Int32 = 0
      for column in 1...boxWidth {
        line += sums[row * stride + column]
        sums[row * stride + column] = line + sums[(row - 1) * stride + column]
      }
    }
    let width = min(boxWidth, (Self.field.width + FrameCells.side - 1) / FrameCells.side)
    let height = min(boxHeight, (Self.field.height + FrameCells.side - 1) / FrameCells.side)
    var largest: Int32 = 0
    for top in 0...boxHeight - height {
      for left in 0...boxWidth - width {
        let (bottom, right) = ((top + height) * stride, left + width)
        let count =
          sums[bottom + right] - sums[bottom + left] - sums[top * stride + right]
          + sums[top * stride + left]
        largest = max(largest, count)
      }
    }
    return largest
  }

  /// The history of a cell on one background.
  private struct CellState {
    var general = LuminanceSwing()
    var red = RedSwing()
    var olderRed = OlderRedSwing()
  }
}

extension FrameCells.LinearColor {
  /// The relative luminance (WCAG 2.2).
  var luminance: Float { 0.2126 * x + 0.7152 * y + 0.0722 * z }

  /// The share of red, or a third for black.
  fileprivate var redShare: Float {
    let sum = x + y + z
    // Colours this dark have no visible hue, and rounding would give them one.
    return sum < 0.003 ? 1.0 / 3 : x / sum
  }

  /// The coordinates u′ and v′ of CIE 1976, or those of white for black.
  fileprivate var chromaticity: SIMD2<Float> {
    if x + y + z < 0.003 { return SIMD2(0.1978, 0.4683) }
    // The tristimulus values X and Z of linear sRGB (IEC 61966-2-1); the luminance is Y.
    let first = 0.4124 * x + 0.3576 * y + 0.1805 * z
    let third = 0.0193 * x + 0.1192 * y + 0.9505 * z
    let sum = first + 15 * luminance + 3 * third
    return SIMD2(4 * first / sum, 9 * luminance / sum)
  }
}

/// The ticks of the last changes of a cell.
private struct ChangeTimes {
  /// Slightly less than a second, so that exactly three flashes per second pass in spite of rounding.
  private static let window: Int32 = 9_990
  private var ticks = SIMD8<Int32>(repeating: -1_000_000)
  private var next: UInt8 = 0

  /// Adds a change, and returns whether there have been more than six within a second.
  mutating func add(_ tick: Int32) -> Bool {
    ticks[Int(next & 7)] = tick
    let seventh = ticks[Int((next &- 6) & 7)]
    next = (next &+ 1) & 7
    return tick - seventh <= Self.window
  }
}

/// A change in one direction.
private struct Swing {
  let isRise: Bool
  let isFlashing: Bool
}

/// The extremes of the luminance of a cell.
private struct LuminanceSwing {
  /// The lowest and the highest luminance since the last change.
  private var low: Float = 2
  private var high: Float = -1
  private var times = ChangeTimes()

  /// The smallest difference that counts, and the luminance that the darker state must be below.
  private static let threshold: Float = 0.1
  private static let brightest: Float = 0.8

  mutating func add(_ luminance: Float, _ tick: Int32) -> Swing? {
    if luminance - low >= Self.threshold, low < Self.brightest {
      (low, high) = (2, luminance)
      return Swing(isRise: true, isFlashing: times.add(tick))
    }
    if high - luminance >= Self.threshold, luminance < Self.brightest {
      (low, high) = (luminance, -1)
      return Swing(isRise: false, isFlashing: times.add(tick))
    }
    // After a rise only a fall counts, so the lowest value is unknown until then.
    let isStart = low > 1 && high < 0
    if low <= 1 || isStart { low = min(low, luminance) }
    if high >= 0 || isStart { high = max(high, luminance) }
    return nil
  }
}

/// The extremes of the chromaticity of a cell.
private struct RedSwing {
  /// The colour with the smallest share of red since it left saturated red, or with the largest
  /// share since it became red.
  private var extreme: FrameCells.LinearColor?
  private var isRed = false
  private var times = ChangeTimes()

  private static let saturated: Float = 0.8
  private static let threshold: Float = 0.2

  mutating func add(_ color: FrameCells.LinearColor, _ tick: Int32) -> Swing? {
    let share = color.redShare
    guard let reference = extreme else {
      (extreme, isRed) = (color, share >= Self.saturated)
      return nil
    }
    if isRed {
      if share < Self.saturated || share < reference.redShare,
        Self.distance(color, reference) > Self.threshold
      {
        (extreme, isRed) = (color, false)
        return Swing(isRise: false, isFlashing: times.add(tick))
      }
      if share > reference.redShare { extreme = color }
    } else {
      if share >= Self.saturated, Self.distance(color, reference) > Self.threshold {
        (extreme, isRed) = (color, true)
        return Swing(isRise: true, isFlashing: times.add(tick))
      }
      if share < reference.redShare { extreme = color }
    }
    return nil
  }

  private static func distance(
    _ a: FrameCells.LinearColor, _ b: FrameCells.LinearColor
  ) -> Float {
    let difference = a.chromaticity - b.chromaticity
    return (difference * difference).sum().squareRoot()
  }
}

/// The extremes of the redness of a cell by the definition of WCAG 2.0: (R − G − B) × 320.
private struct OlderRedSwing {
  private var low: Float = .infinity
  private var high: Float = -1
  /// Whether the lowest and highest values belong to saturated reds.
  private var isLowSaturated = false
  private var isHighSaturated = false
  private var times = ChangeTimes()

  mutating func add(_ color: FrameCells.LinearColor, _ tick: Int32) -> Swing? {
    let redness = max(color.x - color.y - color.z, 0) * 320
    let isSaturated = color.redShare >= 0.8
    if redness - low > 20, isSaturated || isLowSaturated {
      (low, high, isHighSaturated) = (.infinity, redness, isSaturated)
      return Swing(isRise: true, isFlashing: times.add(tick))
    }
    if high - redness > 20, isSaturated || isHighSaturated {
      (low, high, isLowSaturated) = (redness, -1, isSaturated)
      return Swing(isRise: false, isFlashing: times.add(tick))
    }
    let isStart = low == .infinity && high < 0
    if low < .infinity || isStart, redness < low { (low, isLowSaturated) = (redness, isSaturated) }
    if high >= 0 || isStart, redness > high { (high, isHighSaturated) = (redness, isSaturated) }
    return nil
  }
}
