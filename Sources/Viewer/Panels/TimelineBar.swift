import AnimCore
import FramePacing
import LinuxSystem

/// A floating bar along the lower edge that shows the position in an animation. It contains a play
/// button, the time and the frame, the markers with their names, and the repeated part.
struct TimelineBar: Hashable, Sendable {
  let content: TimelineContent
  /// The position in the animation, from 0 to 1.
  var progress: Double
  /// The current frame and its start time, in seconds.
  var frame = 0.0
  var time: Seconds = 0
  var isPaused = false
  /// The position under the pointer, from 0 to 1, and the start time of the frame there, or `nil`
  /// if the pointer is elsewhere.
  var preview: Preview?
  /// The repeated part, as positions from 0 to 1. The end is `nil` while only the start is set.
  var repeated: (start: Double, end: Double?)? {
    get { repeatedStart.map { ($0, repeatedEnd) } }
    set { (repeatedStart, repeatedEnd) = (newValue?.start, newValue?.end) }
  }
  private var repeatedStart: Double?
  private var repeatedEnd: Double?
  /// Unusual playback settings, such as "2.00×", or an empty string.
  var note = ""

  struct Preview: Hashable, Sendable {
    var progress: Double
    var time: Seconds
  }

  init(_ content: TimelineContent, progress: Double = 0) {
    self.content = content
    self.progress = progress
  }

  /// The margin, in units.
  private static let margin = 10
  private static let gap = 8
  private static let railHeight = 4
  private static let knobRadius = 5
  private static let markerHeight = 10
  private static let iconSide = 9

  func draw(_ text: OverlayText, into list: inout DisplayList) {
    let layout = TimelineLayout(list.size, scale: list.scale, content, text)
    let grid = PixelGrid(text, unit: layout.unit, x: layout.x, y: layout.y, of: list)
    grid.fillPanel(
      x: 0, y: 0, width: layout.width, height: layout.height, OverlayPalette.panel, in: &list)
    drawRail(layout, text, into: &list)
    drawIcon(on: grid, into: &list)
    drawLabels(layout, grid, text, into: &list)
    if let preview { draw(preview, layout, text, into: &list) }
  }

  private func drawRail(
    _ layout: TimelineLayout, _ text: OverlayText, into list: inout DisplayList
  ) {
    // Use pixels, so that the knob moves by pixels at every scale.
    let rail = PixelGrid(
      text, unit: 1, x: layout.railStart, y: layout.y + layout.railMiddle * layout.unit, of: list)
    let unit = layout.unit
    func column(_ progress: Double) -> Int {
      Int((progress * Double(layout.railLength)).rounded())
    }
    func fill(from start: Double, to end: Double, _ color: Color) {
      let (x0, x1) = (column(start), column(end))
      rail.fill(
        x: x0, y: -Self.railHeight / 2 * unit, width: x1 - x0, height: Self.railHeight * unit,
        color, in: &list)
    }
    fill(from: 0, to: 1, OverlayPalette.rule)
    if let start = repeatedStart, let end = repeatedEnd {
      fill(from: start, to: end, OverlayPalette.part)
    }
    fill(from: 0, to: progress, OverlayPalette.bar)
    func tick(_ position: Double, _ color: Color) {
      rail.fill(
        x: column(position) - unit / 2, y: -Self.markerHeight / 2 * unit, width: unit,
        height: Self.markerHeight * unit, color, in: &list)
    }
    for marker in content.markers { tick(marker.progress, OverlayPalette.key) }
    if let repeatedStart { tick(repeatedStart, OverlayPalette.missed) }
    if let repeatedEnd { tick(repeatedEnd, OverlayPalette.missed) }
    rail.fillDisc(
      x: column(progress), y: 0, radius: Self.knobRadius * unit, OverlayPalette.text, in: &list)
  }

  private func drawIcon(on grid: PixelGrid, into list: inout DisplayList) {
    let (x, y) = (Self.margin, TimelineLayout.textTop - 1)
    if isPaused {
      // A triangle of columns with decreasing height. Its edges are on pixel boundaries, like all
      // others.
      for column in 0..<Self.iconSide where column.isMultiple(of: 2) {
        let height = Self.iconSide - column
        grid.fill(
          x: x + column, y: y + column / 2, width: 2, height: height, OverlayPalette.text, in: &list
        )
      }
    } else {
      grid.fill(x: x, y: y, width: 3, height: Self.iconSide, OverlayPalette.text, in: &list)
      grid.fill(x: x + 6, y: y, width: 3, height: Self.iconSide, OverlayPalette.text, in: &list)
    }
  }

