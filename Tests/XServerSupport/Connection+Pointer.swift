import CX11
import Glibc
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
    // Xpresent loads the library that can tell, but the package doesn't link it.
    typealias Function = @convention(c) (XDisplay?) -> UnsafeMutablePointer<XFixesCursorImage>?
    let address = try #require(dlsym(nil, "XFixesGetCursorImage"))
    let image = try #require(unsafeBitCast(address, to: Function.self)(display))
    defer { XFree(image) }
    let count = Int(image.pointee.width) * Int(image.pointee.height)
    return UnsafeBufferPointer(start: image.pointee.pixels, count: count).map { UInt($0) }
  }
}
