import TestSupport
import Testing

@testable import AnimCore
@testable import FramePacing

@Suite("A line fit")
struct LineFitTests {
  @Test("agrees with least squares over all its samples at once, however far apart they are")
  func batch() {
    var random = SeededGenerator(seed: 1)
    var fit = LineFit()
    var line = (offset: 0.0, slope: 0.0)
    var x = 0.0
    var samples: [(x: Double, y: Double)] = []
    for _ in 0..<50 {
      let step = samples.isEmpty ? 0 : Double(1 + random.next() % 8)
      x += step
      let y = 7 + 0.3 * x + random.normal()
      samples.append((x, y))
      line.offset += step * line.slope
      let correction = fit.add(
        error: y - line.offset, step: step, priorSlope: 0, priorWeight: 0)
      line = (line.offset + correction.offset, line.slope + correction.slope)
    }
    let count = Double(samples.count)
    let meanX = samples.reduce(0) { $0 + $1.x } / count
    let meanY = samples.reduce(0) { $0 + $1.y } / count
    let slope =
      samples.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) }
      / samples.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
    #expect(abs(line.slope - slope) < 1e-9)
    #expect(abs(line.offset - (meanY + slope * (x - meanX))) < 1e-9)
  }

  @Test("follows the prior slope as long as the samples have less weight")
  func prior() {
    var fit = LineFit()
    _ = fit.add(error: 0, step: 0, priorSlope: 0.5, priorWeight: 1e9)
    let (_, slope) = fit.add(error: 3, step: 1, priorSlope: 0.5, priorWeight: 1e9)
    #expect(abs(slope - 0.5) < 1e-6)
  }
}
