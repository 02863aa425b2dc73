import Glibc

/// A system call that failed through no fault of the user: the process or the machine has run out
/// of something.
struct SystemError: Error, CustomStringConvertible {
  /// The call's name in C.
  let call: String
  /// The value of errno.
  let code: Int32

  /// - Parameter code: errno as it is now, unless given.
  init(call: String, code: Int32 = errno) {
    self.call = call
    self.code = code
  }

  var description: String { "\(call): \(String(cString: strerror(code)))" }
}
