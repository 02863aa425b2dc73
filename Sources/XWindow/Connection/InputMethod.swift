import CX11
import Glibc

/// The input method that the user has chosen in XMODIFIERS, for a window in which text is typed (XIM,
/// libX11). It composes characters from dead keys and the Compose key, and lets the user choose the
/// characters of Chinese, Japanese and Korean.
///
/// Until it is released, each key passes through the program of the input method, and Xlib waits for
/// its answer.
final class InputMethod {
  private let connection: Connection
  /// Both are `nil` once the program of the input method has ended, which frees them.
  private var method: XIM?
  private var context: XIC?

  /// Opens the input method. Waits for its program and reads the locale's table of sequences, which
  /// takes milliseconds.
  ///
  /// - Returns: `nil` if no input method can be opened.
  init?(for window: ResourceID, on connection: Connection) {
    guard let display = connection.display else { return nil }
    self.connection = connection
    let opened = Self.inLocale {
      // Xlib's own method, which needs no program, knows dead keys and the Compose key.
      ["", "@im=none"].lazy.compactMap { (modifiers: String) -> XIM? in
        XSetLocaleModifiers(modifiers) == nil ? nil : XOpenIM(display, nil, nil, nil)
      }.first
    }
    guard let opened else { return nil }
    guard let context = cx11_create_input_context(opened, window) else {
      XCloseIM(opened)
      return nil
    }
    self.method = opened
    self.context = context
    cx11_on_end_of_input_method(
      opened,
      { _, data, _ in
        guard let data else { return }
        Unmanaged<InputMethod>.fromOpaque(data).takeUnretainedValue().forget()
      }, Unmanaged.passUnretained(self).toOpaque())
    XSetICFocus(context)
  }

  deinit {
    guard connection.display != nil else { return }
    if let context { XDestroyIC(context) }
    if let method { XCloseIM(method) }
  }

  private func forget() { (method, context) = (nil, nil) }

  /// Calls `body` in the user's locale, which determines the input method and its table of
  /// sequences. Everything else is the same in all locales.
  private static func inLocale<Result>(_ body: () -> Result) -> Result {
    setlocale(LC_CTYPE, "")
    defer { setlocale(LC_CTYPE, "C") }
    return body()
  }

  /// The events that the window must receive for the input method.
  var events: Int { context.map(cx11_events_of_input_context) ?? 0 }

  /// Tells the input method whether the window has the keyboard.
  func setFocus(_ hasFocus: Bool) {
    guard let context else { return }
    if hasFocus { XSetICFocus(context) } else { XUnsetICFocus(context) }
  }

  /// Passes an event to the input method.
  ///
  /// - Returns: Whether the input method consumes the event. Don't handle such an event.
  func takes(_ event: inout XEvent) -> Bool { XFilterEvent(&event, 0) != 0 }

  /// Returns the text that a key press enters, or `nil` if it enters none.
  func text(of event: inout XKeyEvent) -> String? {
    guard let context else { return nil }
    var bytes = [CChar](repeating: 0, count: 64)
    var status: Int32 = 0
    var length = Xutf8LookupString(context, &event, &bytes, Int32(bytes.count), nil, &status)
    if status == XBufferOverflow {
      bytes = [CChar](repeating: 0, count: Int(length))
      length = Xutf8LookupString(context, &event, &bytes, length, nil, &status)
    }
    guard [XLookupChars, XLookupBoth].contains(status) else { return nil }
    return String(decoding: bytes.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
