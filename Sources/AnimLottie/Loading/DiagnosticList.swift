/// The diagnostics of a file, of which there may be very many.
struct DiagnosticList {
  private(set) var all: [LottieDiagnostic] = []
  /// How many were left out.
  private var omitted = 0

  /// Finding where a value is takes time, too.
  private static let longest = 250

  mutating func append(
    _ severity: LottieDiagnostic.Severity, _ message: String, at path: @autoclosure () -> String
  ) {
    guard all.count < Self.longest else {
      omitted += 1
      return
    }
    all.append(LottieDiagnostic(path: path(), severity: severity, message: message))
  }

  /// All of them; if some were left out, the last one says how many.
  var complete: [LottieDiagnostic] {
    guard omitted > 0 else { return all }
    return all + [
      LottieDiagnostic(path: "", severity: .invalid, message: "\(omitted) more are not listed")
    ]
  }
}
