import AnimCore

/// Compares files with what a manifest says of them, several at the same time.
struct FrameVerifier: Sendable {
  let lines: [ManifestLine]
  /// Where the files are, for each line.
  let paths: [String]
  let jobs: Int

  /// What a file is like.
  enum Verdict: Hashable, Sendable {
    case right
    case missing
    /// There is no telling, since it cannot be read.
    case unreadable(String)
    /// It is no whole PNG picture.
    case broken(String)
    case wrongSize(PixelSize)
    case wrongPixels
  }

  /// - Parameter judged: is called for the lines in their order.
  func run(_ judged: (Int, Verdict) throws(Failure) -> Void) throws(Failure) {
    try OrderedWork(count: lines.count, jobs: jobs) {
      { place throws(Failure) in verdict(at: place) }
    }.run(judged)
  }

  private func verdict(at place: Int) -> Verdict {
    let line = lines[place]
    do throws(PNGFile.Problem) {
      let pixels = try PNGFile.pixels(at: paths[place])
      if pixels.size != line.size { return .wrongSize(pixels.size) }
      return PixelHash(pixels) == line.hash ? .right : .wrongPixels
    } catch {
      switch error {
      case .missing: return .missing
      case .unreadable(let error): return .unreadable("\(error)")
      case .invalid(let error): return .broken("\(error)")
      }
    }
  }
}
