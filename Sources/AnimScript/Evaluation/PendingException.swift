/// What was thrown, while an exception is on its way.
struct PendingException {
  private(set) var value = Value.undefined
  /// Where in the program's own text it was thrown; −1 if that is not known.
  private(set) var position = -1
  /// Whether the call that runs next begins with it.
  private var isCaught = false

  mutating func set(_ value: Value, position: Int) {
    self.value = value
    self.position = position
  }

  /// Notes that a handler was found.
  mutating func `catch`() { isCaught = true }

  /// What the call begins with that runs next; nil if it handles nothing.
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
