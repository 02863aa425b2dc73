import AnimCore

/// The backgrounds that a key cycles through.
struct Backdrops {
  private var place = 0
  private let all: [Backdrop]

  /// - Parameter first: the background that was asked for, which precedes the standard ones.
  init(first: Backdrop) {
    let usual: [Backdrop] = [.color(.white), .color(.black), .checkerboard]
    all = [first] + usual.filter { $0 != first }
  }

  var present: Backdrop { all[place] }

  mutating func turn() { place = (place + 1) % all.count }
}
