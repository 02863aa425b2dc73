import AnimCore

/// A test pattern that shows whether every frame reaches the screen for the right duration.
///
/// The image depends only on the frame number n = round(time · rate). From top to bottom, it
/// contains
/// - the number as a ``FrameCode``, and again at the very bottom (if the two differ, the image is
///   torn),
/// - the number for people,
/// - a bar that moves the same number of pixels every frame, so that every hitch is noticeable,
/// - a row of 64 cells where cell n mod 64 is lit (a photograph with a long exposure shows a gap
///   for a missed frame and a brighter cell for a repeated one),
/// - stripes that alternate between black and white: an even grey in which a missed or repeated
///   frame is briefly visible.
///
/// All edges are on pixel boundaries, so nothing is blurred at any scale.
package final class PacingScene: LinkedScene {
  package let configuration: PacingConfiguration
  /// The number of the frame, or 0 before time 0.
  package private(set) var number: UInt32 = 0
  private let rate: RefreshRate
  private let caption: String
  private var size = Size.zero
  package var link: DisplayLink?

  package init(configuration: PacingConfiguration = PacingConfiguration()) {
    self.configuration = configuration
    rate = configuration.rate ?? PacingConfiguration.defaultRate
    caption =
      "\(rounded(rate.hertz)) Hz  \(rounded(rate.interval * 1_000)) ms  \(configuration.step) px"
  }

  package func layout(in size: Size) {
    self.size = size
  }

  package func update(to time: Seconds) {
    let frames = (time * rate.hertz).rounded()
    // A 32-bit number lasts for two years at 60 Hz, and then wraps to 0.
    number = UInt32(truncatingIfNeeded: Int64(exactly: max(0, frames)) ?? 0)
  }

  package func draw(into list: inout DisplayList) {
    let layout = PacingLayout(in: size.pixels(scale: list.scale))
    drawCode(.top, layout, into: &list)
    drawCode(.bottom, layout, into: &list)
    drawCounter(layout, into: &list)
    drawBar(layout, into: &list)
    drawCells(layout, into: &list)
    drawStripes(layout, into: &list)
  }
}

// MARK: - The parts

extension PacingScene {
  private static let ground = Color(rgb: 0xDDDDDD)
  private static let unlit = Color(rgb: 0xBBBBBB)
  private static let moving = Color(rgb: 0x003C96)

  private func drawCode(
    _ position: FrameCode.Position, _ layout: PacingLayout, into list: inout DisplayList
  ) {
    let code = FrameCode(number, position)
    let area = layout.code(position)
    list.fill(layout.quietZone(position), .white)
    for module in 0..<FrameCode.moduleCount {
      list.fill(layout.part(module, of: area), code.isBlack(module) ? .black : .white)
    }
  }

  private func drawCounter(_ layout: PacingLayout, into list: inout DisplayList) {
    let band = layout.counter
    list.fill(band, .white)
    // The longest number takes at most half the width.
    let pixel = min(band.height / TextMetrics.capHeight, band.width / (2 * Self.counterWidth))
    list.fillText(String(number), atPixel: band.x0, band.y0, pixel: pixel, .black)
    let width = TextMetrics(caption).width
    let small = max(1, min(pixel / 2, band.width / (2 * width)))
    list.fillText(caption, atPixel: band.x1 - width * small, band.y0, pixel: small, .black)
  }

  private static let counterWidth = TextMetrics("\(UInt32.max)").width

  private func drawBar(_ layout: PacingLayout, into list: inout DisplayList) {
    let lane = layout.lane
    list.fill(lane, Self.ground)
    let step = max(1, configuration.step)
    let width = 2 * layout.module
    let positions = max(1, (lane.width - width) / step + 1)
    let x0 = lane.x0 + Int(number) % positions * step
    list.fill(PixelRect(x0: x0, y0: lane.y0, x1: x0 + width, y1: lane.y1), Self.moving)
  }

  private func drawCells(_ layout: PacingLayout, into list: inout DisplayList) {
    let lit = Int(number) % FrameCode.moduleCount
    for index in 0..<FrameCode.moduleCount {
      var cell = layout.part(index, of: layout.cells)
      if layout.module > 2 {
        cell = PixelRect(x0: cell.x0, y0: cell.y0, x1: cell.x1 - 1, y1: cell.y1)
      }
      list.fill(cell, index == lit ? .black : Self.unlit)
    }
  }

  private func drawStripes(_ layout: PacingLayout, into list: inout DisplayList) {
    list.fill(layout.stripes, .white)
    let odd = Int(number % 2)
    for pair in 0..<FrameCode.moduleCount / 2 {
      list.fill(layout.part(2 * pair + odd, of: layout.stripes), .black)
    }
  }
}

// MARK: - Pixels

extension DisplayList {
  fileprivate mutating func fill(_ rect: PixelRect, _ color: Color) {
    let point = 1 / scale
    fill(
      Rect(
        x: Double(rect.x0) * point, y: Double(rect.y0) * point,
        width: Double(rect.width) * point, height: Double(rect.height) * point), color)
  }

  fileprivate mutating func fillText(
    _ text: String, atPixel x: Int, _ y: Int, pixel: Int, _ color: Color
  ) {
    let point = 1 / scale
    fillText(
      text, at: Point(x: Double(x) * point, y: Double(y) * point), pixel: Double(pixel) * point,
      color)
  }
}

extension Size {
  /// Returns the size in whole pixels, within the range of ``Fixed``.
  fileprivate func pixels(scale: Double) -> PixelSize {
    PixelSize(
      width: Fixed(width * scale).floor, height: Fixed(height * scale).floor)
  }
}

/// Formats a value with at most three decimals and without trailing zeros.
private func rounded(_ value: Double) -> String {
  let value = (value * 1_000).rounded() / 1_000
  return Int(exactly: value).map(String.init) ?? "\(value)"
}

/// The appearance and motion of the test pattern.
package struct PacingConfiguration: Hashable, Sendable {
  /// The frame rate of the pattern, or `nil` for ``defaultRate``. To test a display, use its
  /// refresh rate, so that there is one frame per slot.
  package var rate: RefreshRate?
  /// The distance that the bar moves from frame to frame, in pixels of the image, at least 1.
  package var step = 8

  package init() {}

  package static let defaultRate = RefreshRate(hertz: 60)
}
