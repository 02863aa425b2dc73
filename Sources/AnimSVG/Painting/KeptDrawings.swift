import AnimGraphics

/// Caches the images of patterns and filters between frames, so that equal images are drawn only
/// once.
final class KeptDrawings {
  private var cached: Set<Image> = []
  private var used: Set<Image> = []

  /// Discards the images that the last image didn't use.
  func beginFrame() {
    swap(&cached, &used)
    used.removeAll(keepingCapacity: true)
  }

  /// Returns an equal cached image, or otherwise `image`.
  func kept(_ image: Image) -> Image {
    let found = cached.remove(image) ?? image
    return used.insert(found).memberAfterInsert
  }

  /// Returns the cached image of a drawing, or `nil` if it has no pixels.
  func image(drawing list: DisplayList, filters: FilterGraph? = nil) -> Image? {
    Image(drawing: list, filters: filters).map(kept)
  }
}
