import AnimCore

/// The times of numbered frames.
struct Film {
  var start: Timestamp
  var rate: RefreshRate

  /// Frame i is at start + i·den/num, computed from i alone: no error adds up, and part of a film
  /// is the same as that part of the whole.
  func time(of number: Int) -> Timestamp {
    Timestamp(nanoseconds: start.nanoseconds + rate.nanoseconds(toSlot: number))
  }
}
