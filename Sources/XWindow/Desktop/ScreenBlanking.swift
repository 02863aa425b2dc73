import CX11

// The states in which the screen shows nothing. No event reports all of them.
extension Connection {
  /// Whether the displays are switched off to save power (DPMS), or the server's screen saver is active
  /// (MIT-SCREEN-SAVER). Waits for the server.
  package var isScreenBlank: Bool {
    (try? trappingErrors { Self.isDisplayOff($0) || Self.isSaverActive($0) }) ?? false
  }

  private static func isDisplayOff(_ display: XDisplay) -> Bool {
    var (event, error): (Int32, Int32) = (0, 0)
    guard DPMSQueryExtension(display, &event, &error) != 0 else { return false }
    var (level, isEnabled): (CARD16, BOOL) = (0, 0)
    guard DPMSInfo(display, &level, &isEnabled) != 0 else { return false }
    return isEnabled != 0 && level != UInt16(DPMSModeOn)
  }

  private static func isSaverActive(_ display: XDisplay) -> Bool {
    var (event, error): (Int32, Int32) = (0, 0)
    guard XScreenSaverQueryExtension(display, &event, &error) != 0 else { return false }
    var info = XScreenSaverInfo()
    guard XScreenSaverQueryInfo(display, XDefaultRootWindow(display), &info) != 0 else {
      return false
    }
    return info.state == ScreenSaverOn
  }
}
