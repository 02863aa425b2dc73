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

  /// How many frames there are until scene time `end`, at least one.
  func count(until end: Seconds) -> Int {
    // A frame that begins a millionth of its length before the end is the rounding of one at the end.
    let count = ((end - start.seconds) / speed * rate.hertz - 1e-6).rounded(.up)
    return Int(min(max(count, 1), 1e9))
  }
}
