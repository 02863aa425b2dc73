import Glibc

/// A system call that failed through no fault of the user: the process or the machine has run out
/// of something.
package struct SystemError: Error, CustomStringConvertible {
  /// The call's name in C.
  package let call: String
  /// The value of errno.
  package let code: Int32

  /// - Parameter code: errno as it is now, unless given.
  package init(call: String, code: Int32 = errno) {
    self.call = call
    self.code = code
  }

  package var description: String { "\(call): \(errorText(code))" }
}

/// The C library's words for an errno.
package func errorText(_ code: Int32) -> String {
  strerror(code).map { String(cString: $0) } ?? "error \(code)"
}
