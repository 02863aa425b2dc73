import AnimCore
import FramePacing

/// A bar along the lower edge that shows the position in an animation, and the animation's markers.
struct TimelineBar: Hashable, Sendable {
  /// The position in the animation, 0...1.
  var progress: Double
  /// The positions at which markers begin, 0...1.
  var markers: [Double] = []
  /// The text at the left end, such as the number of the frame.
  var label = ""

  /// In units.
  private static let height = 28
  private static let inset = 12
  private static let railHeight = 4
  private static let knobSide = 10
  private static let markerHeight = 10
  /// How close to the lower edge the pointer must be for the bar to appear, in units.
  private static let reach = 56

  /// Whether the bar is shown when the pointer is in row `y` of a picture.
  static func isNear(y: Int, in size: PixelSize, scale: Double) -> Bool {
    y >= size.height - reach * unit(scale) && y < size.height
  }

  /// Whether row `y` is part of the bar.
  static func contains(y: Int, in size: PixelSize, scale: Double) -> Bool {
    y >= size.height - height * unit(scale) && y < size.height
  }

  /// The height in pixels.
  static func height(scale: Double) -> Int { height * unit(scale) }

  /// The position in the animation at column `x`, 0...1.
  static func progress(x: Int, in size: PixelSize, scale: Double) -> Double {
    let (start, length) = rail(in: size, unit: unit(scale))
    return min(max((Double(x - start) + 0.5) / Double(length), 0), 1)
  }

  func draw(_ text: OverlayText, into list: inout DisplayList) {
    let unit = Self.unit(list.scale)
    let (start, length) = Self.rail(in: list.size, unit: unit)
    let grid = PixelGrid(
      text, unit: unit, x: 0, y: list.size.height - Self.height * unit, of: list)
    let width = (list.size.width + unit - 1) / unit
    grid.fill(x: 0, y: 0, width: width, height: Self.height, OverlayPalette.panel, in: &list)
    let rail = PixelGrid(
      text, unit: 1, x: start, y: list.size.height - Self.height * unit, of: list)
    let middle = (Self.height - Self.inset / 2) * unit - Self.knobSide * unit / 2
    let thick = Self.railHeight * unit
    rail.fill(
      x: 0, y: middle - thick / 2, width: length, height: thick, OverlayPalette.rule, in: &list)
    let shown = Int((progress * Double(length)).rounded())
    rail.fill(
      x: 0, y: middle - thick / 2, width: shown, height: thick, OverlayPalette.bar, in: &list)
    let tall = Self.markerHeight * unit
    for marker in markers {
      rail.fill(
        x: Int((marker * Double(length)).rounded()) - unit / 2, y: middle - tall / 2,
        width: max(unit, 1), height: tall, OverlayPalette.key, in: &list)
    }
    let side = Self.knobSide * unit
    rail.fill(
      x: shown - side / 4, y: middle - side / 2, width: side / 2, height: side,
      OverlayPalette.text, in: &list)
    grid.write(label, x: Self.inset, y: 3, OverlayPalette.text, in: &list)
  }

  /// The side of a unit in pixels.
  private static func unit(_ scale: Double) -> Int {
    max(1, Int(min(max(scale, 1), 64).rounded()))
  }

  /// The first column of the rail, and its number of columns.
  private static func rail(in size: PixelSize, unit: Int) -> (start: Int, length: Int) {
    let start = min(inset * unit, size.width / 4)
    return (start, max(1, size.width - 2 * start))
  }
}

extension TimelineBar {
  /// The position of a scene at `time`, in seconds since its start; nil for an endless one.
  init?(of scene: any Scene, at time: Seconds) {
    guard let frames = scene.frameRange else { return nil }
    let frame = scene.frame(at: time)
    let count = frames.upperBound - frames.lowerBound
    func progress(_ frame: Double) -> Double {
      count > 0 ? min(max((frame - frames.lowerBound) / count, 0), 1) : 0
    }
    let number = decimalText(frame.rounded(.down), places: 0)
    let total = decimalText(scene.frameCount ?? frames.upperBound, places: 0)
    self.init(
      progress: progress(frame),
      markers: scene.markedFrames.filter(frames.contains).map(progress),
      label: "frame \(number) of \(total), \(decimalText(scene.time(of: frame), places: 2)) s")
  }
}

extension Scene {
  /// When the frame at a position of the timeline, 0...1, is first shown; zero for an endless scene.
  func time(atProgress progress: Double) -> Timestamp {
    guard let frames = frameRange else { return .zero }
    var frame = frames.lowerBound + progress * (frames.upperBound - frames.lowerBound)
    if !hasSubframes { frame.round(.down) }
    return Timestamp(seconds: time(of: frame))
  }
}
