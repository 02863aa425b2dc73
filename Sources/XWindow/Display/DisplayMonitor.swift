import AnimCore
import CX11

/// A monitor: the part of the screen that one or more displays show, with its name.
package struct DisplayMonitor: Hashable {
  package let name: String
  package let area: PixelRect
}

extension Connection {
  /// Returns the monitors in the order of the server, or an empty array without RandR 1.5. Waits
  /// for the server.
  package func monitors() -> [DisplayMonitor] {
    guard let randr = extensions.randr,
      randr.version >= Extensions.Version(major: 1, minor: 5)
    else { return [] }
    let monitors = try? trappingErrors { display -> [DisplayMonitor] in
      var count: Int32 = 0
      let root = XDefaultRootWindow(display)
      guard let found = XRRGetMonitors(display, root, 1, &count) else { return [] }
      defer { XRRFreeMonitors(found) }
      return UnsafeBufferPointer(start: found, count: Int(max(count, 0))).map { monitor in
        let name = XGetAtomName(display, monitor.name)
        defer { if let name { XFree(name) } }
        let (x, y) = (Int(monitor.x), Int(monitor.y))
        return DisplayMonitor(
          name: name.map { String(cString: $0) } ?? "",
          area: PixelRect(x0: x, y0: y, x1: x + Int(monitor.width), y1: y + Int(monitor.height)))
      }
    }
    return monitors ?? []
  }
}
