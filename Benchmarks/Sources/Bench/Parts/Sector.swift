/// Anti-aliased sectors of radius 100, averaged over all integral degrees.
///
/// The viewer paints a frame, including the background under the sector, which is also measured
/// alone. Cairo only adds the sector.
func measureSector(_ configuration: BenchConfiguration) throws -> [BenchResult] {
  var ours: [Double] = []
  var ground: [Double] = []
  var fast: [Double] = []
  var good: [Double] = []
  for _ in 0..<configuration.rounds * 2 {
    ours.append(
      try configuration.kernelTime("sector", repeats: configuration.amount(10, smoke: 1)) / 359)
    fast.append(ifMeasured: try configuration.cairoTime("fast"))
    ground.append(
      try configuration.kernelTime("sector-ground", repeats: configuration.amount(10, smoke: 1))
        / 359)
    good.append(ifMeasured: try configuration.cairoTime("good"))
  }
  let alone = zip(ours, ground).map { $0 - $1 }
  return [
    try BenchResult("sector", "µs", alone, beside: "Cairo, fast", fast, goal: .ratioAtMost(0.3)),
    try BenchResult(
      "sector with its ground", "µs", ours, beside: "Cairo, fast", fast, goal: .ratioAtMost(0.4)),
    try BenchResult("sector", "µs", alone, beside: "Cairo, good", good),
  ]
}

extension BenchConfiguration {
  /// Returns the microseconds for one run of a kernel.
  func kernelTime(_ name: String, repeats: Int) throws -> Double {
    guard let time = try Child.run([kernels, name, "\(repeats)"]).text.numbers.first else {
      throw BenchError("the kernel \(name) said nothing")
    }
    return time
  }

  fileprivate func cairoTime(_ quality: String) throws -> Double? {
    try with("cairo_sector") {
      guard
        let time = try Child.run([peer("cairo_sector"), quality, "100", "10"]).text.numbers.first
      else { throw BenchError("cairo_sector said nothing") }
      return time
    }
  }
}
