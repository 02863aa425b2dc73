import XWindow

// Names for types that Xlib also has, for files that import CX11.
typealias Connection = XWindow.Connection
typealias Window = XWindow.Window