  /// Draws the time on the left, then the frame on the right, then everything else that fits.
  private func drawLabels(
    _ layout: TimelineLayout, _ grid: PixelGrid, _ text: OverlayText,
    into list: inout DisplayList
  ) {
    let y = TimelineLayout.textTop
    var left = Self.margin + Self.iconSide + Self.gap
    var right = layout.width - Self.margin
    func writeLeft(_ line: String, _ color: Color, width: Int) {
      guard left + width <= right else { return }
      grid.write(line, x: left, y: y, color, in: &list)
      left += width + Self.gap
    }
    func writeRight(_ line: String, _ color: Color) {
      let width = text.width(of: line)
      guard left + width <= right else { return }
      right -= width
      grid.write(line, x: right, y: y, color, in: &list)
      right -= Self.gap
    }
    // Reserve the width of the total, so that changing digits don't move other text.
    let total = text.width(of: content.totalTime)
    writeLeft(clockText(time), OverlayPalette.text, width: total)
    writeLeft(content.totalTime, OverlayPalette.quiet, width: total)
    writeRight(content.totalFrames, OverlayPalette.quiet)
    // People count from 1.
    writeRight(wholeText(frame.rounded(.down) + 1), OverlayPalette.text)
    if !note.isEmpty { writeRight(note, OverlayPalette.key) }
    guard layout.hasNames else { return }
    var end = 0
    for marker in content.markers {
      let column = (layout.railColumn(marker.progress) - layout.x) / layout.unit
      let width = text.width(of: marker.name)
      let x = min(max(column - width / 2, Self.margin), layout.width - Self.margin - width)
      // Omit a name that would touch the previous one.
      guard x >= end + Self.gap || end == 0, x >= Self.margin else { continue }
      grid.write(
        marker.name, x: x, y: y + layout.namesHeight, OverlayPalette.key, in: &list)
      end = x + width
    }
  }

  /// Draws the time under the pointer in a panel above the bar.
  private func draw(
    _ preview: Preview, _ layout: TimelineLayout, _ text: OverlayText,
    into list: inout DisplayList
  ) {
    let line = clockText(preview.time)
    let width = text.width(of: line) + 2 * TimelineLayout.previewMargin
    let column = layout.railColumn(preview.progress)
    let left = min(
      max(column - width * layout.unit / 2, 0), max(0, list.size.width - width * layout.unit))
    let grid = PixelGrid(
      text, unit: layout.unit, x: left, y: max(0, layout.y - layout.previewRows), of: list)
    grid.fillPanel(
      x: 0, y: 0, width: width, height: layout.previewHeight, OverlayPalette.panel, in: &list)
    grid.write(
      line, x: TimelineLayout.previewMargin, y: TimelineLayout.previewMargin, OverlayPalette.text,
      in: &list)
    let mark = PixelGrid(
      text, unit: 1, x: column, y: layout.y + layout.railMiddle * layout.unit, of: list)
    mark.fill(
      x: 0, y: -Self.markerHeight / 2 * layout.unit, width: layout.unit,
      height: Self.markerHeight * layout.unit, OverlayPalette.text, in: &list)
  }
}

/// The contents of a timeline that don't change during playback.
struct TimelineContent: Hashable, Sendable {
  /// The markers at which a part starts, in chronological order.
  let markers: [Marker]
  /// The duration, such as "0:02.00".
  let totalTime: String
  /// The number of frames, such as "/ 50".
  let totalFrames: String

  struct Marker: Hashable, Sendable {
    /// The position in the animation, from 0 to 1.
    var progress: Double
    var name: String
  }

  /// - Parameter playback: The playback of the scene, or `nil` if it is endless.
  init?(of playback: Playback?) {
    guard let playback else { return nil }
    totalTime = clockText(playback.rangeDuration)
    totalFrames = "/ " + wholeText(playback.times.count)
    let frames = playback.range
    let all = playback.markers.filter { frames.contains($0.frame) }
      .sorted { $0.frame < $1.frame }
    markers = all.map { marker in
      Marker(progress: playback.progress(of: marker.frame), name: marker.name.printable)
    }
  }
}

/// The layout of a timeline in an image.
struct TimelineLayout: Hashable, Sendable {
  /// The side of a unit, in pixels.
  let unit: Int
  /// The upper left corner, in pixels of the image.
  let x: Int
  let y: Int
  /// The size, in units.
  let width: Int
  let height: Int
  /// The rail, in pixels of the image.
  let railStart: Int
  let railLength: Int
  let hasNames: Bool
  /// The height of the row with the marker names, in units.
  let namesHeight: Int
  /// The height of the panel with the time under the pointer, in units.
  let previewHeight: Int
  private let size: PixelSize

