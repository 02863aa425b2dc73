/// Rectangles that contain every change, as long as there are few.
struct DamageBoxes {
  /// More rectangles would rarely be faster than whole tiles.
  private static let limit = 128

  private(set) var rectangles: [PixelRect] = []
  /// The number of pixels of all rectangles.
  private var area = 0
  /// Whether every change is in a rectangle.
  private(set) var isComplete = true

  /// Returns whether `count` more rectangles can be kept.
  func hasRoom(for count: Int) -> Bool {
    isComplete && count <= Self.limit - rectangles.count
  }

  /// The time to paint and send the rectangles, in pixels.
  var cost: Int {
    area + rectangles.count * TileSet.pixelsPerRectangle
  }

  mutating func add(_ rect: PixelRect) {
    guard !rect.isEmpty, isComplete else { return }
    guard hasRoom(for: 1) else {
      giveUp()
      return
    }
    // Frames then allocate no memory.
    if rectangles.capacity < Self.limit { rectangles.reserveCapacity(Self.limit) }
    rectangles.append(rect)
    area += rect.width * rect.height
  }

  mutating func add(_ other: DamageBoxes) {
    if !other.isComplete { giveUp() }
    for rectangle in other.rectangles { add(rectangle) }
  }

  /// Stops keeping rectangles until the next ``clear()``.
  mutating func giveUp() {
    clear()
    isComplete = false
  }

  mutating func clear() {
    // Removing nothing would take a few hundred instructions.
    if !rectangles.isEmpty { rectangles.removeAll(keepingCapacity: true) }
    (area, isComplete) = (0, true)
  }
}
