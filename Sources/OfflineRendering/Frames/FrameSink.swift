import LinuxSystem

/// A destination of frames: an image, an image sequence, a video, a list of hashes, a comparison.
///
/// Expensive work is done for several frames in parallel, and the results arrive in order. Only the
/// results are kept, not the frames.
package protocol FrameSink: SendableMetatype {
  /// Returns the result for a frame.
  associatedtype Product: Sendable

  /// Converts a frame. Called on several threads at the same time, in any order.
  typealias Preparation = @Sendable (RenderedFrame) throws(Failure) -> Product

  /// Returns the conversion for each frame. Called once, before the first frame.
  func preparation() -> Preparation

  /// Receives the product of each frame, in order, on one thread.
  func take(_ product: Product) throws(Failure)

  /// Makes the output visible. Called once, after the last frame, but not after an error.
  func finish() throws(Failure)
}

extension FrameSink {
  package func finish() {}

  /// Returns a combination of two sinks. This one receives each frame first.
  package func and<Other: FrameSink>(_ other: Other) -> SinkPair<Self, Other> {
    SinkPair(first: self, second: other)
  }
}

/// Two sinks that receive the same frames.
package struct SinkPair<First: FrameSink, Second: FrameSink>: FrameSink {
  let first: First
  let second: Second

  package struct Product: Sendable {
    let first: First.Product
    let second: Second.Product
  }

  package func preparation() -> Preparation {
    let (first, second) = (first.preparation(), second.preparation())
    return { frame throws(Failure) in
      Product(first: try first(frame), second: try second(frame))
    }
  }

  package func take(_ product: Product) throws(Failure) {
    try first.take(product.first)
    try second.take(product.second)
  }

  package func finish() throws(Failure) {
    try first.finish()
    try second.finish()
  }
}

/// An optional sink.
extension Optional: FrameSink where Wrapped: FrameSink {
  package func preparation() -> @Sendable (RenderedFrame) throws(Failure) -> Wrapped.Product? {
    guard let prepare = self?.preparation() else { return { _ throws(Failure) in nil } }
    return { frame throws(Failure) in try prepare(frame) }
  }

  package func take(_ product: Wrapped.Product?) throws(Failure) {
    if let self, let product { try self.take(product) }
  }

  package func finish() throws(Failure) { try self?.finish() }
}
