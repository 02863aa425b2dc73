/// The diagnostics of a file: the first of them, up to a limit, and a count of the rest.
struct DiagnosticList {
  private(set) var all: [LottieDiagnostic] = []
  /// How many diagnostics were left out.
  private var omitted = 0

  /// The limit also bounds the time spent on finding the paths of values.
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
