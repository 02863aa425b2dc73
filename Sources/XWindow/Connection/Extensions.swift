import CX11

/// The extensions that this program uses and the server supports.
package struct Extensions {
  /// MIT-SHM: pixels in memory shared by client and server.
  package var sharedMemory: SharedMemory?
  /// RandR 1.2 or later: outputs, their modes and refresh rates.
  package var randr: RandR?
  /// RENDER 0.10 or later: anti-aliased shapes with alpha and their own colours.
  package var render: Version?
  /// Present: notifications of the vertical blank.
  package var present: Extension?
  /// XSync: the counters with which a window manager paces resizing.
  package var sync: Version?

  package struct Extension: Hashable {
    package var version: Version
    /// The first byte of the extension's requests.
    package var majorOpcode: UInt8
    /// The code of the extension's first event.
    var eventBase: Int32
  }

  package struct SharedMemory: Hashable {
    package var base: Extension
    var hasSharedPixmaps: Bool
  }

  package struct RandR: Hashable {
    package var version: Version
    /// The code of the extension's first event.
    var eventBase: Int32
  }

  /// XFIXES: notifications of the owner of a selection.
  package struct Fixes: Hashable {
    /// The code of the extension's first event.
    var eventBase: Int32
  }

  package struct Version: Hashable, Comparable, CustomStringConvertible {
    var major: Int32 = 0
    var minor: Int32 = 0

    package var description: String { "\(major).\(minor)" }

    package static func < (a: Version, b: Version) -> Bool {
      (a.major, a.minor) < (b.major, b.minor)
    }
  }
}

// Each extension's library queries the server on first use and caches the reply. Queries therefore
// use the library wherever it returns the required information.
extension Extensions {
  /// Queries the extensions and their versions. Waits for the server.
  init(of display: XDisplay) {
    sharedMemory = SharedMemory(display)
    randr = RandR(display)
    render = Version(render: display)
    present = Extension(present: display)
    sync = Version(sync: display)
  }
}

extension Extensions.SharedMemory {
  fileprivate init?(_ display: XDisplay) {
    // The library doesn't return the opcode, which identifies late errors.
    var codes: (opcode: Int32, event: Int32, error: Int32) = (0, 0, 0)
    guard XQueryExtension(display, "MIT-SHM", &codes.opcode, &codes.event, &codes.error) != 0
    else { return nil }
    var version = Extensions.Version()
    var hasPixmaps: Int32 = 0
    guard XShmQueryVersion(display, &version.major, &version.minor, &hasPixmaps) != 0 else {
      return nil
    }
    base = Extensions.Extension(
      version: version, majorOpcode: UInt8(truncatingIfNeeded: codes.opcode),
      eventBase: codes.event)
    hasSharedPixmaps = hasPixmaps != 0
  }
}

extension Extensions.Fixes {
  init?(_ display: XDisplay) {
    var codes: (event: Int32, error: Int32) = (0, 0)
    var version = Extensions.Version()
    guard XFixesQueryExtension(display, &codes.event, &codes.error) != 0,
      XFixesQueryVersion(display, &version.major, &version.minor) != 0
    else { return nil }
    self.init(eventBase: codes.event)
  }
}

extension Extensions.RandR {
  fileprivate init?(_ display: XDisplay) {
    var codes: (event: Int32, error: Int32) = (0, 0)
    var version = Extensions.Version()
    guard XRRQueryExtension(display, &codes.event, &codes.error) != 0,
      XRRQueryVersion(display, &version.major, &version.minor) != 0,
      version >= Extensions.Version(major: 1, minor: 2)
    else { return nil }
    self.init(version: version, eventBase: codes.event)
  }
}

extension Extensions.Extension {
  fileprivate init?(present display: XDisplay) {
    var codes: (opcode: Int32, event: Int32, error: Int32) = (0, 0, 0)
    var version = Extensions.Version()
    guard XPresentQueryExtension(display, &codes.opcode, &codes.event, &codes.error) != 0,
      XPresentQueryVersion(display, &version.major, &version.minor) != 0
    else { return nil }
    self.init(
      version: version, majorOpcode: UInt8(truncatingIfNeeded: codes.opcode),
      eventBase: codes.event)
  }
}

extension Extensions.Version {
  fileprivate init?(render display: XDisplay) {
    self.init()
    // Version 0.10 introduced solid-colour pictures.
    guard XRenderQueryVersion(display, &major, &minor) != 0,
      self >= Extensions.Version(major: 0, minor: 10)
    else { return nil }
  }

  /// SHAPE 1.1 or later: the areas of a window that are shown, and those that receive clicks.
  init?(shape display: XDisplay) {
    self.init()
    // Version 1.1 introduced input shapes.
    guard XShapeQueryVersion(display, &major, &minor) != 0,
      self >= Extensions.Version(major: 1, minor: 1)
    else { return nil }
  }

  fileprivate init?(sync display: XDisplay) {
    self.init()
    // This also queries the extension, and fails if it is missing.
    guard XSyncInitialize(display, &major, &minor) != 0 else { return nil }
  }
}
