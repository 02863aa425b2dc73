import AnimCore
import AnimLottie
import AnimRaster
import AnimSVG

/// Images of several formats, one next to the other in a tree of layers.
struct Gallery {
  static let cell = Size(width: 200, height: 200)
  let tree = LayerTree(root: Layer())
  let size: Size

  init(_ images: [any AnimatedImage]) {
    size = Size(width: Double(max(images.count, 1)) * Self.cell.width, height: Self.cell.height)
    for (index, image) in images.enumerated() {
      let layer = ImageLayer(image)
      layer.rect = Rect(origin: .zero, size: Self.cell)
      layer.gravity = .resizeAspect
      layer.position = Point(x: Double(index) * Self.cell.width, y: 0)
      tree.root.addSublayer(layer)
    }
  }

  /// Opens a file by its name extension.
  static func open(_ bytes: [UInt8], name: String) throws -> any AnimatedImage {
    switch name.split(separator: ".").last {
    case "svg": try SVGImage(bytes)
    case "json", "lottie", "tgs": LottieImage(try LottieAnimation(bytes))
    default: try RasterImage(bytes)
    }
  }
}
