/// Why there is no connection to an X server.
package enum ConnectionError: Error, Hashable, CustomStringConvertible {
  /// No display was named, neither by the caller nor by DISPLAY.
  case noDisplayNamed
  /// The named display cannot be reached, or refuses this client.
  case cannotOpen(display: String)
  /// The server exited, or closed the connection (xkill).
  case lost(display: String)

  package var description: String {
    switch self {
    case .noDisplayNamed:
      "display: none is named; set DISPLAY or use --display"
    case .cannotOpen(let display):
      "display \(display): cannot be opened; check DISPLAY or --display"
    case .lost(let display):
      "display \(display): lost the connection"
    }
  }
}
