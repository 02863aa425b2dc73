import AnimCore
import LinuxSystem
import XWindow

/// The renderer that the user chose.
enum RendererKind: String, CaseIterable, Hashable, Sendable {
  /// Pixels in shared memory. If that does not work: shapes with smooth edges over a network, pixels
  /// over a local connection.
  case auto
  /// Pixels in shared memory.
  case shm
  /// Shapes that the server draws, with smooth edges.
  case xrender
  /// Shapes that the server draws, with jagged edges.
  case core
}

extension RendererKind {
  /// Makes the renderer for `window`. Waits for the server, with which shared memory is tried.
  ///
  /// - Parameter warn: called with a message if the user gets another renderer than asked for or
  ///   the same pixels more slowly, and when `core` or `xrender` has to send pixels.
  /// - Throws: for `xrender`, if the server has no RENDER.
  func make(
    for window: Window, warn: @escaping (String) -> Void
  ) throws(Failure) -> any Renderer {
    switch self {
    case .core:
      return ServerRenderer(for: window, CorePainter(for: window), warn: warn)
    case .xrender:
      guard let painter = SmoothPainter(for: window) else {
        throw Failure(
          "--renderer xrender: the server has no RENDER; use core, or leave it out",
          status: .unavailable)
      }
      return ServerRenderer(for: window, painter, warn: warn)
    case .auto, .shm:
      let transport = Transport.best(for: window)
      if case .wire(let reason) = transport {
        if self == .shm {
          warn("no shared memory, sending pixels over the connection: \(reason)")
        } else if window.connection.isRemote, let painter = SmoothPainter(for: window) {
          return ServerRenderer(for: window, painter, warn: warn)
        }
      }
      return ShmRenderer(for: window, over: transport)
    }
  }
}
