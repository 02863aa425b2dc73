import Glibc

/// A system call that failed although nothing was wrong with what the user asked for: the process
/// or the machine has run out of something.
struct SystemError: Error, CustomStringConvertible {
  /// The call's name in C.
  let call: String
  /// The value of errno.
  let code: Int32

  /// Takes errno as it is now.
  init(call: String) {
    self.call = call
    code = errno
  }

  var description: String { "\(call) failed: \(String(cString: strerror(code)))." }
}
