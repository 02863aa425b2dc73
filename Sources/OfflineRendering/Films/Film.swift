import AnimCore

/// The times of numbered frames.
package struct Film {
  var start: Timestamp
  package var rate: RefreshRate
  /// Seconds of scene time per second of film.
  var speed = 1.0

  package init(start: Timestamp, rate: RefreshRate, speed: Double = 1.0) {
    self.start = start
    self.rate = rate
    self.speed = speed
  }

  /// The time of a frame. Frame i is at start + speed·i·den/num, computed from i alone, so that
  /// errors do not accumulate, and a part of a film is the same as in the whole film.
  func time(of number: Int) -> Timestamp {
    let elapsed = rate.nanoseconds(toSlot: number)
    if speed == 1 { return Timestamp(nanoseconds: start.nanoseconds + elapsed) }
    return start + (Double(elapsed) * speed).rounded() / 1e9
  }

  /// The number of frames until scene time `end`, at least one.
  package func count(until end: Seconds) -> Int {
    // A frame that begins a millionth of its length before the end is due to rounding.
    let count = ((end - start.seconds) / speed * rate.hertz - 1e-6).rounded(.up)
    return Int(min(max(count, 1), 1e9))
  }
}
