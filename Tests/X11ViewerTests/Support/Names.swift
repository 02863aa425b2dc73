@testable import X11Viewer

// Xlib has types of the same names, for files that also import CX11.
typealias Connection = X11Viewer.Connection
typealias Window = X11Viewer.Window
