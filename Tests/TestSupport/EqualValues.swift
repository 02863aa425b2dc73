import Testing

/// Expects two values to be equal, and reports both if they aren't.
///
/// `#expect(actual == expected)` reports the same, but is a macro, and takes ten times as long to
/// compile: some 15 ms for each of thousands.
package func expectEqual<Value: Equatable>(
  _ actual: Value, _ expected: Value, _ comment: @autoclosure () -> Comment? = nil,
  file: String = #fileID, path: String = #filePath, line: Int = #line, column: Int = #column
) {
  guard actual != expected else { return }
  let values: Comment =
    "\(String(describingForTest: actual)) is not \(String(describingForTest: expected))"
  Issue.record(
    comment().map { "\($0): \(values)" } ?? values,
    sourceLocation: SourceLocation(fileID: file, filePath: path, line: line, column: column))
}
