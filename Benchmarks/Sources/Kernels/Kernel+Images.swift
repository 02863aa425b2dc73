import AnimCore

extension Kernel {
  /// Paints an image of 1280×720, in which all pixels differ, in 1920×1080 on one thread.
  static func enlargedImage() -> (Int) -> Void {
    let area = PixelSize(width: 1280, height: 720)
    let words = (0..<area.width * area.height).map { 0xFF00_0000 | UInt32($0 * 7919 & 0xFF_FFFF) }
    guard let image = Image(size: area, straight: words) else { return { _ in } }
    let size = PixelSize(width: 1920, height: 1080)
    var list = DisplayList(size: size)
    list.fill(
      Path(Rect(x: 0, y: 0, width: 1280, height: 720)), .image(ImagePaint(image)),
      transform: Transform(scale: 1.5))
    let rendering = PixelImage(size: size)
    let rasterizer = Rasterizer(threads: 1)
    return { [list] _ in rasterizer.paint(list, into: rendering) }
  }

  /// Composes and paints 10,000 images of 32×32 in 1280×720 on all threads. The angle and the
  /// opacity of each change in every run.
  static func sprites() -> (Int) -> Void {
    let (count, side) = (10_000, 32)
    let size = PixelSize(width: 1280, height: 720)
    // A disc with a soft edge.
    let words = (0..<side * side).map { index -> UInt32 in
      let (y, x) = (Double(index / side) - 15.5, Double(index % side) - 15.5)
      let alpha = min(max(16 - (x * x + y * y).squareRoot(), 0), 1)
      return UInt32((alpha * 255).rounded()) << 24 | UInt32(index / side * 8) << 8 | 0xFF_0000
    }
    let area = PixelSize(width: side, height: side)
    guard let image = Image(size: area, straight: words) else { return { _ in } }
    let outline = Path(Rect(x: 0, y: 0, width: Double(side), height: Double(side)))
    let paint = Paint.image(ImagePaint(image))
    let center = Transform(translation: Vector(dx: -16, dy: -16))
    let rendering = PixelImage(size: size)
    let rasterizer = Rasterizer()
    var list = DisplayList(size: size)
    return { run in
      list.removeAll(size: size)
      for index in 0..<count {
        // The same positions in every program.
        let position = Vector(
          dx: Double(index * 7919 % size.width), dy: Double(index * 104_729 % size.height))
        let turned = center.followed(by: Transform(rotation: .degrees(Double(index + run))))
        list.withGroup(GroupStyle(opacity: Double((index + run) % 200 + 56) / 255)) {
          $0.fill(outline, paint, transform: turned.followed(by: Transform(translation: position)))
        }
      }
      rasterizer.paint(list, into: rendering)
    }
  }
}
