/// A frame that is done.
struct RenderedFrame: Hashable, Sendable {
  let number: Int
  /// Of its pixels; nil where none is wanted.
  let hash: PixelHash?
}
