import Testing

/// Cancels the test if a program that it needs isn't installed.
package func requireTools(_ names: String...) throws {
  for name in names {
    guard try ChildProcess(["sh", "-c", "command -v \(name)"]).wait() == .exit(0) else {
      try Test.cancel("\(name) is not installed")
    }
  }
}
