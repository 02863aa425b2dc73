import LinuxSystem
import OptionValues

/// The flag for whether the program gives up its rights before it looks at files.
struct SandboxFlag: FlagTable {
  var isOn = true

  static let options: [CommandOption<Self>] = [
    .onOff(
      "sandbox",
      "Restrict access to files, programs and the network before reading files (default), or "
        + "not."
    ) { $0.isOn = $1 }
  ]

  /// Gives up what a sandbox does not leave, unless that is not wanted. To be called while there is only one
  /// thread.
  func lock(_ allow: (inout Sandbox) -> Void) {
    guard isOn else { return }
    var sandbox = Sandbox()
    allow(&sandbox)
    for gap in sandbox.lock() { gap.report() }
  }
}
