/// The elapsed time that `check` takes for a file in the folder CHECK_FILES or below it, or otherwise for one of the few
/// Lottie files of this repository.
func measureCheck(_ configuration: BenchConfiguration) throws -> [BenchResult] {
  let files = try configuration.files(
    in: configuration.folder("CHECK_FILES", or: "Lottie"), [".json", ".lottie", ".tgs", ".svg"])
  let times = try (0..<configuration.rounds).map { _ in
    // Files may fail the check.
    try Child([configuration.viewer, "check"] + files).finish(mayFail: true).wallSeconds * 1e3
      / Double(files.count)
  }
  // The goal is a minute for 350 files.
  return [
    try BenchResult("check, \(files.count) files, a file", "ms", times, goal: .valueAtMost(170))
  ]
}
