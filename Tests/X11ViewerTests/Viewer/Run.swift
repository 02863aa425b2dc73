import Foundation
import TestSupport
import Testing
import XServerSupport

@testable import AnimGraphics
@testable import ImageFiles
@testable import LinuxSystem
@testable import OfflineRendering
@testable import Viewer
@testable import X11Viewer

/// The program's own type, because Testing has another one with the same name.
typealias ExitStatus = LinuxSystem.ExitStatus

/// A run of the program from its start to its end.
struct Run {
  let end: ChildProcess.End
  let output: [UInt8]
  /// Its output on standard error.
  let complaint: String

  init(
    _ arguments: [String], on server: XServer? = nil, environment: [String: String?] = [:]
  ) throws {
    try self.init(
      ending: ViewerProcess.start(arguments, on: server, environment: environment))
  }

  /// Runs the program from a shell script, in which it is `$0`.
  init(script: String, on server: XServer? = nil, environment: [String: String?] = [:]) throws {
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

  /// Returns whether the program ended with this status, and printed the reason in one line.
  func complained(_ status: ExitStatus) -> Bool {
    end == .exit(status.rawValue) && complaint.hasPrefix("x11viewer: ")
      && complaint.hasSuffix("\n") && complaint.split(separator: "\n").count == 1
  }

  /// Returns the image on its standard output.
  func image() throws -> PixelImage {
    try #require(end == .exit(0), "\(end): \(complaint)")
    expectEqual(complaint, "")
    return try PNG.decode(output)
  }
}
