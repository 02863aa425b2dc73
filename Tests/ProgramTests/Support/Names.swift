import LinuxSystem
import XWindow

// Names for types that Xlib also has, for files that import CX11.
typealias Connection = XWindow.Connection
typealias Window = XWindow.Window

/// The program's own type, because Testing has another one with the same name.
typealias ExitStatus = LinuxSystem.ExitStatus
