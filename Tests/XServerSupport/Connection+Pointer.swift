import CX11
import Testing
import XWindow

// The pointer as the server shows it.
extension Connection {
  /// Sets the shape of the pointer over all windows without a cursor.
  package func setRootPointer() throws {
    let display: XDisplay = try #require(display)
    XDefineCursor(
      display, XDefaultRootWindow(display), XCreateFontCursor(display, UInt32(XC_left_ptr)))
  }

  /// Returns the pixels of the pointer, all of which are 0 if it is hidden.
  package func pointerImage() throws -> [UInt] {
    let display: XDisplay = try #require(display)
    let image = try #require(XFixesGetCursorImage(display))
    defer { XFree(image) }
    let count = Int(image.pointee.width) * Int(image.pointee.height)
    return UnsafeBufferPointer(start: image.pointee.pixels, count: count).map { UInt($0) }
  }
}
