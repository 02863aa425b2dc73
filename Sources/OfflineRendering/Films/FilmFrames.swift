import AnimCore

/// The frames of a film to render, with their times.
package struct FilmFrames: Sendable {
  package let film: Film
  /// The numbers of the frames, as the user counts them: the film's first frame has the number
  /// ``offset``.
  let numbers: FrameNumbers
  let offset: Int

  package var count: Int { numbers.count }

  /// Sets the state of a scene for the frame at an index below ``count``.
  func show(at index: Int, in scene: any Scene) {
    film.show(numbers[index] - offset, in: scene)
  }

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
  ) throws(FrameNumberError) {
    self.film = film
    self.offset = offset
    guard let first = numbers.first, let last = numbers.last else {
      throw .noFrames
    }
    guard first >= offset else {
      throw .beforeFirst(Fraction(first), first: offset)
    }
    if let total, last - offset >= total, pastEnd == .error {
      throw .pastEnd(Fraction(max(first, offset + total)), last: offset + total - 1)
    }
    self.numbers = total.map { numbers.clipped(to: offset + $0) } ?? numbers
  }
}
