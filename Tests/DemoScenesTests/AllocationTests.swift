import AnimCore
import AnimGraphics
import CAllocations
import DemoScenes
import TestSupport
import Testing

/// Only optimised code is free of allocations, because generic code boxes its values otherwise.
/// This suite therefore runs only if the tests are built for release: `swift test -c release
/// -Xswiftc -enable-testing`.
@Suite("Heap allocations", .enabled(if: isOptimized))
struct AllocationTests {
  @Test("the counter sees an allocation")
  func counting() {
    let before = allocations_of_this_thread()
    let image = PixelImage(size: PixelSize(width: 10, height: 10))
    #expect(allocations_of_this_thread() > before)
    expectEqual(image.size.width, 10)
  }

  /// Clocks sweep, since a ticking one makes new animations every second.
  private static let configurations:
    [(scene: String, change: @Sendable (inout SceneConfiguration) -> Void)] = [
      ("fan", { $0.fan.repeatCount = .infinity }),
      ("squares", { _ in }),
      ("squares", { $0.squares.isAntialiased = false }),
      ("squares", { $0.squares.count = 5_000 }),
      ("clock", { $0.clock.look.motion = .sweep }),
      ("tiled", { $0.clock.look.motion = .sweep }),
      ("shapes", { _ in }),
    ]

  @Test(
    "a frame of a running scene allocates nothing, from its update to its pixels",
    arguments: configurations.indices)
  func steadyFrame(index: Int) throws {
    var configuration = SceneConfiguration()
    Self.configurations[index].change(&configuration)
    let entry = try #require(SceneCatalog.index(of: Self.configurations[index].scene))
    let size = PixelSize(width: 640, height: 360)
    let view = SceneView(scene: SceneCatalog.entries[entry].make(configuration), size: size)
    let source = VirtualFrameSource(refreshRate: 60)
    view.scene.start(on: source)
    let image = PixelImage(size: size)
    let rasterizer = Rasterizer()
    var damage = TileSet(TileGrid(size: size))
    var shown = DisplayList(size: size)
    func frame() {
      source.pump(frames: 1)
      let list = view.compose()
      damage.clear()
      damage.markDamage(from: shown, to: list)
      image.withMutablePixels {
        rasterizer.paint(list, tiles: damage, into: $0, stride: size.width)
      }
      shown = list
    }
    // Memory grows at first, as the fan's sectors need more and more arcs.
    for _ in 0..<605 { frame() }
    let before = allocations_of_this_thread()
    for _ in 0..<50 { frame() }
    expectEqual(allocations_of_this_thread() - before, 0)
  }

  @Test("a frame of paths in groups allocates nothing while its structure is unchanged")
  func groups() {
    let size = PixelSize(width: 640, height: 360)
    let image = PixelImage(size: size)
    let rasterizer = Rasterizer()
    var damage = TileSet(TileGrid(size: size))
    var list = DisplayList(size: size)
    var shown = DisplayList(size: size)
    var path = Path()
    for step in 0..<7 {
      let tip = Vector(length: 100, direction: .turns(Double(step) * 3 / 7))
      path.addCurve(
        to: Point(x: 0, y: 0) + tip, control1: Point(x: 10, y: 0), control2: Point(x: 90, y: 30))
    }
    let stops = GradientStops([.init(at: 0, .white), .init(at: 1, .blue)])
    let gradient = Paint.gradient(
      Gradient(.linear(start: .zero, end: Point(x: 100, y: 0)), stops: stops))
    var number = 0.0
    func frame() {
      number += 1
      swap(&list, &shown)
      list.removeAll(size: size)
      let transform = Transform(
        translation: Vector(dx: 200 + 30 * (number / 20).rounded(), dy: 150))
      list.withGroup(GroupStyle(opacity: 0.7, blendMode: .screen)) { list in
        list.mask(path, transform: transform)
        list.withMatte(Matte(.luma)) { $0.fill(path, .color(.white), transform: transform) }
        list.fill(path, gradient, transform: transform)
        list.stroke(path, StrokeStyle(width: 3, cap: .round), .color(.white), transform: transform)
      }
      damage.clear()
      damage.markDamage(from: shown, to: list)
      image.withMutablePixels {
        rasterizer.paint(list, tiles: damage, into: $0, stride: size.width)
      }
    }
    for _ in 0..<200 { frame() }
    let before = allocations_of_this_thread()
    for _ in 0..<50 { frame() }
    expectEqual(allocations_of_this_thread() - before, 0)
  }
}

#if DEBUG
  private let isOptimized = false
#else
  private let isOptimized = true
#endif
