import AnimGraphics
import Foundation
import ImageFiles
import LinuxSystem
import TestSupport
import Testing

/// A run of the program from its start to its end.
package struct Run {
  package let end: ChildProcess.End
  package let output: [UInt8]
  /// Its output on standard error.
  package let complaint: String

  package init(
    _ arguments: [String], on server: XServer? = nil, environment: [String: String?] = [:]
  ) throws {
    try self.init(
      ending: ViewerProcess.start(arguments, on: server, environment: environment))
  }

  /// Runs the program from a shell script, in which it is `$0`.
  package init(script: String, on server: XServer? = nil, environment: [String: String?] = [:])
    throws
  {
    var variables = environment
    variables["DISPLAY"] = .some(server?.display)
    try self.init(
      ending: ChildProcess(
        ["sh", "-c", script, try ViewerProcess.path], environment: variables))
  }

  private init(ending process: ChildProcess) throws {
    end = try process.wait(within: 60)
    output = process.data(of: 1)
    complaint = process.text(of: 2)
  }

  /// The output as text.
  package var text: String { String(decoding: output, as: UTF8.self) }

  /// Returns whether the program ended with this status, and printed the reason in one line.
  package func complained(_ status: LinuxSystem.ExitStatus) -> Bool {
    end == .exit(status.rawValue) && complaint.hasPrefix("x11viewer: ")
      && complaint.hasSuffix("\n") && complaint.split(separator: "\n").count == 1
  }

  /// Returns the image on its standard output.
  package func image() throws -> PixelImage {
    try #require(end == .exit(0), "\(end): \(complaint)")
    expectEqual(complaint, "")
    return try PNG.decode(output)
  }
}
