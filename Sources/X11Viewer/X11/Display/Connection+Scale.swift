import CX11
import Glibc

extension Connection {
  /// Pixels per point that the user's settings ask for: Xft.dpi of the resource database over 96.
  /// Nil where it is not set or makes no sense.
  var scale: Double? {
    guard let display, let text = XGetDefault(display, "Xft", "dpi") else { return nil }
    let dpi = strtod(text, nil)
    return (24...1536).contains(dpi) ? dpi / 96 : nil
  }
}
