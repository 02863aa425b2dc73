import AnimCore
import Glibc

/// Sleeps until `descriptor` can be read or was closed by the other end. Returns false if that has
/// not happened by `deadline`; without one, it waits forever.
package func waitUntilReadable(_ descriptor: Int32, until deadline: Timestamp?) -> Bool {
  var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  while true {
    var span: Int32 = -1
    if let deadline {
      let rest = ((deadline - .now) * 1_000).rounded(.up)
      guard rest > 0 else { return false }
      span = Int32(min(rest, 60_000))
    }
    switch poll(&request, 1, span) {
    case 1...: return true
    case 0: continue
    default: if errno != EINTR { return false }
    }
  }
}
