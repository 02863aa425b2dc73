import XWindow

/// The renderer that the user chose.
enum RendererKind: String, CaseIterable, Hashable, Sendable {
  /// Pixels in shared memory, or over the connection if that does not work.
  case auto
  /// Pixels in shared memory.
  case shm
  /// Shapes that the server draws.
  case core
}

extension RendererKind {
  /// Makes the renderer for `window`. Waits for the server, with which shared memory is tried.
  ///
  /// - Parameter warn: called with a message if the user gets another renderer than asked for or
  ///   the same pixels more slowly, and when `core` has to send pixels.
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
