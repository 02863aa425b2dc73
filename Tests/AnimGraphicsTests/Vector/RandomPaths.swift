import TestSupport

@testable import AnimGraphics

/// Random paths, determined by the seed.
struct RandomPaths {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    .random(in: range, using: &generator)
  }

  mutating func point(_ range: ClosedRange<Double> = 0...100) -> Point {
    Point(x: number(range), y: number(range))
  }

  mutating func path(contours: Int = 2, segments: Int = 4, curves: Bool = true) -> Path {
    var path = Path()
    for _ in 0..<contours {
      path.move(to: point())
      for _ in 0..<segments {
        switch curves ? Int.random(in: 0..<3, using: &generator) : 0 {
        case 0: path.addLine(to: point())
        case 1: path.addQuadCurve(to: point(), control: point())
        default: path.addCurve(to: point(), control1: point(), control2: point())
        }
      }
      if Bool.random(using: &generator) { path.close() }
    }
    return path
  }
}
