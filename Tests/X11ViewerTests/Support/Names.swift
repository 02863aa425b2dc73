@testable import X11Viewer

// Names for types that Xlib also has, for files that import CX11.
typealias Connection = X11Viewer.Connection
typealias Window = X11Viewer.Window
