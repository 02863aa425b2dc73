import CX11

/// The atoms that this program exchanges with window managers, with other clients and with itself.
/// An atom is a name that the server represents by a number.
struct Atoms {
  enum Name: String, CaseIterable {
    case atomPair = "ATOM_PAIR"
    case clipboard = "CLIPBOARD"
    case esetrootPixmap = "ESETROOT_PMAP_ID"
    case fence = "_X11VIEWER_FENCE"
    case imagePNG = "image/png"
    case incremental = "INCR"
    case motifWMHints = "_MOTIF_WM_HINTS"
    case multiple = "MULTIPLE"
    case netActiveWindow = "_NET_ACTIVE_WINDOW"
    case netClientListStacking = "_NET_CLIENT_LIST_STACKING"
    case netCurrentDesktop = "_NET_CURRENT_DESKTOP"
    case netSupported = "_NET_SUPPORTED"
    case netSupportingWMCheck = "_NET_SUPPORTING_WM_CHECK"
    case netWMBypassCompositor = "_NET_WM_BYPASS_COMPOSITOR"
    case netWMDesktop = "_NET_WM_DESKTOP"
    case netWMIcon = "_NET_WM_ICON"
    case netWMIconName = "_NET_WM_ICON_NAME"
    case netWMName = "_NET_WM_NAME"
    case netWMOpaqueRegion = "_NET_WM_OPAQUE_REGION"
    case netWMPID = "_NET_WM_PID"
    case netWMPing = "_NET_WM_PING"
    case netWMState = "_NET_WM_STATE"
    case netWMStateAbove = "_NET_WM_STATE_ABOVE"
    case netWMStateBelow = "_NET_WM_STATE_BELOW"
    case netWMStateFullscreen = "_NET_WM_STATE_FULLSCREEN"
    case netWMStateHidden = "_NET_WM_STATE_HIDDEN"
    case netWMStateSkipPager = "_NET_WM_STATE_SKIP_PAGER"
    case netWMStateSkipTaskbar = "_NET_WM_STATE_SKIP_TASKBAR"
    case netWMStateSticky = "_NET_WM_STATE_STICKY"
    case netWMSyncRequest = "_NET_WM_SYNC_REQUEST"
    case netWMSyncRequestCounter = "_NET_WM_SYNC_REQUEST_COUNTER"
    case netWMWindowType = "_NET_WM_WINDOW_TYPE"
    case netWMWindowOpacity = "_NET_WM_WINDOW_OPACITY"
    case netWMWindowTypeDesktop = "_NET_WM_WINDOW_TYPE_DESKTOP"
    case netWMWindowTypeDialog = "_NET_WM_WINDOW_TYPE_DIALOG"
    case netWMWindowTypeDock = "_NET_WM_WINDOW_TYPE_DOCK"
    case netWMWindowTypeMenu = "_NET_WM_WINDOW_TYPE_MENU"
    case netWMWindowTypeNormal = "_NET_WM_WINDOW_TYPE_NORMAL"
    case netWMWindowTypeNotification = "_NET_WM_WINDOW_TYPE_NOTIFICATION"
    case netWMWindowTypeSplash = "_NET_WM_WINDOW_TYPE_SPLASH"
    case netWMWindowTypeToolbar = "_NET_WM_WINDOW_TYPE_TOOLBAR"
    case netWMWindowTypeUtility = "_NET_WM_WINDOW_TYPE_UTILITY"
    case null = "NULL"
    case saveTargets = "SAVE_TARGETS"
    case string = "STRING"
    case swmVirtualRoot = "__SWM_VROOT"
    case targets = "TARGETS"
    case text = "TEXT"
    case textPlain = "text/plain"
    case textPlainUTF8 = "text/plain;charset=utf-8"
    case timestamp = "TIMESTAMP"
    case uriList = "text/uri-list"
    case gnomeCopiedFiles = "x-special/gnome-copied-files"
    case utf8String = "UTF8_STRING"
    case wmDeleteWindow = "WM_DELETE_WINDOW"
    case wmProtocols = "WM_PROTOCOLS"
    case wmState = "WM_STATE"
    case xdndActionCopy = "XdndActionCopy"
    case xdndAware = "XdndAware"
    case xdndDrop = "XdndDrop"
    case xdndEnter = "XdndEnter"
    case xdndFinished = "XdndFinished"
    case xdndLeave = "XdndLeave"
    case xdndPosition = "XdndPosition"
    case xdndSelection = "XdndSelection"
    case xdndStatus = "XdndStatus"
    case xdndTypeList = "XdndTypeList"
    case xrootPixmap = "_XROOTPMAP_ID"
  }

  private var values: [Name: Atom] = [:]

  /// Returns an atom, or zero, which isn't an atom, if the connection was lost.
  subscript(name: Name) -> Atom { values[name] ?? 0 }

  /// Interns all names in one round trip.
  init(_ display: XDisplay) {
    var text: [CChar] = []
    var starts: [Int] = []
    for name in Name.allCases {
      starts.append(text.count)
      text.append(contentsOf: name.rawValue.utf8CString)
    }
    var atoms = [Atom](repeating: 0, count: starts.count)
    text.withUnsafeMutableBufferPointer { text in
      var names = starts.map { text.baseAddress?.advanced(by: $0) }
      _ = XInternAtoms(display, &names, Int32(names.count), 0, &atoms)
    }
    for (name, atom) in zip(Name.allCases, atoms) { values[name] = atom }
  }
}
