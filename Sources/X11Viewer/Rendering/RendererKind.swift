import AnimCore
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
    if self == .core { return ServerRenderer(for: window, warn: warn) }
    let transport = Transport.best(for: window)
    if self == .shm, case .wire(let reason) = transport {
      warn("no shared memory, sending pixels over the connection: \(reason)")
    }
    return ShmRenderer(for: window, over: transport)
  }
}
