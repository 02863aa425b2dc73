/// The value of an exception that is being propagated.
struct PendingException {
  private(set) var value = Value.undefined
  /// The position in the program's own text at which the exception was thrown, or −1 if it isn't
  /// known.
  private(set) var position = -1
  /// Whether the next call starts with it.
  private var isCaught = false

  mutating func set(_ value: Value, position: Int) {
    self.value = value
    self.position = position
  }

  /// Notes that a handler was found.
  mutating func `catch`() { isCaught = true }

  /// Returns the value with which the next call starts, or `nil` if it doesn't handle an exception.
  @inline(__always)
  mutating func takeCaught() -> Value? {
    guard isCaught else { return nil }
    isCaught = false
    defer { value = .undefined }
    return value
  }

  /// Begins an evaluation.
  mutating func begin() { position = -1 }

  /// Ends an evaluation.
  mutating func end() { value = .undefined }
}
