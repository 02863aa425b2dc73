import LinuxSystem

/// A destination of frames: an image, an image sequence, a video, a list of hashes, a comparison.
///
/// Expensive work is done for several frames in parallel, and the results arrive in order. Only the
/// results are kept, not the frames.
package protocol FrameSink: SendableMetatype {
  /// The result for a frame.
  associatedtype Product: Sendable

  /// Makes something of a frame. Several threads call it at the same time, with frames in any
  /// order.
  typealias Preparation = @Sendable (RenderedFrame) throws(Failure) -> Product

  /// Returns the work to do first with each frame. Called once, before the first frame.
  func preparation() -> Preparation

  /// Takes what was made of a frame. Called for each, in order, on one thread.
  func take(_ product: Product) throws(Failure)

  /// Makes the output appear. Called once, after the last frame; not at all after an error.
  func finish() throws(Failure)
}

extension FrameSink {
  package func finish() {}

  /// Both sinks as one. Each frame goes to this one first.
  package func and<Other: FrameSink>(_ other: Other) -> SinkPair<Self, Other> {
    SinkPair(first: self, second: other)
  }
}

/// Two sinks that take the same frames.
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

/// A sink that may not be wanted.
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
