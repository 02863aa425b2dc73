import Glibc

/// Two ends of a pipe, closed with this object.
package final class TestPipe {
  package let input: Int32
  package let output: Int32

  package init() throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Refusal(code: errno) }
    (output, input) = (ends[0], ends[1])
  }

  /// The kernel can't create a pipe. `code` is the errno.
  private struct Refusal: Error { let code: Int32 }

  deinit {
    close(input)
    close(output)
  }

  package func fill() { _ = write(input, "x", 1) }
}

/// Returns whether a descriptor can be read within some time.
package func isReadable(_ descriptor: Int32, within seconds: Double = 0) -> Bool {
  var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&request, 1, Int32(seconds * 1_000)) > 0
}
