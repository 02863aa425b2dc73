import Foundation
import TestSupport

/// The built program, run by a test as a user would.
package enum ViewerProcess {
  /// The program, which is beside the tests' own binary.
  package static var path: String {
    get throws {
      let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      return URL(fileURLWithPath: tests).deletingLastPathComponent()
        .appendingPathComponent("x11viewer").path
    }
  }

  /// Starts `x11viewer` with `arguments`.
  ///
  /// - Parameters:
  ///   - server: The server whose display it uses. Without a server, it has no display.
  ///   - environment: Additional variables. `nil` removes a variable.
  package static func start(
    _ arguments: [String], on server: XServer? = nil, environment: [String: String?] = [:]
  ) throws -> ChildProcess {
    var variables = environment
    if variables["DISPLAY"] == nil { variables["DISPLAY"] = .some(server?.display) }
    // The settings of the user who runs the tests have no effect.
    if variables["XDG_CONFIG_HOME"] == nil { variables["XDG_CONFIG_HOME"] = "/nonexistent" }
    return try ChildProcess([try path] + arguments, environment: variables)
  }
}
