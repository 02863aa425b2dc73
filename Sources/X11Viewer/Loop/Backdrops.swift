import AnimCore

/// The backgrounds that a key cycles through.
struct Backdrops {
  private var index = 0
  private let all: [Backdrop]

  /// - Parameter first: the background that was asked for, which precedes the standard ones.
  init(first: Backdrop) {
    let standard: [Backdrop] = [.color(.white), .color(.black), .checkerboard]
    all = [first] + standard.filter { $0 != first }
  }

  var present: Backdrop { all[index] }

  mutating func turn() { index = (index + 1) % all.count }
}
