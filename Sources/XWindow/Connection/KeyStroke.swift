import CX11

/// A pressed key.
package struct KeyStroke: Hashable {
  /// The meaning of the key, with Shift, Lock and the layout taken into account: 0x71 is `q`, 0x51
  /// `Q`, 0xFF1B Escape (keysymdef.h).
  package var keysym: UInt
  /// A fallback for when ``keysym`` has no meaning here, if the current layout has no Latin
  /// letters; see ``LatinKeysym``.
  package var latinKeysym: UInt?
  package var modifiers: Modifiers
  /// Whether this is a repetition of a key that is held down.
  package var isRepeat: Bool
}

/// The modifier keys that are held down.
package struct Modifiers: OptionSet, Hashable {
  package var rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let shift = Modifiers(rawValue: 1)
  package static let control = Modifiers(rawValue: 2)
  /// Mod1, which is Alt on every usual layout.
  package static let alt = Modifiers(rawValue: 4)
  /// Mod4, which is the logo key on every usual layout.
  package static let logo = Modifiers(rawValue: 8)
}

extension Modifiers {
  init(state: UInt32) {
    self = []
    if state & UInt32(ShiftMask) != 0 { insert(.shift) }
    if state & UInt32(ControlMask) != 0 { insert(.control) }
    if state & UInt32(Mod1Mask) != 0 { insert(.alt) }
    if state & UInt32(Mod4Mask) != 0 { insert(.logo) }
  }
}
