import AnimGraphics

extension DisplayList {
  /// Returns an image of the list. It is the same with any number of threads.
  public func painted(threads: Int = 1) -> PixelImage {
    let image = PixelImage(size: size)
    Rasterizer(threads: threads).paint(self, into: image)
    return image
  }
}
