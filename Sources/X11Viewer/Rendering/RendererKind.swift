import AnimCore
import LinuxSystem
import XWindow

/// The renderer chosen by the user.
enum RendererKind: String, CaseIterable, Hashable, Sendable {
  /// Pixels in shared memory. If that isn't possible, anti-aliased shapes over a network, and
  /// pixels over a local connection.
  case auto
  /// Pixels in shared memory.
  case shm
  /// Anti-aliased shapes drawn by the server.
  case xrender
  /// Aliased shapes drawn by the server.
  case core
}

extension RendererKind {
  /// Creates the renderer for `window`. Waits for the server, to test shared memory.
  ///
  /// - Parameter warn: A closure that receives a message if the renderer differs from the requested
  ///   one, if the same pixels are sent more slowly, or if `core` or `xrender` must send pixels.
  /// - Throws: An error for `xrender` if the server doesn't support RENDER.
  func make(
    for window: Window, warn: @escaping (String) -> Void
  ) throws(Failure) -> any Renderer {
    switch self {
    case .core:
      return ServerRenderer(for: window, CorePainter(for: window), warn: warn)
    case .xrender:
      guard let painter = SmoothPainter(for: window) else {
        throw Failure(
          "--renderer xrender: the server does not support RENDER; use core, or omit the option",
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
