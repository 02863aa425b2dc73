import TestSupport
import Testing

@testable import AnimGraphics

@Suite("Lighting filters")
struct LightingTests {
  private let size = PixelSize(width: 23, height: 14)
  private let source = FilterFixtures.random(PixelSize(width: 23, height: 14), seed: 9)
  private let color = Color(rgb: 0xFFA050)

  private static let lamps: [FilterLighting.Source] = [
    .distant(azimuth: 30, elevation: 40), .point(x: 10, y: 5, z: 20),
    .spot(
      x: 12, y: 6, z: 15, pointsAtX: 8, pointsAtY: 9, pointsAtZ: 0, exponent: 3,
      limitingConeAngle: nil),
    .spot(
      x: 12, y: 6, z: 15, pointsAtX: 8, pointsAtY: 9, pointsAtZ: 1, exponent: 1,
      limitingConeAngle: 25),
  ]

  /// The normal of the surface by the table of Filter Effects Module Level 1, section 9.5.
  private func normal(_ x: Int, _ y: Int, _ scale: Double) -> [Double] {
    func height(_ x: Int, _ y: Int) -> Double { source.channels(x, y)[3] / 255 }
    let columns = (x == 0 ? 0 : -1)...(x == size.width - 1 ? 0 : 1)
    let rows = (y == 0 ? 0 : -1)...(y == size.height - 1 ? 0 : 1)
    func weight(_ step: Int) -> Double { step == 0 ? 2 : 1 }
    func slope(
      across: ClosedRange<Int>, _ height: (_ along: Int, _ across: Int) -> Double,
      along: ClosedRange<Int>
    ) -> Double {
      let sum = across.reduce(0) {
        $0 + weight($1) * (height(along.upperBound, $1) - height(along.lowerBound, $1))
      }
      let weights = across.reduce(0) { $0 + weight($1) }
      // Interior: 1/4 although two pixels lie between; at an edge only one does.
      return sum / weights * (along.count == 3 ? 1 : 2)
    }
    let nx = -scale * slope(across: rows, { height(x + $0, y + $1) }, along: columns)
    let ny = -scale * slope(across: columns, { height(x + $1, y + $0) }, along: rows)
    return normalized([nx, ny, 1])
  }

  private func normalized(_ v: [Double]) -> [Double] {
    let length = dot(v, v).squareRoot()
    return length > 0 ? v.map { $0 / length } : v
  }

  private func dot(_ a: [Double], _ b: [Double]) -> Double {
    zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
  }

  /// The pixel of a lit surface by the specification, in 0...255.
  private func lit(_ light: FilterLighting, _ x: Int, _ y: Int) -> [Double] {
    let z = source.channels(x, y)[3] / 255 * light.surfaceScale
    let place = [Double(x), Double(y), z]
    var colors = [Double(color.red), Double(color.green), Double(color.blue)]
    var toLight: [Double]
    switch light.source {
    case .distant(let azimuth, let elevation):
      let (a, e) = (Angle(degrees: azimuth), Angle(degrees: elevation))
      toLight = [a.cosine * e.cosine, a.sine * e.cosine, e.sine]
    case .point(let x, let y, let z):
      toLight = normalized(zip([x, y, z], place).map { $0 - $1 })
    case .spot(let x, let y, let z, let toX, let toY, let toZ, let exponent, let cone):
      toLight = normalized(zip([x, y, z], place).map { $0 - $1 })
      let axis = normalized([toX - x, toY - y, toZ - z])
      let cosine = -dot(toLight, axis)
      let isLit = cosine > 0 && cone.map { cosine >= Angle(degrees: $0).cosine } ?? true
      colors = colors.map { isLit ? ($0 * power(max(cosine, 0), exponent)).rounded() : 0 }
    }
    let n = normal(x, y, light.surfaceScale)
    switch light.reflection {
    case .diffuse(let constant):
      return colors.map { min(max($0 * constant * dot(n, toLight), 0), 255) } + [255]
    case .specular(let constant, let exponent):
      let half = normalized([toLight[0], toLight[1], toLight[2] + 1])
      let factor = constant * power(max(dot(n, half), 0), exponent)
      let lit = colors.map { min($0 * factor, 255) }
      return lit + [max(lit[0], lit[1], lit[2])]
    }
  }

