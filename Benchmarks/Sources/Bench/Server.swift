import Foundation

/// An X server for measurements: Xvfb, on a display that nothing else uses.
final class Server {
  let process: pid_t
  /// The value of `DISPLAY` for its clients.
  let display: String
  private let child: Child

  /// - Parameter screen: The size of the screen.
  init(screen: String = "3840x2160") throws {
    // Xvfb prints its display number when it is ready for clients.
    child = try Child([
      "Xvfb", "-displayfd", "1", "-noreset", "-nolisten", "tcp", "-screen", "0", screen + "x24",
    ])
    display = ":" + (try child.readLine())
    process = child.identifier
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
