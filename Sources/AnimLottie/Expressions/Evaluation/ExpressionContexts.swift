/// The compositions that expressions can see while a frame is drawn, each at a time: first those
/// that are being drawn, from the main one inwards, then those that expressions have asked for.
struct ExpressionContexts {
  struct Context {
    /// The index in ``ExpressionModel/compositions``.
    var composition: Int
    /// The frame of the composition.
    var time: Double
    /// Tells apart all contexts of a frame: what is known of one does not hold for another.
    var serial: Int
  }

  private(set) var all: [Context] = []
  /// The number of contexts that are being drawn.
  private(set) var depth = 0
  private var nextSerial = 0

  var count: Int { all.count }

  subscript(index: Int) -> Context { all[index] }

  mutating func removeAll() {
    all.removeAll(keepingCapacity: true)
    depth = 0
    nextSerial = 0
  }

  /// Begins to draw a composition.
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

  /// The context of a composition at a time, which no expression has asked for yet.
  mutating func append(_ composition: Int, at time: Double) {
    all.append(Context(composition: composition, time: time, serial: nextSerial))
    nextSerial += 1
  }
}
