import CX11

// The compositor, which owns a selection while it runs (EWMH, `_NET_WM_CM_Sn`).
extension Connection {
  /// Whether a compositor runs, which applies the alpha and the opacity of windows. Waits for the server.
  package var isComposited: Bool {
    (try? trappingErrors { XGetSelectionOwner($0, Self.compositorSelection($0)) != 0 }) ?? false
  }

  /// Requests ``Event/compositorChange`` when a compositor starts or ends.
  package func watchCompositor() {
    guard !watchesCompositor, fixes != nil, let display else { return }
    watchesCompositor = true
    XFixesSelectSelectionInput(
      display, XDefaultRootWindow(display), Self.compositorSelection(display),
      UInt(
        XFixesSetSelectionOwnerNotifyMask | XFixesSelectionWindowDestroyNotifyMask
          | XFixesSelectionClientCloseNotifyMask))
  }

  private static func compositorSelection(_ display: XDisplay) -> Atom {
    XInternAtom(display, "_NET_WM_CM_S\(XDefaultScreen(display))", 0)
  }
}

extension Connection {
  /// Returns whether the window manager keeps windows of a type below others and on all desktops, as EWMH requires for
  /// the desktop. Waits for the server.
  package var supportsDesktopWindows: Bool {
    windowManagerSupports(atoms[.netWMWindowTypeDesktop])
  }
}
