import AnimCore

/// The frames of a film to render, with their times.
package struct FilmFrames: Sendable {
  package let film: Film
  /// The numbers of the frames, as the user counts them: the film's first frame has the number
  /// ``offset``.
  let numbers: FrameNumbers
  let offset: Int

  package var count: Int { numbers.count }

  /// The scene time of the frame at an index below ``count``.
  func time(at place: Int) -> Timestamp { film.time(of: numbers[place] - offset) }

  /// What happens to frames past the end of a film.
  package enum PastEnd: String, CaseIterable, Sendable {
    /// They are an error.
    case error
    /// They are skipped.
    case clip
  }

  /// - Parameters:
  ///   - total: the number of frames in the film; nil if it has no end.
  ///   - offset: the number of the film's first frame.
  package init(
    film: Film, numbers: FrameNumbers, total: Int?, offset: Int, pastEnd: PastEnd
  ) throws(Failure) {
    self.film = film
    self.offset = offset
    guard let first = numbers.first, let last = numbers.last else {
      throw Failure("--frames: no frames", status: .usage)
    }
    guard first >= offset else {
      throw Failure(
        "--frames: there is no frame \(first); the first is \(offset)", status: .usage)
    }
    if let total, last - offset >= total, pastEnd == .error {
      throw Failure(
        "--frames: there is no frame \(max(first, offset + total)); the last is "
          + "\(offset + total - 1), and --past-end clip leaves out what comes after it",
        status: .usage)
    }
    self.numbers = total.map { numbers.clipped(to: offset + $0) } ?? numbers
  }
}
