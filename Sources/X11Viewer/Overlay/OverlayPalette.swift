import AnimCore

/// The colours of everything drawn over the scenes: light on dark glass, since the scenes below may
/// have any colour.
enum OverlayPalette {
  static let panel = Color(argb: 0xE010_141A)
  static let text = Color(rgb: 0xE8_EDF2)
  static let key = Color(rgb: 0x8F_D3FF)
  static let bar = Color(rgb: 0x5F_CDA4)
  static let missed = Color(rgb: 0xFF_6B57)
  static let rule = Color(argb: 0x80FF_FFFF)
}
