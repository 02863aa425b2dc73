import AnimCore

/// The backgrounds that a key cycles through.
struct Backdrops {
  /// The background of items that don't have their own.
  private let wanted: Backdrop
  private var index = 0
  private var all: [Backdrop] = []

  /// - Parameters:
  ///   - wanted: The requested background.
  ///   - color: The background of the first item, or `nil` if it doesn't specify one.
  init(_ wanted: Backdrop, for color: Color?) {
    self.wanted = wanted
    begin(with: color)
  }

  var present: Backdrop { all[index] }

  /// The background of other items: the requested one, until the user chooses another.
  var ofOthers: Backdrop { index == 0 ? wanted : present }

  mutating func turn() { index = (index + 1) % all.count }

  /// Starts with the background of an item, or otherwise the requested one, before the standard
  /// ones.
  mutating func begin(with color: Color?) {
    let first = color.map(Backdrop.color) ?? wanted
    let standard: [Backdrop] = [.color(.white), .color(.black), .checkerboard]
    (index, all) = (0, [first] + standard.filter { $0 != first })
  }
}
