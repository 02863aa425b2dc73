import AnimGraphics

/// A zero-terminated text that C can read as long as this object exists.
final class CText {
  let pointer: UnsafePointer<CChar>

  init(_ text: String) {
    // C would ignore everything after a zero.
    let bytes = text.utf8.filter { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
    let memory = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
    _ = memory.initialize(from: bytes)
    pointer = UnsafePointer(memory.baseAddress!)
  }

  deinit { pointer.deallocate() }
}

/// The texts of a diagnostic.
struct DiagnosticText {
  let code: CText
  let severity: CText
  let path: CText
  let layer: CText?
  let message: CText
  let position: TextPosition?

  /// - Parameter prefix: Text before the message.
  init(_ diagnostic: Diagnostic, prefix: String = "") {
    code = CText(diagnostic.code)
    severity = CText(diagnostic.severity.rawValue)
    path = CText("\(diagnostic.place)")
    layer = diagnostic.layer.map { CText($0) }
    message = CText(prefix + diagnostic.message)
    position = if case .position(let position) = diagnostic.place { position } else { nil }
  }
}
