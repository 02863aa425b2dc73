/// Images of paths, from path to pixels on one thread, in processor time, because a busy machine
/// lets short runs finish sooner than long ones. The viewer paints entire frames, so the time for
/// the background is subtracted. The peers only add the paths to an existing image.
func measureVector(_ configuration: BenchConfiguration) throws -> [BenchResult] {
  var results: [BenchResult] = []
  for image in VectorImage.all {
    let path = "\(configuration.peers)/vector-\(image.name).txt"
    let text = try Child.run([configuration.kernels, "--case", image.name]).text
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    var ours: [Double] = []
    var theirs: [String: [Double]] = [:]
    for _ in 0..<configuration.rounds {
      let kernel = "vector-\(image.name)"
      let repeats = configuration.amount(image.repeats, smoke: 1)
      ours.append(
        try configuration.processorTime(kernel, repeats: repeats)
          - configuration.processorTime("\(kernel)-ground", repeats: repeats))
      for peer in VectorPeer.allCases {
        theirs[peer.rawValue, default: []].append(
          ifMeasured: try configuration.with(peer.program) {
            try configuration.vectorTime(peer, path, repeats: repeats)
          })
      }
    }
    for peer in VectorPeer.allCases {
      results.append(
        try BenchResult(
          image.name, "µs", ours, beside: peer.rawValue, theirs[peer.rawValue] ?? [],
          goal: image.goals[peer].map { .ratioAtMost($0) }))
    }
  }
  return results
}

private enum VectorPeer: String, CaseIterable {
  case cairo = "Cairo"
  case blend2d = "Blend2D"
  case skia = "Skia"
  case thorvg = "ThorVG"

  /// The required program.
  var program: String {
    switch self {
    case .cairo: "cairo_vector"
    case .blend2d: "blend2d"
    case .skia: "skia"
    case .thorvg: "thorvg_python"
    }
  }
}

private struct VectorImage {
  let name: String
  let repeats: Int
  let goals: [VectorPeer: Double]

  static let all = [
    VectorImage(name: "circle", repeats: 4000, goals: fills),
    VectorImage(name: "star", repeats: 400, goals: fills),
    VectorImage(name: "glyphs", repeats: 200, goals: fills),
    VectorImage(name: "blob", repeats: 800, goals: fills),
    VectorImage(name: "small", repeats: 80, goals: fills),
    VectorImage(name: "curves", repeats: 80, goals: [.blend2d: 0.9, .thorvg: 0.6, .skia: 0.45]),
    VectorImage(name: "polylines", repeats: 40, goals: [.blend2d: 1, .thorvg: 0.6, .skia: 0.45]),
  ]

  private static let fills: [VectorPeer: Double] = [.blend2d: 1, .thorvg: 0.6, .skia: 0.85]
}

extension BenchConfiguration {
  /// Returns the processor time for one run of a kernel, in microseconds.
  func processorTime(_ kernel: String, repeats: Int) throws -> Double {
    let numbers = try Child.run([kernels, kernel, "\(repeats)"]).text.numbers
    guard numbers.count >= 2 else { throw BenchError("the kernel \(kernel) said nothing") }
    return numbers[1]
  }

  /// Returns the microseconds for one image.
  fileprivate func vectorTime(_ peer: VectorPeer, _ path: String, repeats: Int) throws -> Double {
    let command =
      peer == .cairo
      ? [self.peer("cairo_vector"), path, "\(repeats)"]
      : [python, "\(scripts)/vector.py", peer.rawValue, path, "\(repeats)"]
    guard let time = try Child.run(command).text.numbers.first else {
      throw BenchError("\(peer.rawValue) said nothing of \(path)")
    }
    return time
  }
}
