import ArgumentParser
import LinuxSystem

/// The flag that controls whether the program drops its privileges before it reads files.
struct SandboxFlag: ParsableArguments {
  @Flag(
    "Restrict access to files, programs and the network before reading files (default), or "
      + "not.")
  private var sandbox: Bool?

  var isOn: Bool { sandbox ?? true }

  /// Gives up the rights that a sandbox doesn't keep, unless `--no-sandbox` is given. Call this while there is only
  /// one thread.
  func lock(_ allow: (inout Sandbox) -> Void) throws(Failure) {
    var sandbox = try prepared(allow)
    try lock(&sandbox)
  }

  /// Creates a sandbox and starts the process that writes the output. Call this instead of
  /// ``lock(_:)`` if the output must be created before the restrictions apply.
  func prepared(_ allow: (inout Sandbox) -> Void) throws(Failure) -> Sandbox {
    var sandbox = Sandbox()
    guard isOn else { return sandbox }
    allow(&sandbox)
    do throws(SystemError) {
      try sandbox.startBroker()
    } catch {
      throw Failure(error)
    }
    return sandbox
  }

  /// Gives up the rights that a prepared sandbox doesn't need.
  func lock(_ sandbox: inout Sandbox) throws(Failure) {
    guard isOn else { return }
    do throws(SystemError) {
      for gap in try sandbox.lock() { gap.report() }
    } catch {
      throw Failure(error)
    }
  }
}
