import AnimCore
import XWindow

/// What the pointer did.
///
/// A program that takes these and no others can be tested without a display: its tests make events of
/// their own.
public struct PointerEvent: Hashable, Sendable {
  /// What happened.
  public enum Phase: Hashable, Sendable {
    /// A button was pressed.
    case pressed(PointerButton)
    /// The pointer has moved; see ``LayerWindow/followsPointer``.
    case moved
    /// A button was released.
    case released(PointerButton)
    /// The wheel was turned by a notch in a direction: (0, 1) towards the user, which moves a page up.
    case scrolled(Vector)
    /// The pointer has left the window.
    case left
  }

  /// What happened.
  public var phase: Phase
  /// Where the pointer is, in points of the window.
  public var point: Point
  /// When it happened, in whole milliseconds of the server's clock, which has nothing to do with the time of frames:
  /// for differences, as in a `VelocityTracker`.
  public var time: Timestamp

  /// An event of your own, such as for a test.
  public init(phase: Phase, point: Point, time: Timestamp) {
    self.phase = phase
    self.point = point
    self.time = time
  }
}

/// A button of the mouse, or what stands for it.
public enum PointerButton: Hashable, Sendable {
  /// The first button.
  case left
  /// The wheel, pressed.
  case middle
  /// The button of menus.
  case right
  /// A further one, by its number in X, from 8 on.
  case other(Int)

  /// - Parameter number: the number in X, where 4 to 7 are the wheel.
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
  /// - Parameter number: the number of a button in X.
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
  /// Whether it is a repetition of a key that is held down.
  public var isRepeat: Bool

  /// An event of your own, such as for a test.
  public init(key: Key, isRepeat: Bool = false) {
    self.key = key
    self.isRepeat = isRepeat
  }

  init(_ stroke: KeyStroke) {
    self.init(key: Key(keysym: stroke.keysym), isRepeat: stroke.isRepeat)
  }
}

/// The meaning of a key: a character, such as `"q"`, or one of those named here.
public struct Key: Hashable, Sendable, ExpressibleByUnicodeScalarLiteral {
  /// The number of the meaning in X (keysymdef.h).
  public var keysym: UInt

  /// A key by the number of its meaning in X.
  public init(keysym: UInt) { self.keysym = keysym }

  /// The key that types a character.
  public init(unicodeScalarLiteral character: Unicode.Scalar) {
    let number = UInt(character.value)
    // Latin-1 has its own numbers; others are those of Unicode and a bit (keysymdef.h).
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
}
