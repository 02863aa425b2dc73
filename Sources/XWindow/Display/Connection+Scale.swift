import CX11
import Glibc

extension Connection {
  /// Pixels per point in the user's settings: Xft.dpi in the resource database, divided by 96. Nil
  /// if it is not set or not plausible.
  package var scale: Double? {
    guard let display, let text = XGetDefault(display, "Xft", "dpi") else { return nil }
    let dpi = strtod(text, nil)
    return (24...1536).contains(dpi) ? dpi / 96 : nil
  }
}
