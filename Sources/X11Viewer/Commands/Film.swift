import AnimCore

/// The times of numbered frames.
struct Film {
  var start: Timestamp
  var rate: RefreshRate
  /// Seconds of scene time per second of film.
  var speed = 1.0

  /// Frame i is at start + speed·i·den/num, computed from i alone: no error adds up, and part of a
  /// film is the same as that part of the whole.
  func time(of number: Int) -> Timestamp {
    let elapsed = rate.nanoseconds(toSlot: number)
    if speed == 1 { return Timestamp(nanoseconds: start.nanoseconds + elapsed) }
    return start + (Double(elapsed) * speed).rounded() / 1e9
  }
}
