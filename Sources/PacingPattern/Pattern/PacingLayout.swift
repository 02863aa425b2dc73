import AnimCore

/// The layout of the test pattern, in integral pixels.
///
/// Everything is as wide as the code and divided into its modules. The codes are at the top and at
/// the bottom, so that they differ in an image that is torn anywhere between them. Four bands share
/// the remaining space.
struct PacingLayout {
  /// The width of a module of the code, which is also the outer margin.
  let module: Int
  /// The margin above and below a band.
  private let margin: Int
  private let top: PixelRect
  private let bottom: PixelRect
  /// The band of the frame number.
  let counter: PixelRect
  /// The band of the moving bar.
  let lane: PixelRect
  /// The area of the cells, one of which is lit.
  let cells: PixelRect
  /// The band of the alternating stripes.
  let stripes: PixelRect

  /// Creates the layout.
  /// - Parameter size: The size of the image.
  init(in size: PixelSize) {
    // A white module is on either side of the code.
    module = max(1, size.width / (FrameCode.moduleCount + 2))
    let width = FrameCode.moduleCount * module
    let left = max(0, (size.width - width) / 2)
    let height = max(1, min(3 * module, size.height / 6))
    let margin = min(module, size.height / 16)
    self.margin = margin
    func strip(_ y0: Int, height: Int) -> PixelRect {
      PixelRect(x0: left, y0: y0, x1: left + width, y1: y0 + height)
    }
    top = strip(margin, height: height)
    bottom = strip(size.height - margin - height, height: height)
    let first = 2 * margin + height
    let pitch = max(0, size.height - 2 * first + margin) / 4
    func band(_ index: Int) -> PixelRect {
      strip(first + index * pitch, height: max(0, pitch - margin))
    }
    counter = band(0)
    lane = band(1)
    cells = band(2)
    stripes = band(3)
  }

  /// Returns the rectangle of the code at a position.
  func code(_ position: FrameCode.Position) -> PixelRect { position == .top ? top : bottom }

  /// Returns the rectangle of the code at a position including the white around it: one module on
  /// either side, and the margin.
  func quietZone(_ position: FrameCode.Position) -> PixelRect {
    let code = code(position)
    return PixelRect(
      x0: code.x0 - module, y0: code.y0 - margin, x1: code.x1 + module, y1: code.y1 + margin)
  }

  /// Returns one of the equal parts of a band, each as wide as a module.
  func part(_ index: Int, of band: PixelRect) -> PixelRect {
    let x0 = band.x0 + index * module
    return PixelRect(x0: x0, y0: band.y0, x1: x0 + module, y1: band.y1)
  }
}
