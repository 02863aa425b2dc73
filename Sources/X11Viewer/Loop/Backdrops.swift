import AnimCore

/// What a key shows pictures on, one after the other.
struct Backdrops {
  private var place = 0
  private let all: [Backdrop]

  /// - Parameter first: what is asked for, which comes before those that everybody has.
  init(first: Backdrop) {
    let usual: [Backdrop] = [.color(.white), .color(.black), .checkerboard]
    all = [first] + usual.filter { $0 != first }
  }

  var present: Backdrop { all[place] }

  mutating func turn() { place = (place + 1) % all.count }
}
