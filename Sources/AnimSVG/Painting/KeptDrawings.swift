import AnimGraphics

/// Keeps the images of patterns and filters between frames, so that equal images are drawn once.
final class KeptDrawings {
  private var cached: Set<Image> = []
  private var used: Set<Image> = []

  /// Forgets the images that the last image did not need.
  func beginFrame() {
    swap(&cached, &used)
    used.removeAll(keepingCapacity: true)
  }

  /// Returns an equal image that was drawn earlier, if there is one.
  func kept(_ image: Image) -> Image {
    let found = cached.remove(image) ?? image
    return used.insert(found).memberAfterInsert
  }

  /// Returns the kept image of a drawing, or `nil` if it has no pixels.
  func image(drawing list: DisplayList, filters: FilterGraph? = nil) -> Image? {
    Image(drawing: list, filters: filters).map(kept)
  }
}
