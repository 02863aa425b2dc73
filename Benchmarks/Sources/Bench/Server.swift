import Foundation

/// An X server of the benchmark's own: Xvfb, on a display that nobody else uses.
final class Server {
  let process: pid_t
  private let child: Child

  init() throws {
    // It writes its display's number when it is ready for clients.
    child = try Child([
      "Xvfb", "-displayfd", "1", "-noreset", "-nolisten", "tcp", "-screen", "0", "3840x2160x24",
    ])
    let number = try child.readLine()
    process = child.identifier
    setenv("DISPLAY", ":\(number)", 1)
  }

  deinit { try? child.stop() }

  /// Processor time of the server so far, in seconds.
  var processorSeconds: Double {
    get throws { try ProcessUsage(of: process).processorSeconds }
  }
}
