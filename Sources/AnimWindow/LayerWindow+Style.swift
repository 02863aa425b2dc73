import XWindow

extension LayerWindow {
  /// A kind of window, by which window managers place and decorate it. The names are those of `_NET_WM_WINDOW_TYPE` in
  /// the Extended Window Manager Hints.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A window like most others.
    case normal
    /// The desktop, which is below all other windows.
    case desktop
    /// A panel or dock, usually above other windows.
    case dock
    /// A toolbar torn off from another window.
    case toolbar
    /// A menu torn off from another window.
    case menu
    /// A small window for tools, which tiling window managers don't tile.
    case utility
    /// A window that is shown while a program starts.
    case splash
    /// A dialog.
    case dialog
    /// A notification.
    case notification
  }

  /// The kind and the appearance of a window, which don't change once it is open.
  public struct Style: Hashable, Sendable {
    /// The kind of window for the window manager.
    public var kind = Kind.normal
    /// A Boolean value that indicates whether the windows behind are visible where the layers and the background are
    /// transparent.
    ///
    /// Without a compositor, only pixels that are at least half opaque are shown.
    public var isTransparent = false
    /// A Boolean value that indicates whether to request a window without a frame.
    public var isBorderless = false
    /// A Boolean value that indicates whether the window stays above others.
    public var isOnTop = false
    /// A Boolean value that indicates whether the window is on all desktops.
    public var isOnAllDesktops = false
    /// A Boolean value that indicates whether task bars and pagers omit the window.
    public var isUnlisted = false

    /// Creates the style of a usual window.
    public init() {}
  }

  /// The part of a window that receives presses of the pointer.
  public enum ClickArea: Hashable, Sendable {
    /// The entire window.
    case window
    /// The pixels of a transparent window that aren't completely transparent. In other windows, these are all pixels.
    case drawnPixels
    /// No part of the window.
    case nowhere
  }
}

extension LayerWindow.Style {
  func apply(to configuration: inout WindowConfiguration) {
    configuration.type = WindowType(kind)
    configuration.isTransparent = isTransparent
    configuration.isBorderless = isBorderless
    configuration.layer = isOnTop ? .above : .normal
    configuration.isOnAllDesktops = isOnAllDesktops
    configuration.isUnlisted = isUnlisted
  }
}

extension WindowType {
  fileprivate init(_ kind: LayerWindow.Kind) {
    switch kind {
    case .normal: self = .normal
    case .desktop: self = .desktop
    case .dock: self = .dock
    case .toolbar: self = .toolbar
    case .menu: self = .menu
    case .utility: self = .utility
    case .splash: self = .splash
    case .dialog: self = .dialog
    case .notification: self = .notification
    }
  }
}

extension XWindow.ClickArea {
  init(_ area: LayerWindow.ClickArea) {
    switch area {
    case .window: self = .window
    case .drawnPixels: self = .drawnPixels
    case .nowhere: self = .nowhere
    }
  }
}
