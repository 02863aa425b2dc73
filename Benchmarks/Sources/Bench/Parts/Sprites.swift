/// 10,000 images of 32×32 in 1280×720 that rotate and fade: the elapsed time from their positions to
/// the pixels, compared with one call of Skia and with SDL2, each on one thread.
func measureSprites(_ configuration: BenchConfiguration) throws -> [BenchResult] {
  let frames = configuration.amount(10, smoke: 1)
  var ours: [Double] = []
  var skia: [Double] = []
  var sdl: [Double] = []
  for _ in 0..<configuration.rounds {
    ours.append(try configuration.kernelTime("sprites", repeats: frames) / 1e3)
    skia.append(
      ifMeasured: try configuration.with("skia") {
        try configuration.peerTime(
          [configuration.python, "\(configuration.scripts)/sprites.py", "\(frames)"])
      })
    sdl.append(
      ifMeasured: try configuration.with("sdl_sprites") {
        try configuration.peerTime([configuration.peer("sdl_sprites"), "\(frames)"])
      })
  }
  let name = "10,000 sprites that rotate and fade"
  return [
    try BenchResult(name, "ms/frame", ours, beside: "Skia", skia, goal: .ratioAtMost(0.5)),
    try BenchResult(name, "ms/frame", ours, beside: "SDL2", sdl),
  ]
}

extension BenchConfiguration {
  /// Returns the milliseconds of a frame of a peer.
  fileprivate func peerTime(_ command: [String]) throws -> Double {
    guard let time = try Child.run(command).text.numbers.first else {
      throw BenchError("\(command[0]) said nothing")
    }
    return time / 1e3
  }
}
