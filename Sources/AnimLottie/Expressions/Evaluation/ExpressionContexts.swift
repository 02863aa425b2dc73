/// The compositions that expressions can access while a frame is drawn, each at a time: first those
/// being drawn, from the main one inwards, then those that expressions have requested.
struct ExpressionContexts {
  struct Context {
    /// The index in ``ExpressionModel/compositions``.
    var composition: Int
    /// The frame of the composition.
    var time: Double
    /// A number that is unique among all contexts of a frame. Results of one context don't apply to
    /// another.
    var serial: Int
  }

  private(set) var all: [Context] = []
  /// The number of contexts being drawn.
  private(set) var depth = 0
  private var nextSerial = 0

  var count: Int { all.count }

  subscript(index: Int) -> Context { all[index] }

  mutating func removeAll() {
    all.removeAll(keepingCapacity: true)
    depth = 0
    nextSerial = 0
  }

  /// Starts drawing a composition.
  mutating func enter(_ composition: Int, at time: Double) {
    all.removeLast(all.count - depth)
    append(composition, at: time)
    depth += 1
  }

  /// Ends the drawing of the innermost composition.
  mutating func leave() {
    depth = max(depth - 1, 0)
    all.removeLast(all.count - depth)
  }

  /// Adds a context for a composition at a time that no expression has requested before.
  mutating func append(_ composition: Int, at time: Double) {
    all.append(Context(composition: composition, time: time, serial: nextSerial))
    nextSerial += 1
  }
}
