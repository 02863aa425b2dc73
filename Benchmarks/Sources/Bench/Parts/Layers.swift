/// Ten thousand layers, each with a running animation: the time of one frame, beside a plain loop
/// over arrays with the same arithmetic, and as a fraction of a frame at 60 Hz.
func measureLayers(_ configuration: BenchConfiguration) throws -> [BenchResult] {
  var layers: [Double] = []
  var arrays: [Double] = []
  for _ in 0..<configuration.rounds * 2 {
    layers.append(
      try configuration.kernelTime("layers", repeats: configuration.amount(100, smoke: 1)))
    arrays.append(
      try configuration.kernelTime("layers-plain", repeats: configuration.amount(100, smoke: 1)))
  }
  let share = layers.map { $0 / 16_667 }
  return [
    try BenchResult("10,000 animated layers", "µs", layers, beside: "a loop over arrays", arrays),
    try BenchResult("their share of a frame of 60 Hz", "", share, goal: .valueAtMost(0.5)),
  ]
}
