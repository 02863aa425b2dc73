/// A frame that was rendered.
struct RenderedFrame: Hashable, Sendable {
  let number: Int
  /// The hash of its pixels; nil if it is not wanted.
  let hash: PixelHash?
}
