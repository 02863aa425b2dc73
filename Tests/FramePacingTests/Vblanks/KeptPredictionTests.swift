import TestSupport
import Testing

@testable import AnimCore
@testable import FramePacing
@testable import LinuxSystem

@Suite("What the predictor makes of stamps")
struct KeptPredictionTests {
  /// Each line is a display, and what was made of its stamps.
  @Test("stays the same: verdicts, periods, phases, margins and when it asks again")
  func kept() throws {
    var text = ""
    let starts: [(wanted: Double, true: Double)] = [(60, 60), (60, 59.94), (60, 75), (144, 143.9)]
    for (index, start) in starts.enumerated() {
      for kind in 0..<5 {
        var random = SeededGenerator(seed: UInt64(10 * index + kind + 1))
        var display = SimulatedDisplay(hertz: start.true, seed: UInt64(kind + 1))
        if kind == 2 { display.outliers = 0.2 }
        var predictor = VblankPredictor(
          refreshRate: RefreshRate(hertz: start.wanted), start: display.time)
        text += "display \(index), \(kind)\n"
        for step in 0..<120 {
          var stamp = display.next()
          if kind == 1 || kind == 3 {
            // Up to 0.4 ms early or late.
            let error = Int64((random.unit() - 0.5) * 8e5)
            stamp = VblankStamp(msc: stamp.msc, ust: stamp.ust.advanced(byNanoseconds: error))
          }
          if kind == 3, step == 60 { display.shift(by: 5e6) }
          if kind == 4, step == 40 { display.period = 1e9 / 50 }
          if kind == 4, step == 80 { display.count(from: 12) }
          if step % 17 == 5 { predictor.sampleLost() }
          if step % 29 == 7 { continue }
          let verdict = predictor.add(stamp, now: stamp.ust + 0.0002)
          if step % 3 == 0 {
            text += "\(step): \(verdict) \(predictor.lockState), \(predictor.sampleCount) samples, "
            text += decimalText(predictor.period * 1e9, places: 1) + " ns, deviation "
            text += decimalText(predictor.deviation * 1e9, places: 1) + ", margin "
            text += decimalText(predictor.phaseMargin * 1e9, places: 1) + ", next after "
            text += "\(predictor.framesToNextSample), "
            text += "\(predictor.time(ofVblank: stamp.msc + 5) - stamp.ust)\n"
          }
        }
      }
    }
    try Kept.compare(text, with: "predictions.txt")
  }
}
