import CX11

/// The extensions that a server offers, as far as this program knows them.
struct Extensions {
  /// MIT-SHM: pixels in memory that client and server share.
  var sharedMemory: SharedMemory?
  /// RandR 1.2 or later: outputs, their modes and refresh rates.
  var randr: Extension?
  /// Present: notifications of the vertical blank.
  var present: Extension?
  /// XSync: the counters by which a window manager paces resizing.
  var sync: Extension?

  struct Extension: Hashable {
    var version: Version
    /// The first byte of its requests.
    var majorOpcode: UInt8
    /// The code of its first event.
    var eventBase: Int32
  }

  struct SharedMemory: Hashable {
    var base: Extension
    var hasSharedPixmaps: Bool
  }

  struct Version: Hashable, Comparable, CustomStringConvertible {
    var major: Int32
    var minor: Int32

    var description: String { "\(major).\(minor)" }

    static func < (a: Version, b: Version) -> Bool { (a.major, a.minor) < (b.major, b.minor) }
  }
}

extension Extensions {
  init(of display: XDisplay) {
    sharedMemory = Self.sharedMemory(display)
    randr = Self.find("RANDR", display, XRRQueryVersion)
    if let version = randr?.version, version < Version(major: 1, minor: 2) { randr = nil }
    present = Self.find("Present", display) { display, major, minor in
      // The call also tells libXpresent where the extension's events are.
      var codes: (opcode: Int32, event: Int32, error: Int32) = (0, 0, 0)
      guard XPresentQueryExtension(display, &codes.opcode, &codes.event, &codes.error) != 0 else {
        return 0
      }
      return XPresentQueryVersion(display, major, minor)
    }
    sync = Self.find("SYNC", display) { display, major, minor in
      var codes: (event: Int32, error: Int32) = (0, 0)
      guard XSyncQueryExtension(display, &codes.event, &codes.error) != 0 else { return 0 }
      return XSyncInitialize(display, major, minor)
    }
  }

  private static func sharedMemory(_ display: XDisplay) -> SharedMemory? {
    var hasPixmaps: Int32 = 0
    let found = find("MIT-SHM", display) { XShmQueryVersion($0, $1, $2, &hasPixmaps) }
    return found.map { SharedMemory(base: $0, hasSharedPixmaps: hasPixmaps != 0) }
  }

  private static func find(
    _ name: String, _ display: XDisplay,
    _ queryVersion: (
      XDisplay, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>
    ) -> Int32
  ) -> Extension? {
    var codes: (opcode: Int32, event: Int32, error: Int32) = (0, 0, 0)
    guard XQueryExtension(display, name, &codes.opcode, &codes.event, &codes.error) != 0 else {
      return nil
    }
    var version = Version(major: 0, minor: 0)
    guard queryVersion(display, &version.major, &version.minor) != 0 else { return nil }
    return Extension(
      version: version, majorOpcode: UInt8(truncatingIfNeeded: codes.opcode),
      eventBase: codes.event)
  }
}
