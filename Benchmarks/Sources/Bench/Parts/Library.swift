/// Frames of a Lottie file at 512 pixels by the library for C on one thread, compared with the
/// program: their hashes, and their raw pixels.
///
/// The times include both programs' starts.
func measureLibrary(_ configuration: BenchConfiguration) throws -> [BenchResult] {
  let frames = configuration.amount(300, smoke: 2)
  let file = "\(configuration.scripts)/video.json"
  let video = [
    "render", file, "--size", "512x512", "--frames", "\(frames)", "--jobs", "1", "--progress",
    "none",
  ]
  var (ours, programs) = (["hash": [Double](), "draw": []], ["hash": [Double](), "draw": []])
  for _ in 0..<configuration.rounds {
    for (work, output) in [
      ("hash", ["--hash"]), ("draw", ["-o", "/dev/null", "--format", "rgba"]),
    ] {
      let program = try Child.run([configuration.viewer] + video + output)
      let library = try configuration.with("library_frames") {
        try Child.run([configuration.peer("library_frames"), file, "512", "\(frames)", work])
      }
      guard let library else {
        // Only in a smoke run.
        return [try BenchResult("frames by x11viewer", "s", [program.processorSeconds])]
      }
      guard work == "draw" || library.text == program.text else {
        throw BenchError("the library and the program draw different pixels")
      }
      ours[work]?.append(library.processorSeconds / Double(frames) * 1e3)
      programs[work]?.append(program.processorSeconds / Double(frames) * 1e3)
    }
  }
  return [
    try BenchResult(
      "a frame by the C library, with its hash", "ms", ours["hash"] ?? [], beside: "x11viewer",
      programs["hash"] ?? [], goal: .ratioAtMost(1.03)),
    try BenchResult(
      "a frame by the C library", "ms", ours["draw"] ?? [], beside: "x11viewer",
      programs["draw"] ?? [], goal: .ratioAtMost(1.03)),
  ]
}
