/// A range of frames with a name.
package struct FrameTag: Hashable, Sendable {
  package var name: String
  package var from: Int
  package var to: Int
  package var direction: Direction
  /// The number of times to play the range, or 0 if the file doesn't say.
  package var repetitions: Int

  package init(name: String, from: Int, to: Int, direction: Direction, repetitions: Int) {
    self.name = name
    self.from = from
    self.to = to
    self.direction = direction
    self.repetitions = repetitions
  }

  /// The direction, with its name in the JSON of Aseprite, and in the order of its numbers in sprites.
  package enum Direction: String, CaseIterable, Sendable {
    case forward
    case reverse
    case pingPong = "pingpong"
    case pingPongReverse = "pingpong_reverse"
  }
}
