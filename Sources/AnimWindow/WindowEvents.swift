import AnimCore
import XWindow

/// An event of the pointer.
///
/// Logic that receives only these events can be tested without a display. Tests create their own
/// events.
public struct PointerEvent: Hashable, Sendable {
  /// The kind of an event.
  public enum Phase: Hashable, Sendable {
    /// A button was pressed.
    case pressed(PointerButton)
    /// The pointer has moved; see ``LayerWindow/followsPointer``.
    case moved
    /// A button was released.
    case released(PointerButton)
    /// The wheel moved by a notch in a direction: (0, 1) is towards the user, which moves a
    /// page up.
    case scrolled(Vector)
    /// The pointer has left the window.
    case left
  }

  /// The kind of the event.
  public var phase: Phase
  /// The position of the pointer, in points of the window.
  public var point: Point
  /// The time of the event in integral milliseconds of the server's clock, which differs from the
  /// clock of frames. Use it for differences, as in a `VelocityTracker`.
  public var time: Timestamp

  /// Creates an event, for example for a test.
  public init(phase: Phase, point: Point, time: Timestamp) {
    self.phase = phase
    self.point = point
    self.time = time
  }
}

/// A button of the mouse or of a similar device.
public enum PointerButton: Hashable, Sendable {
  /// The first button.
  case left
  /// The wheel, pressed.
  case middle
  /// The button for menus.
  case right
  /// Another button by its X number, which is 8 or more.
  case other(Int)

  /// - Parameter number: The X number, where 4 to 7 are the wheel.
  init?(number: Int) {
    switch number {
    case 1: self = .left
    case 2: self = .middle
    case 3: self = .right
    case 4...7: return nil
    default: self = .other(number)
    }
  }
}

extension PointerEvent.Phase {
  /// - Parameter number: The X number of a button.
  init(pressing number: Int) {
    switch number {
    case 4: self = .scrolled(Vector(dx: 0, dy: -1))
    case 5: self = .scrolled(Vector(dx: 0, dy: 1))
    case 6: self = .scrolled(Vector(dx: -1, dy: 0))
    case 7: self = .scrolled(Vector(dx: 1, dy: 0))
    default: self = .pressed(PointerButton(number: number) ?? .other(number))
    }
  }
}

/// A key that was pressed.
public struct KeyEvent: Hashable, Sendable {
  /// The key, with Shift and the layout taken into account.
  public var key: Key
  /// The keys that are held down with it.
  public var modifiers: KeyModifiers
  /// A Boolean value that indicates whether it is a repetition of a key that is held down.
  public var isRepeat: Bool

  /// Creates an event, for example for a test.
  public init(key: Key, modifiers: KeyModifiers = [], isRepeat: Bool = false) {
    self.key = key
    self.modifiers = modifiers
    self.isRepeat = isRepeat
  }

  /// The text that the key types, or `nil` if it types none or is pressed with Ctrl, Alt or Super.
  /// Input methods aren't supported.
  public var text: String? {
    KeyStroke(keysym: key.keysym, modifiers: modifiers.pressed, isRepeat: isRepeat).character
      .map { String($0) }
  }

  init(_ stroke: KeyStroke) {
    self.init(
      key: Key(keysym: stroke.keysym), modifiers: KeyModifiers(stroke.modifiers),
      isRepeat: stroke.isRepeat)
  }
}

/// Keys that modify other keys.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  init(_ modifiers: Modifiers) {
    self = []
    if modifiers.contains(.shift) { insert(.shift) }
    if modifiers.contains(.control) { insert(.control) }
    if modifiers.contains(.alt) { insert(.alt) }
    if modifiers.contains(.logo) { insert(.super) }
  }

  /// The modifiers as Xlib's flags.
  fileprivate var pressed: Modifiers {
    var modifiers: Modifiers = []
    if contains(.shift) { modifiers.insert(.shift) }
    if contains(.control) { modifiers.insert(.control) }
    if contains(.alt) { modifiers.insert(.alt) }
    if contains(.super) { modifiers.insert(.logo) }
    return modifiers
  }

  /// Shift. If it changes the character, this also affects ``KeyEvent/key``.
  public static let shift = KeyModifiers(rawValue: 1 << 0)
  /// Ctrl.
  public static let control = KeyModifiers(rawValue: 1 << 1)
  /// Alt.
  public static let alt = KeyModifiers(rawValue: 1 << 2)
  /// The key with a system's logo, which most window managers reserve.
  public static let `super` = KeyModifiers(rawValue: 1 << 3)
}

/// The meaning of a key: a character, such as `"q"`, or one of the named keys.
public struct Key: Hashable, Sendable, ExpressibleByUnicodeScalarLiteral {
  /// The keysym of the key in X (keysymdef.h).
  public var keysym: UInt

  /// Creates a key from its keysym in X.
  public init(keysym: UInt) { self.keysym = keysym }

  /// Creates the key that types a character.
  public init(unicodeScalarLiteral character: Unicode.Scalar) {
    let number = UInt(character.value)
    // Latin-1 characters are their own keysyms. Other keysyms consist of the code point and a bit
    // (keysymdef.h).
    keysym = number < 0x100 ? number : 0x100_0000 | number
  }

  /// Escape.
  public static let escape = Key(keysym: 0xFF1B)
  /// Return, also called Enter.
  public static let enter = Key(keysym: 0xFF0D)
  /// Tab.
  public static let tab = Key(keysym: 0xFF09)
  /// Backspace.
  public static let backspace = Key(keysym: 0xFF08)
  /// Delete.
  public static let delete = Key(keysym: 0xFFFF)
  /// The space bar.
  public static let space = Key(keysym: 0x20)
  /// The arrow to the left.
  public static let leftArrow = Key(keysym: 0xFF51)
  /// The arrow up.
  public static let upArrow = Key(keysym: 0xFF52)
  /// The arrow to the right.
  public static let rightArrow = Key(keysym: 0xFF53)
  /// The arrow down.
  public static let downArrow = Key(keysym: 0xFF54)
  /// Home.
  public static let home = Key(keysym: 0xFF50)
  /// End.
  public static let end = Key(keysym: 0xFF57)
  /// Page Up.
  public static let pageUp = Key(keysym: 0xFF55)
  /// Page Down.
  public static let pageDown = Key(keysym: 0xFF56)
  /// Returns a function key by its number, which is clamped to between 1 and 35.
  public static func function(_ number: Int) -> Key {
    Key(keysym: 0xFFBE + UInt(clamping: min(max(number, 1), 35) - 1))
  }
}
