import XWindow

// Names for types that Xlib also has, for files that import CX11.
package typealias Connection = XWindow.Connection
package typealias Window = XWindow.Window
