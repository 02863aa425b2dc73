/// Rectangles that contain every change, as long as there are few.
struct DamageBoxes {
  /// More rectangles would rarely be faster to send than whole tiles.
  private static let limit = 128

  private(set) var rectangles: [PixelRect] = []
  /// The number of pixels of all rectangles.
  private var area = 0
  /// Whether a change isn't in any rectangle.
  private var isIncomplete = false

  /// Returns whether `count` more rectangles can be kept.
  func hasRoom(for count: Int) -> Bool {
    !isIncomplete && count <= Self.limit - rectangles.count
  }

  /// The time to send the rectangles, in pixels to send, or `nil` if they don't contain all changes.
  var cost: Int? {
    isIncomplete ? nil : area + rectangles.count * TileSet.pixelsPerRectangle
  }

  mutating func add(_ rect: PixelRect) {
    guard !rect.isEmpty, !isIncomplete else { return }
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
    if other.isIncomplete { giveUp() }
    for rectangle in other.rectangles { add(rectangle) }
  }

  /// Stops keeping rectangles until the next ``clear()``.
  mutating func giveUp() {
    clear()
    isIncomplete = true
  }

  mutating func clear() {
    rectangles.removeAll(keepingCapacity: true)
    (area, isIncomplete) = (0, false)
  }
}
