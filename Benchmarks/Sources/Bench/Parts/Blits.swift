/// A frame that changes every pixel at 1080p: the number of bytes that the server processes per
/// second of its own time, and of elapsed time. It is compared with plain XShmPutImage requests of
/// the same size, for an unchanged image and for a new one each time. In the latter case, the
/// server's processor has to fetch what another one has just written.
///
/// x11perf doesn't support this size. A similar loop for any size is compared with x11perf at a
/// size that both support, to show that it is accurate.
func measureBlits(_ configuration: BenchConfiguration) throws -> [BenchResult] {
  var ours: [Blit] = []
  var bare: [Blit] = []
  var changing: [Blit] = []
  var loop: [Double] = []
  var x11perf: [Double] = []
  for _ in 0..<configuration.rounds {
    ours.append(try configuration.viewerBlit())
    bare.append(ifMeasured: try configuration.bareBlit("1920", "1080"))
    changing.append(ifMeasured: try configuration.bareBlit("1920", "1080", isChanging: true))
    loop.append(ifMeasured: try configuration.bareBlit("500", "500")?.rate)
    x11perf.append(
      ifMeasured: try configuration.x11perfRate().map { $0 * 500 * 500 * 4 / 1e9 })
  }
  return [
    try BenchResult(
      "1080p frames, per second of the server's time", "GB/s", ours.map(\.serverRate),
      beside: "bare XShmPutImage", bare.map(\.serverRate), goal: .ratioAtLeast(0.9)),
    try BenchResult(
      "1080p frames, per second of the server's time", "GB/s", ours.map(\.serverRate),
      beside: "bare XShmPutImage of new images", changing.map(\.serverRate)),
    try BenchResult(
      "1080p frames with their drawing, in all", "GB/s", ours.map(\.rate),
      beside: "bare XShmPutImage of new images", changing.map(\.rate)),
  ]
    + (loop.isEmpty
      ? []
      : [try BenchResult("bare XShmPutImage 500×500", "GB/s", loop, beside: "x11perf", x11perf)])
}

/// A throughput, in bytes per nanosecond.
private struct Blit {
  var rate: Double
  var serverRate: Double
}

extension BenchConfiguration {
  private static let frameBytes = 1920.0 * 1080 * 4

  /// Measures one square that is larger than the window and always moves: the cheapest scene that
  /// paints and sends every pixel in every frame.
  fileprivate func viewerBlit() throws -> Blit {
    let (few, many) = amount((10, 410), smoke: (2, 12))
    let spans = try [few, many].map { frames in
      try measured([
        viewer, "--scene", "squares", "--size", "1920x1080", "--rate", "max", "--squares-count",
        "1", "--squares-size", "5000", "--squares-velocity", "900..900", "--squares-edges", "none",
        "--squares-position", "960,540", "--squares-lifetime", "0.5..0.5", "--squares-fade", "0",
        "--squares-antialias", "--stop-after", "\(frames)",
      ])
    }
    let bytes = Double(many - few) * Self.frameBytes / 1e9
    return Blit(
      rate: bytes / (spans[1].wall - spans[0].wall),
      serverRate: bytes / (spans[1].server - spans[0].server))
  }

  fileprivate func bareBlit(
    _ width: String, _ height: String, isChanging: Bool = false
  ) throws -> Blit? {
    guard !missing.contains("shm_put") else { return nil }
    let span = try measured(
      [peer("shm_put"), width, height, amount("1", smoke: "0.1")] + (isChanging ? ["fill"] : []))
    let numbers = span.text.numbers
    guard numbers.count == 2, let w = Double(width), let h = Double(height) else {
      throw BenchError("shm_put said nothing")
    }
    let bytes = numbers[0] * w * h * 4 / 1e9
    return Blit(rate: bytes / numbers[1], serverRate: bytes / span.server)
  }

  private func measured(
    _ arguments: [String]
  ) throws -> (text: String, wall: Double, server: Double) {
    let before = try server.processorSeconds
    let result = try Child.run(arguments)
    return (result.text, result.wallSeconds, try server.processorSeconds - before)
  }

  /// Returns the puts per second from a line such as "8000 reps @ 0.0425 msec ( 23500.0/sec):
  /// ShmPutImage".
  fileprivate func x11perfRate() throws -> Double? {
    guard !missing.contains("x11perf") else { return nil }
    let text = try Child.run(["x11perf", "-repeat", "1", "-time", "1", "-shmput500"]).text
    let rate = text.split(separator: "(").last?.split(separator: "/").first.map(String.init)
    guard let rate = rate?.numbers.first else { throw BenchError("x11perf said nothing") }
    return rate
  }
}
