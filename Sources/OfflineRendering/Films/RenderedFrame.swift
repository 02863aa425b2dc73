/// A frame that was rendered.
package struct RenderedFrame: Hashable, Sendable {
  package let number: Int
  /// The hash of its pixels; nil if it is not wanted.
  package let hash: PixelHash?
}
