import Glibc

/// A failed system call that isn't the user's fault, because the process or the machine has run out
/// of a resource.
package struct SystemError: Error, CustomStringConvertible {
  /// The name of the C function.
  package let call: String
  /// The value of errno.
  package let code: Int32

  /// - Parameter code: The error number (default: the current errno).
  package init(call: String, code: Int32 = errno) {
    self.call = call
    self.code = code
  }

  package var description: String { "\(call): \(errorText(code))" }
}

/// Returns the C library's description of an error number.
package func errorText(_ code: Int32) -> String {
  strerror(code).map { String(cString: $0) } ?? "error \(code)"
}
