/// A small animation: a square that moves to the right, whose position indicates the frame.
package struct TestAnimation {
  /// The number in the file of its first frame, which is frame 0 for the viewer.
  package var first = 10
  package var frames = 50
  package var rate = 25.0
  package var width = 240
  package var height = 60
  /// Red, green and blue, from 0 to 1.
  package var color = "[1,0,0]"
  /// Further members of the outermost object, such as `"markers": []`, each after a comma.
  package var more = ""

  package init(
    first: Int = 10, frames: Int = 50, rate: Double = 25, width: Int = 240, height: Int = 60,
    color: String = "[1,0,0]", more: String = ""
  ) {
    self.first = first
    self.frames = frames
    self.rate = rate
    self.width = width
    self.height = height
    self.color = color
    self.more = more
  }

  /// The side of the square, whose left edge is ``speed`` times the frame.
  package static let side = 20
  package static let speed = 4

  /// The default colour of the square.
  package static let red: UInt32 = 0xFFFF_0000

  package var json: String {
    let (start, end) = (Double(Self.side) / 2, Double(Self.side) / 2 + Double(Self.speed * frames))
    let middle = height / 2
    return """
      {"v": "5.7.0", "nm": "moving square", "fr": \(rate), "ip": \(first), "op": \(first + frames),
       "w": \(width), "h": \(height), "layers": [
        {"ty": 4, "nm": "square", "ind": 1, "ip": \(first), "op": \(first + frames), "st": 0,
         "ks": {"p": {"a": 1, "k": [
           {"t": \(first), "s": [\(start), \(middle)], "o": {"x": 0, "y": 0}, "i": {"x": 1, "y": 1}},
           {"t": \(first + frames), "s": [\(end), \(middle)]}]}},
         "shapes": [{"ty": "gr", "it": [
           {"ty": "rc", "p": {"a": 0, "k": [0, 0]}, "s": {"a": 0, "k": [\(Self.side), \(Self.side)]},
            "r": {"a": 0, "k": 0}},
           {"ty": "fl", "c": {"a": 0, "k": \(color)}, "o": {"a": 0, "k": 100}},
           {"ty": "tr"}]}]}]\(more)}
      """
  }

  /// Returns an animation of ten frames: a square that moves by a pixel in each.
  package static func small(color: String = "#800000", width: Int = 24) -> String {
    """
    {"v": "5.7.0", "fr": 10, "ip": 0, "op": 10, "w": \(width), "h": 16, "layers": [
      {"ty": 1, "ip": 0, "op": 10, "st": 0, "sw": 8, "sh": 8, "sc": "\(color)",
       "ks": {"p": {"a": 1, "k": [{"t": 0, "s": [2, 4], "i": {"x": 1, "y": 1}, "o": {"x": 0, "y": 0}},
         {"t": 10, "s": [12, 4]}]}}}
    ]}
    """
  }

  /// Returns the frame shown in a row of pixels through the square, or `nil` if the square isn't in
  /// the row.
  package static func frame(in row: [UInt32], color: UInt32 = red) -> Int? {
    row.firstIndex(of: color).map { $0 / speed }
  }
}