  /// The distance from the upper edge to the text, in units.
  static let textTop = 7
  /// The margin around the time under the pointer, in units.
  static let previewMargin = 8
  /// The height of the bar without text, in units.
  private static let plainHeight = 27
  private static let margin = 10
  /// The width of the button, in units.
  private static let buttonWidth = 23
  /// The distance from the edges of the image, in units, if the image is large enough.
  private static let inset = 8
  private static let smallestFloating = (width: 240, height: 120)

  init(_ size: PixelSize, scale: Double, _ content: TimelineContent?, _ text: OverlayText) {
    self.size = size
    let capHeight = text.capHeight
    namesHeight = text.height + 1
    previewHeight = capHeight + 2 * Self.previewMargin
    unit = max(1, Int(min(max(scale, 1), 64).rounded()))
    let (columns, rows) = (size.width / unit, size.height / unit)
    let floats =
      columns >= Self.smallestFloating.width && rows >= Self.smallestFloating.height
    let inset = floats ? Self.inset : 0
    hasNames = floats && content.map { !$0.markers.isEmpty } ?? false
    height = Self.plainHeight + capHeight + (hasNames ? namesHeight : 0)
    // A partial unit at the right edge belongs to the bar.
    width = floats ? columns - 2 * inset : (size.width + unit - 1) / unit
    x = inset * unit
    y = size.height - (height + inset) * unit
    let start = min(Self.margin * unit, size.width / 4)
    railStart = x + start
    railLength = max(1, min(width * unit, size.width) - 2 * start)
  }

  /// The number of rows from the lower edge of the image to the upper edge of the bar.
  var reservedRows: Int { size.height - y }

  /// The number of rows for the time under the pointer, above the bar.
  var previewRows: Int { (previewHeight + 2) * unit }

  /// The middle row of the rail, in units from the upper edge of the bar.
  var railMiddle: Int { height - 10 }

  /// Returns the column of a position, in pixels of the image.
  func railColumn(_ progress: Double) -> Int {
    railStart + Int((progress * Double(railLength)).rounded())
  }

  /// Returns whether the bar is shown when the pointer is in row `y`.
  func isNear(y: Int) -> Bool { y >= size.height - 2 * reservedRows && y < size.height }

  /// Returns whether a pixel is part of the bar.
  func contains(x: Int, y: Int) -> Bool {
    (self.x..<self.x + width * unit).contains(x) && (self.y..<self.y + height * unit).contains(y)
  }

  /// Returns whether a pixel is part of the play button.
  func isButton(x: Int, y: Int) -> Bool {
    contains(x: x, y: y) && x < self.x + Self.buttonWidth * unit
      && y < self.y + (Self.textTop + namesHeight) * unit
  }

  /// Returns the position in the animation at column `x`, from 0 to 1.
  func progress(x: Int) -> Double {
    min(max((Double(x - railStart) + 0.5) / Double(railLength), 0), 1)
  }
}

/// Formats a duration such as "0:01.25" or "1:02:03", short enough to be stored without an
/// allocation.
func clockText(_ seconds: Seconds) -> String {
  let limit = 99.0 * 3_600
  let hundredths = Int((min(max(seconds.isNaN ? 0 : seconds, 0), limit) * 100).rounded(.down))
  let (minutes, rest) = (hundredths / 6_000, hundredths % 6_000)
  let isLong = minutes >= 60
  return String(unsafeUninitializedCapacity: 12) { buffer in
    var count = 0
    func write(_ number: Int, digits: Int) {
      var divisor = digits == 1 ? 1 : 10
      if digits == 1, number >= 10 { divisor = 10 }
      while divisor > 0 {
        buffer[count] = UInt8(ascii: "0") + UInt8(number / divisor % 10)
        count += 1
        divisor /= 10
      }
    }
    func write(_ character: Unicode.Scalar) {
      buffer[count] = UInt8(ascii: character)
      count += 1
    }
    if isLong {
      write(minutes / 60, digits: 1)
      write(":")
    }
    write(minutes % 60, digits: isLong ? 2 : 1)
    write(":")
    write(rest / 100, digits: 2)
    if !isLong {
      write(".")
      write(rest % 100, digits: 2)
    }
    return count
  }
}

/// Formats a frame number without its fraction.
func wholeText(_ frame: Double) -> String {
  Int64(exactly: frame.rounded(.down)).map(String.init) ?? "-"
}
