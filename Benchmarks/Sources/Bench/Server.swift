import Foundation

/// The benchmark's own X server: Xvfb, on a display that nothing else uses.
final class Server {
  let process: pid_t
  private let child: Child

  init() throws {
    // Xvfb prints its display number when it is ready for clients.
    child = try Child([
      "Xvfb", "-displayfd", "1", "-noreset", "-nolisten", "tcp", "-screen", "0", "3840x2160x24",
    ])
    let number = try child.readLine()
    process = child.identifier
    setenv("DISPLAY", ":\(number)", 1)
  }

  deinit { try? child.stop() }

  /// The time for which the server was ready to run but waited for a processor, in seconds.
  var waitingSeconds: Double {
    get throws { try ProcessUsage(of: process).waitingSeconds }
  }

  /// The processor time of the server so far, in seconds.
  var processorSeconds: Double {
    get throws { try ProcessUsage(of: process).processorSeconds }
  }
}
