import TestSupport
import Testing

@testable import AnimGraphics

@Suite("The coverage cache")
struct CoverageCacheTests {
  private let size = PixelSize(width: 400, height: 300)

  /// Returns the indices of the shapes of a list, and how many had to be computed.
  private func frame(
    _ cache: inout CoverageCache, needed: PixelRect? = nil, passesNew: Bool = false,
    _ append: (inout DisplayList) -> Void
  ) -> (numbers: [Int32], built: Int) {
    var list = DisplayList(size: size)
    append(&list)
    return list.points.withUnsafeBufferPointer { points in
      list.polygonEnds.withUnsafeBufferPointer { ends in
        let outlines = Outlines(points: points, ends: ends)
        cache.beginFrame()
        var builder = CoverageBuilder()
        defer { builder.deallocate() }
        var commands: [Command] = []
        let numbers = list.commands.map { command in
          let before = cache.pending.count
          let part = needed.map { $0.intersection(command.bounds) } ?? command.bounds
          let number = cache.find(command, outlines, needed: part, passesNew: passesNew)
          if cache.pending.count > before { commands.append(command) }
          return number
        }
        for (index, command) in commands.enumerated() {
          cache.build(
            Int(cache.pending[index]), command.shape, outlines, with: &builder, worker: 0)
        }
        return (numbers, commands.count)
      }
    }
  }

  private func triangle(_ x: Double) -> [Point] {
    [Point(x: x, y: 10), Point(x: x + 90, y: 20), Point(x: x + 30, y: 200)]
  }

  @Test("the coverage of an unchanged shape is computed once, at any position in the list")
  func staying() {
    var cache = CoverageCache(workers: 1)
    defer { cache.deallocate() }
    let first = frame(&cache) {
      $0.fillPolygon(triangle(10), .white)
      $0.fillDisc(center: Point(x: 50, y: 50), radius: 30, .white)
    }
    expectEqual(first.built, 2)
    let second = frame(&cache) {
      $0.fillPolygon(triangle(20), .white)
      $0.fillDisc(center: Point(x: 50, y: 50), radius: 30, .blue)
      $0.fillPolygon(triangle(10), .blue)
    }
    expectEqual(second.built, 1)
    expectEqual(second.numbers[1...], [first.numbers[1], first.numbers[0]])
  }

  @Test("a new shape is skipped, and stored if it occurs again within 255 frames")
  func passing() {
    var cache = CoverageCache(workers: 1)
    defer { cache.deallocate() }
    func built(_ x: Double) -> Int {
      frame(&cache, passesNew: true) { $0.fillPolygon(triangle(x), .white) }.built
    }
    expectEqual((0..<300).map { built(Double($0)) }.reduce(0, +), 0)
    expectEqual(built(100), 1)
    expectEqual(built(100), 0)
    expectEqual(built(0), 0)
  }

  @Test("none of many shapes skipped in one frame is skipped in the third")
  func passingMany() {
    var cache = CoverageCache(workers: 1)
    defer { cache.deallocate() }
    let built = (0..<3).map { _ in
      frame(&cache, passesNew: true) { list in
        for number in 0..<2000 {
          list.fillDisc(
            center: Point(x: Double(number % 390) + 4, y: Double(number / 390) * 9 + 4), radius: 2,
            .white)
        }
      }.built
    }
    expectEqual(built.reduce(0, +), 2000)
  }

  @Test("shapes with equal digests are distinguished by their corners")
  func collisions() {
    var cache = CoverageCache(workers: 1)
    defer { cache.deallocate() }
    let both = frame(&cache) {
      $0.fillPolygon(triangle(10), .white)
      $0.fillPolygon(triangle(11), .white)
      $0.commands[1].digest = $0.commands[0].digest
    }
    expectEqual(both.built, 2)
    #expect(both.numbers[0] != both.numbers[1])
  }

  @Test("if more of a shape is needed than is stored, the entire shape is computed")
  func growing() {
    var cache = CoverageCache(workers: 1)
    defer { cache.deallocate() }
    for (part, built) in [(0, 1), (0, 1), (100, 0), (40, 0)] {
      let top = part
      let needed =
        built == 1 && cache.shapes.count == 0
        ? PixelRect(x0: 0, y0: 0, x1: 400, y1: 20)
        : PixelRect(x0: 0, y0: top + 20, x1: 400, y1: top + 60)
      expectEqual(
        frame(&cache, needed: needed) { $0.fillPolygon(triangle(10), .white) }.built, built)
    }
    expectEqual(cache.shapes.count, 1)
  }

  @Test("shapes that change in every frame don't fill memory")
  func memory() {
    var cache = CoverageCache(workers: 1)
    defer { cache.deallocate() }
    var most = 0
    for number in 0..<3000 {
      _ = frame(&cache) { $0.fillPolygon(triangle(Double(number) / 16), .white) }
      most = max(most, cache.stores[0].size)
    }
    #expect(most < CoverageCache.smallSize + 1 << 16)
    #expect(most > CoverageCache.smallSize / 4)
  }
}
