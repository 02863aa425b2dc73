#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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

  package var description: String { "\(call): \(String(cString: strerror(code)))" }
}
