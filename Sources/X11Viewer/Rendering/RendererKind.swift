/// Which renderer the user wants.
enum RendererKind: String, CaseIterable, Hashable, Sendable {
  /// The best that works: pixels in shared memory, or over the connection without it.
  case auto
  /// Pixels in shared memory.
  case shm
  /// Shapes that the server draws.
  case core
}

extension RendererKind {
  /// Makes the renderer for `window`. Waits for the server, which is tried out.
  ///
  /// - Parameter warn: called with a message if the user gets another one than asked for, the same
  ///   pixels on a slower way, and when `core` has to send pixels.
  func make(for window: Window, warn: @escaping (String) -> Void) -> any Renderer {
    if self == .core { return CoreRenderer(for: window, warn: warn) }
    do throws(SharedMemoryError) {
      try SharedMemory.probe(window.format, on: window.connection)
      return ShmRenderer(for: window, over: .shared)
    } catch {
      if self == .shm { warn("no shared memory, sending pixels over the connection: \(error)") }
      return ShmRenderer(for: window, over: .wire(reason: error.description))
    }
  }
}
