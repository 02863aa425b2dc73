import AnimCore

/// Keeps pictures by what they depend on, from one picture of a document to the next.
final class PictureCache<Key: Hashable> {
  private var known: [Key: Image] = [:]
  private var used: [Key: Image] = [:]

  /// Forgets what the last picture did not need.
  func beginPicture() {
    swap(&known, &used)
    used.removeAll(keepingCapacity: true)
  }

  /// Returns the image for a key, and creates it if necessary.
  func image(for key: Key, make: () -> Image?) -> Image? {
    if let found = used[key] ?? known[key] {
      used[key] = found
      return found
    }
    guard let image = make() else { return nil }
    used[key] = image
    return image
  }
}

extension Rasterizer {
  /// Returns the image of a list with a clear background, or `nil` if it has no pixels.
  func image(of list: DisplayList) -> Image? {
    let picture = PixelImage(size: list.size, isOpaque: false)
    paint(list, into: picture)
    return picture.withPixels { Image(size: list.size, premultiplied: Array($0)) }
  }
}
