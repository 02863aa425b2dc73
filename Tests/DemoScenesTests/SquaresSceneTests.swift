import AnimCore
import AnimGraphics
import DemoScenes
import TestSupport
import Testing

@Suite("The moving squares")
struct SquaresSceneTests {
  private static let view = Size(width: 400, height: 300)

  private func scene(_ change: (inout SquaresConfiguration) -> Void = { _ in }) -> SquaresScene {
    var configuration = SquaresConfiguration()
    change(&configuration)
    let scene = SquaresScene(configuration: configuration)
    scene.layout(in: Self.view)
    return scene
  }

  private func fallingSquare() -> SquaresScene {
    scene {
      $0.count = 1
      $0.position = .zero
      $0.velocity = .exactly(Vector(dx: 50, dy: 100))
      $0.acceleration = .exactly(.zero)
      $0.lifetime = 10...10
    }
  }

  @Test(
    "a square moving at 50,100 is at 100,200 after two seconds at any frame rate",
    arguments: [1, 7, 24, 59.94, 60, 144, 1000])
  func frameRateDoesNotMatter(rate: Double) {
    let scene = fallingSquare()
    let source = VirtualFrameSource(refreshRate: rate)
    scene.start(on: source)
    source.advance(to: Timestamp(seconds: 1.9))
    source.seek(to: Timestamp(seconds: 2))
    expectEqual(scene.center(of: 0), Point(x: 100, y: 200))
  }

