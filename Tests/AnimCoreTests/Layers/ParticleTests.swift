import TestSupport
import Testing

@testable import AnimCore
@testable import AnimGraphics

@Suite("Particles")
struct ParticleTests {
  private func emitter(_ change: (inout EmitterCell) -> Void = { _ in }) -> EmitterLayer {
    var cell = EmitterCell(path: Path(Rect(center: .zero, side: 2)), colors: [.red, .clear])
    cell.birthRate = 20
    cell.lifetime = 0.5...2
    cell.spread = .fullTurn
    change(&cell)
    return EmitterLayer([cell])
  }

  private func particles(_ layer: EmitterLayer, at time: Seconds) -> [Particle] {
    layer.tree?.update(to: time)
    var particles: [Particle] = []
    layer.forEachParticle(of: 0) { particles.append($0) }
    return particles
  }

  @Test("are the same at a time whatever was drawn before, and differ with another seed")
  func anyOrder() {
    let times: [Seconds] = [0, 0.05, 1.3, 2, 9.75, 10, 3600]
    let layer = emitter()
    let tree = LayerTree(root: layer)
    let expected = times.map { particles(layer, at: $0) }
    for index in [4, 0, 6, 2, 5, 1, 3] {
      expectEqual(particles(layer, at: times[index]), expected[index])
    }
    layer.seed = 1
    #expect(particles(layer, at: 2) != expected[3])
    layer.seed = 0
    expectEqual(particles(layer, at: 2), expected[3])
    withExtendedLifetime(tree) {}
  }

  @Test("move straight from their birth position, accelerated by gravity")
  func motion() {
    let layer = emitter {
      ($0.birthRate, $0.lifetime, $0.velocity) = (1, 4...4, 10...10)
      ($0.direction, $0.spread) = (.zero, .zero)
      ($0.acceleration, $0.spin) = (Vector(dx: 0, dy: 2), .turns(0.25) ... .turns(0.25))
      ($0.scale, $0.scaleOverLife) = (3...3, [0, 1, 0])
      $0.colors = [Color(argb: 0xFF00_0000), Color(argb: 0xFFFF_FFFF)]
    }
    let tree = LayerTree(root: layer)
    expectEqual(particles(layer, at: -1), [])
    // The second is a second younger, and above the first.
    let pair = particles(layer, at: 1.5)
    expectEqual(pair.map(\.position), [Point(x: 15, y: 2.25), Point(x: 5, y: 0.25)])
    expectEqual(pair.map(\.rotation), [.turns(0.375), .turns(0.125)])
    expectEqual(pair.map(\.scale), [3 * 0.75, 3 * 0.25])
    expectEqual(pair[0].color, Color(white: 0.375))
    layer.order = .oldestOnTop
    expectEqual(particles(layer, at: 1.5), pair.reversed())
    withExtendedLifetime(tree) {}
  }

  @Test(
    "are born and die one by one until emission ends, and the tree rests once the last has died")
  func births() {
    let layer = emitter { ($0.birthRate, $0.lifetime) = (4, 1...1) }
    let tree = LayerTree(root: layer)
    layer.emissionDuration = 2
    let table: [(time: Seconds, count: Int)] = [
      (0, 1), (0.2, 1), (0.25, 2), (0.9, 4), (1, 4), (1.9, 4), (2, 3), (2.6, 1), (2.8, 0), (9, 0),
    ]
    for (time, count) in table { expectEqual(particles(layer, at: time).count, count) }
    for (time, moves) in [(0.0, true), (2.9, true), (3.1, false)] {
      tree.update(to: time)
      expectEqual(tree.hasRunningAnimations, moves)
    }
    tree.update(to: 1)
    layer.emissionDuration = .infinity
    expectEqual(tree.animationsEnd, .infinity)
    layer.cells = []
    expectEqual(tree.animationsEnd, nil)
  }

  @Test("the number of particles is limited, and meaningless parameters give none")
  func limits() {
    let tree = LayerTree(root: GraphicLayer())
    let wild: [(inout EmitterCell) -> Void] = [
      { $0.birthRate = 1e9 }, { $0.birthRate = .infinity }, { $0.birthRate = .nan },
      { $0.birthRate = -1 }, { $0.lifetime = 0...0 }, { $0.lifetime = -3...(-1) },
      { $0.lifetime = 1...(.infinity) }, { $0.velocity = 0...(.infinity) },
      { $0.scale = -1e300...1e300 }, { $0.spread = .radians(.nan) }, { $0.colors = [] },
      { $0.scaleOverLife = [] },
    ]
    for (index, change) in wild.enumerated() {
      let layer = emitter(change)
      tree.root.addSublayer(layer)
      for time in [0.0, 0.5, 1e5, 1e300] {
        let count = particles(layer, at: time).count
        #expect(count <= EmitterLayer.maximumCount + 2, "\(index) at \(time)")
      }
      tree.update(to: 0.5)
      _ = tree.image(size: Size(width: 4, height: 4))
      if index == 0 { #expect(particles(layer, at: 3).count > 5000) }
      if (2...5).contains(index) { expectEqual(particles(layer, at: 3).count, 0) }
      layer.removeFromSuperlayer()
      tree.update(to: 0)
    }
  }

  @Test("are born inside their shape")
  func shapes() {
    let shapes: [(EmitterShape, (Point) -> Bool)] = [
      (.point, { $0 == .zero }),
      (.line(length: 10), { abs($0.x) <= 5 && $0.y == 0 }),
      (.rectangle(Size(width: 10, height: 4)), { abs($0.x) <= 5 && abs($0.y) <= 2 }),
      (
        .rectangle(Size(width: 10, height: 4), isFilled: false),
        { abs(abs($0.x) - 5) < 1e-9 || abs(abs($0.y) - 2) < 1e-9 }
      ),
      (.circle(radius: 5), { $0.distance(to: .zero) <= 5 }),
      (.circle(radius: 5, isFilled: false), { abs($0.distance(to: .zero) - 5) < 1e-9 }),
    ]
    for (shape, holds) in shapes {
      var numbers = ParticleNumbers(seed: 3, cell: 0, number: 0)
      let points = (0..<400).map { _ in numbers.point(in: shape) }
      #expect(points.allSatisfy(holds), "\(shape)")
      // Evenly on both sides of the middle.
      if shape != .point {
        let left = points.filter { $0.x < 0 }.count
        #expect((150...250).contains(left), "\(shape): \(left)")
      }
    }
  }
}
