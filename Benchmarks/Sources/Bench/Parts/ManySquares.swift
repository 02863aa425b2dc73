/// 10⁶ squares of 2 px at 1080p with an unlimited frame rate, and the growth of the cost, starting
/// at 10² squares.
func measureManySquares(_ configuration: BenchConfiguration) throws -> [BenchResult] {
  var aligned: [Double] = []
  var smooth: [Double] = []
  var peer: [Double] = []
  var grouped: [Double] = []
  for _ in 0..<configuration.rounds {
    aligned.append(try configuration.viewerRate(1_000_000, isAntialiased: false))
    peer.append(ifMeasured: try configuration.peerRate("full"))
    grouped.append(ifMeasured: try configuration.peerRate("grouped"))
    smooth.append(try configuration.viewerRate(1_000_000, isAntialiased: true))
  }
  // So fast that all squares move between frames, however short the interval is. At the usual
  // velocities, fewer than one in a hundred moves by a pixel in the microseconds of such a frame.
  let counts = [100, 1_000, 10_000, 100_000, 1_000_000]
  var times: [Int: [Double]] = [:]
  for _ in 0..<min(configuration.rounds, 3) {
    for count in counts {
      times[count, default: []].append(
        1e3
          / (try configuration.viewerRate(
            count, isAntialiased: false, "--squares-velocity", "100000")))
    }
  }
  return [
    try BenchResult(
      "10⁶ whole-pixel squares", "frames/s", aligned, beside: "SDL2 surface", peer,
      goal: .ratioAtLeast(4)),
    try BenchResult(
      "10⁶ anti-aliased squares", "frames/s", smooth, beside: "SDL2 surface, whole-pixel", peer,
      goal: .ratioAtLeast(1)),
    try BenchResult(
      "10⁶ whole-pixel squares", "frames/s", aligned, beside: "SDL2, colour by colour", grouped,
      goal: .ratioAtLeast(2.5)),
  ]
    + (try counts.map { try BenchResult("\($0) squares", "ms/frame", times[$0] ?? []) })
    + [try linearity(times, counts)]
}

/// Checks that the cost is a constant plus a rate: 10 times the squares may cost at most 10 times
/// as much.
private func linearity(_ times: [Int: [Double]], _ counts: [Int]) throws -> BenchResult {
  let growth = zip(counts, counts.dropFirst()).compactMap { few, many -> Double? in
    guard let a = Spread(times[few] ?? []), let b = Spread(times[many] ?? []) else { return nil }
    return b.median / a.median / (Double(many) / Double(few))
  }
  guard let worst = growth.max() else { throw BenchError("nothing was measured of linearity") }
  return try BenchResult(
    "worst growth of cost per growth of count", "×", [worst], goal: .valueAtMost(1.2))
}

extension BenchConfiguration {
  /// Returns the frames per second, from the difference between a long and a short run, which
  /// excludes start-up.
  fileprivate func viewerRate(
    _ count: Int, isAntialiased: Bool, _ options: String...
  ) throws -> Double {
    let frames = amount(count >= 1_000_000 ? 40 : count >= 100_000 ? 200 : 400, smoke: 2)
    let few = amount(4, smoke: 1)
    let spans = try [few, few + frames].map { frames in
      try Child.run(
        [
          viewer, "--scene", "squares", "--size", "1920x1080", "--rate", "max", "--squares-count",
          "\(count)", "--squares-size", "2",
          isAntialiased ? "--squares-antialias" : "--no-squares-antialias", "--stop-after",
          "\(frames)",
        ] + options
      ).wallSeconds
    }
    // In a smoke run, the longer run may finish sooner.
    return Double(frames) / max(spans[1] - spans[0], 1e-6)
  }

  fileprivate func peerRate(_ way: String) throws -> Double? {
    try with("sdl_squares") {
      let numbers = try Child.run([
        peer("sdl_squares"), way, "1920", "1080", "1000000", "2", "0", amount("2", smoke: "0.1"),
      ]).text.numbers
      guard numbers.count >= 2 else { throw BenchError("sdl_squares said nothing") }
      // In a smoke run, there may not be enough time for a frame.
      return amount(numbers[0], smoke: max(numbers[0], 1)) / numbers[1]
    }
  }
}