  @Test("a square moving at 50,100 is at 100,200 after two seconds with any sequence of deltas")
  func deltasDoNotMatter() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<50 {
      let scene = fallingSquare()
      var time = 0.0
      while time < 2 {
        scene.update(to: time)
        time += Double.random(in: 0.0001...0.2, using: &generator)
      }
      scene.update(to: 2)
      expectEqual(scene.center(of: 0), Point(x: 100, y: 200))
    }
  }

  @Test("acceleration bends the path by ½at²")
  func acceleration() {
    let scene = scene {
      $0.position = Point(x: 20, y: 30)
      $0.velocity = .exactly(Vector(dx: 10, dy: 0))
      $0.acceleration = .exactly(Vector(dx: 0, dy: 8))
      $0.lifetime = 10...10
    }
    scene.update(to: 3)
    expectEqual(scene.center(of: 0), Point(x: 50, y: 66))
    expectEqual(scene.velocity(of: 0), Vector(dx: 10, dy: 24))
  }

  @Test("sixty squares move by default, each along its own path")
  func sixty() {
    let scene = scene()
    expectEqual(scene.configuration.count, 60)
    scene.update(to: 1)
    let centers = Set((0..<60).map(scene.center(of:)))
    expectEqual(centers.count, 60)
  }

  @Test("stepping through any times and seeking give identical results")
  func steppingEqualsSeeking() {
    var generator = SeededGenerator(seed: 3)
    let stepped = scene()
    var time = 0.0
    for _ in 0..<500 {
      time += Double.random(in: 0...0.3, using: &generator)
      stepped.update(to: time)
      let sought = scene()
      sought.update(to: time)
      for index in 0..<60 { expectEqual(stepped.center(of: index), sought.center(of: index)) }
    }
  }

  @Test("a square is recycled at the end of its life, within the range of lifetimes")
  func recycling() {
    let scene = scene {
      $0.count = 20
      $0.lifetime = 1...3
      $0.velocity = .anyDirection(50...100)
      $0.acceleration = .exactly(.zero)
      $0.edges = .none
    }
    var births = Array(repeating: [0.0], count: 20)
    var velocities = (0..<20).map(scene.velocity(of:))
    let step = 1.0 / 1024
    for tick in 1..<(40 * 1024) {
      let time = Double(tick) * step
      scene.update(to: time)
      for index in 0..<20 where scene.velocity(of: index) != velocities[index] {
        velocities[index] = scene.velocity(of: index)
        births[index].append(time)
      }
    }
    for lives in births {
      #expect(lives.count > 10)
      for (birth, next) in zip(lives, lives.dropFirst()) {
        #expect((1 - step...3 + step).contains(next - birth))
      }
    }
  }

  @Test("a bouncing square stays inside the view, and its path is continuous")
  func bouncing() {
    let scene = scene {
      $0.velocity = .anyDirection(500...900)
      $0.lifetime = 30...40
    }
    var last: [Point] = []
    for tick in 0..<2_000 {
      scene.update(to: Double(tick) / 120)
      let centers = (0..<60).map(scene.center(of:))
      for center in centers {
        #expect((10...390).contains(center.x) && (10...290).contains(center.y))
      }
      for (old, new) in zip(last, centers) { #expect((new - old).length < 2_000.0 / 120) }
      last = centers
    }
  }

  @Test("a wrapping square leaves completely before it enters at the other side")
  func wrapping() {
    let scene = scene {
      $0.count = 1
      $0.position = Point(x: 395, y: 100)
      $0.velocity = .exactly(Vector(dx: 10, dy: 0))
      $0.acceleration = .exactly(.zero)
      $0.lifetime = 100...100
      $0.edges = .wrap
    }
    scene.update(to: 1)
    expectEqual(scene.center(of: 0), Point(x: 405, y: 100))
    scene.update(to: 2)
    expectEqual(scene.center(of: 0), Point(x: -5, y: 100))
  }

  @Test("squares without edges leave the view")
  func leaving() {
    let scene = fallingSquare()
    let free = self.scene {
      $0 = scene.configuration
      $0.edges = .none
    }
    free.update(to: 9)
    expectEqual(free.center(of: 0), Point(x: 450, y: 900))
  }

  @Test("a different seed results in a different image, and the same seed in the same one")
  func seeds() {
    func list(_ seed: UInt64) -> DisplayList {
      let scene = scene { $0.seed = seed }
      scene.update(to: 1)
      var list = DisplayList(size: PixelSize(width: 400, height: 300))
      scene.draw(into: &list)
      return list
    }
    expectEqual(list(1), list(1))
    #expect(list(1) != list(2))
  }

  @Test("a square fades in and out")
  func fading() {
    let scene = scene {
      $0.count = 1
      $0.lifetime = 4...4
      $0.fade = 0.5
      $0.palette = [.blue]
    }
    func alpha(_ time: Seconds) -> UInt32 {
      scene.update(to: time)
      var list = DisplayList(size: PixelSize(width: 400, height: 300))
      scene.draw(into: &list)
      return list.squares.argb[0] >> 24
    }
    expectEqual(alpha(0), 0)
    expectEqual(alpha(0.25), 128)
    expectEqual(alpha(2), 255)
    expectEqual(alpha(3.75), 128)
  }

  @Test("a scene that is released ends its link")
  func linkEnds() {
    let source = VirtualFrameSource()
    var scene: SquaresScene? = scene()
    scene?.start(on: source)
    source.pump(frames: 2)
    #expect(source.demand != .nothing)
    scene = nil
    source.pump(frames: 1)
    expectEqual(source.demand, .nothing)
  }

  @Test("squares shrink with a small view, unless a size is given")
  func side() {
    var configuration = SquaresConfiguration()
    expectEqual(configuration.side(in: Size(width: 960, height: 400)), 20)
    expectEqual(configuration.side(in: Size(width: 80, height: 60)), 5)
    expectEqual(configuration.side(in: .zero), 0)
    configuration.side = 31
    expectEqual(configuration.side(in: Size(width: 80, height: 60)), 31)
  }

  @Test("a view smaller than a square and a scene without squares are drawn safely")
  func extremes() {
    let scene = scene { $0.side = 20 }
    scene.layout(in: Size(width: 3, height: 3))
    scene.update(to: 1e15)
    expectEqual(scene.center(of: 0), Point(x: 1.5, y: 1.5))
    _ = self.scene { $0.count = 0 }
  }
}