  @Test("lighting follows the specification's formulas, even at edges and corners")
  func formulas() {
    for lamp in Self.lamps {
      for reflection in [
        FilterLighting.Reflection.diffuse(constant: 1.2), .specular(constant: 1.5, exponent: 7.5),
        .specular(constant: 0.8, exponent: 60), .specular(constant: 1, exponent: 1),
      ] {
        let light = FilterLighting(
          reflection: reflection, surfaceScale: 3, color: color, source: lamp)
        let result = FilterFixtures.result(.light(light, .source), of: source)
        let error = FilterFixtures.distance(result) { lit(light, $0, $1) }
        #expect(error < 0.6, "\(light)")
      }
    }
  }

  @Test(
    "a flat surface under a light from above has the light's colour, clamped if the light is strong"
  )
  func flat() {
    let flat = FilterFixtures.image(
      Array(repeating: Array(repeating: 0x8080_8080, count: 5), count: 4))
    func light(_ reflection: FilterLighting.Reflection, elevation: Double) -> Image {
      FilterFixtures.result(
        .light(
          FilterLighting(
            reflection: reflection, surfaceScale: 5, color: color,
            source: .distant(azimuth: 77, elevation: elevation)), .source), of: flat)
    }
    #expect(
      light(.diffuse(constant: 1), elevation: 90).pixels.allSatisfy { $0 == 0xFFFF_A050 })
    #expect(
      light(.diffuse(constant: 9), elevation: 90).pixels.allSatisfy { $0 == 0xFFFF_FFFF })
    // sin 30°: 127.5, 80, 40.
    #expect(
      light(.diffuse(constant: 1), elevation: 30).pixels.allSatisfy { $0 == 0xFF80_5028 })
    #expect(
      light(.specular(constant: 1, exponent: 20), elevation: 90).pixels
        .allSatisfy { $0 == 0xFFFF_A050 })
    // Half of it: alpha is the largest channel.
    #expect(
      light(.specular(constant: 0.2, exponent: 20), elevation: 90).pixels
        .allSatisfy { $0 == 0x3333_2010 })
    #expect(
      light(.diffuse(constant: 1), elevation: -30).pixels.allSatisfy { $0 == 0xFF00_0000 })
  }

  @Test("positions of lights are relative to the canvas, and edges are at the graph's area")
  func places() {
    let light = FilterLighting(
      reflection: .diffuse(constant: 1), surfaceScale: 3, color: color,
      source: .point(x: 10, y: 5, z: 20))
    var moved = light
    moved.source = .point(x: 110, y: -25, z: 20)
    let all = FilterFixtures.result(.light(light, .source), of: source)
    expectEqual(FilterFixtures.result(.light(moved, .source), of: source, x: 100, y: -30), all)
    let clip = PixelRect(x0: 5, y0: 3, x1: 16, y1: 9)
    var graph = FilterGraph(area: FilterFixtures.area(of: source))
    graph.append(.init(.light(light, .source), area: clip, space: .sRGB))
    let part = FilterEvaluator().evaluate(graph, source: source)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let isInside = 5..<16 ~= x && 3..<9 ~= y
        expectEqual(part.word(x, y), isInside ? all.word(x, y) : 0, "\(x), \(y)")
      }
    }
  }

  @Test("images with fewer than three pixels in a direction are clear")
  func small() {
    for size in [PixelSize(width: 2, height: 9), PixelSize(width: 9, height: 2)] {
      let light = FilterLighting(
        reflection: .diffuse(constant: 1), surfaceScale: 3, color: color, source: Self.lamps[0])
      let result = FilterFixtures.result(
        .light(light, .source), of: FilterFixtures.random(size, seed: 1))
      #expect(result.pixels.allSatisfy { $0 == 0 })
    }
  }
}
