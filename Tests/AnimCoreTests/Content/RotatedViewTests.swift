import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics

/// A scene that looks different from every side, with a blur, a gradient and a disc that moves.
private final class LopsidedScene: Scene {
  /// Whether colours are dithered, which depends on the origin of an image.
  private let dithers: Bool
  private var size = Size.zero
  private var time: Seconds = 0

  init(dithers: Bool) { self.dithers = dithers }

  func layout(in size: Size) { self.size = size }
  func update(to time: Seconds) { self.time = time }
  func start(on source: FrameSource) {}

  func draw(into list: inout DisplayList) {
    let corner = Path(Rect(x: 0, y: 0, width: size.width / 2, height: size.height / 3))
    let stops = GradientStops(
      [GradientStops.ColorStop(at: 0, .red), GradientStops.ColorStop(at: 1, .blue)],
      alphas: [GradientStops.AlphaStop(at: 0, 1), GradientStops.AlphaStop(at: 1, 0.5)])
    let gradient = Gradient(
      .linear(start: .zero, end: Point(x: size.width / 2, y: size.height / 4)), stops: stops)
    list.fill(corner, dithers ? .gradient(gradient) : .color(.red))
    list.withGroup(GroupStyle(filters: [.gaussianBlur(sigmaX: 2, sigmaY: 1)])) {
      $0.fillDisc(center: Point(x: size.width / 3, y: size.height * 0.7), radius: 4, .green)
    }
    list.fillDisc(center: Point(x: 8 + 10 * time, y: size.height / 2), radius: 3, .orange)
  }
}

@Suite("A rotated view")
struct RotatedViewTests {
  private static let orientations = (0..<8).map { number in
    Orientation(
      swapsAxes: number & 1 != 0, mirrorsRows: number & 2 != 0, mirrorsColumns: number & 4 != 0)
  }
  private static let size = PixelSize(width: 70, height: 45)

  /// Returns an upright view, and a rotated one of the same image.
  private func views(
    _ orientation: Orientation, _ backdrop: Backdrop, dithers: Bool = true
  ) -> (upright: SceneView, rotated: SceneView) {
    let upright = SceneView(
      scene: LopsidedScene(dithers: dithers), size: orientation.inverse.size(of: Self.size),
      scale: 1.5,
      backdrop: backdrop)
    let rotated = SceneView(
      scene: LopsidedScene(dithers: dithers), size: Self.size, scale: 1.5, backdrop: backdrop)
    rotated.orientation = orientation
    return (upright, rotated)
  }

  private func rotate(_ image: PixelImage, _ orientation: Orientation) -> PixelImage {
    let rotated = PixelImage(size: orientation.size(of: image.size), isOpaque: image.isOpaque)
    rotated.withMutablePixels { target in
      image.withPixels { orientation.copy($0, of: image.size, to: target) }
    }
    return rotated
  }

  @Test(
    "has the pixels of the upright one, painted from damage as in a window, at every size and position",
    arguments: orientations, [Backdrop.color(.white), .checkerboard])
  func frames(orientation: Orientation, backdrop: Backdrop) {
    let (upright, rotated) = views(orientation, backdrop)
    let rasterizer = Rasterizer(threads: 1)
    var last: DisplayList?
    var rendering = PixelImage(size: Self.size)
    func expectFrame() {
      let list = rotated.compose()
      var tiles = TileSet(TileGrid(size: list.size))
      if rendering.size != list.size {
        (rendering, last) = (PixelImage(size: list.size), nil)
      }
      if let last { tiles.markDamage(from: last, to: list) } else { tiles.markAll() }
      last = list
      rendering.withMutablePixels {
        rasterizer.paint(list, tiles: tiles, into: $0, stride: list.size.width)
      }
      #expect(rendering == rotate(upright.compose().painted(), orientation))
    }
    for time in [0.0, 0.5, 0.5, 2, 1] {
      for view in [upright, rotated] { view.scene.update(to: time) }
      expectFrame()
    }
    for view in [upright, rotated] {
      view.placement = ScenePlacement(scale: 1.7, origin: Point(x: -9, y: 4))
    }
    expectFrame()
    rotated.resize(to: PixelSize(width: 33, height: 50))
    upright.resize(to: orientation.inverse.size(of: rotated.size))
    expectFrame()
  }

  @Test("is transparent where the scene is, both complete and in parts", arguments: orientations)
  func alone(orientation: Orientation) {
    let (upright, rotated) = views(orientation, .checkerboard, dithers: false)
    func image(_ list: DisplayList) -> PixelImage {
      let image = PixelImage(size: list.size, isOpaque: false)
      Rasterizer(threads: 1).paint(list, into: image)
      return image
    }
    let whole = image(rotated.composeAlone(on: .clear))
    #expect(whole == rotate(image(upright.composeAlone(on: .clear)), orientation))
    let part = image(
      rotated.composeAlone(on: .clear, area: PixelRect(x0: 20, y0: 10, x1: 29, y1: 14)))
    for y in 0..<4 {
      for x in 0..<9 { expectEqual(part[x, y], whole[20 + x, 10 + y]) }
    }
  }

  @Test("redraws only changes, and lays out the scene again when it is rotated by a quarter turn")
  func changes() {
    let (_, rotated) = views(Orientation(quarterTurns: 1), .color(.white))
    var tiles = TileSet(TileGrid(size: Self.size))
    var lists = [rotated.compose()]
    func damage() -> Int {
      lists.append(rotated.compose())
      tiles.clear()
      tiles.markDamage(from: lists[lists.count - 2], to: lists[lists.count - 1])
      return tiles.count
    }
    expectEqual(damage(), 0)
    rotated.scene.update(to: 0.1)
    let all = TileSet.count(of: Self.size)
    let moved = damage()
    #expect(moved > 0 && moved < all)
    rotated.orientation = .upright
    expectEqual(damage(), all)
  }
}

extension TileSet {
  fileprivate static func count(of size: PixelSize) -> Int {
    var tiles = TileSet(TileGrid(size: size))
    tiles.markAll()
    return tiles.count
  }
}
