struct RegularExpressionProgram {}
enum RegularExpressionFunction: UInt32 {
  case exec, test, toString, compile
  static let table = "exec 1 test 1 toString 0 compile 2"
}
extension Interpreter {
  func callRegularExpression(_ f: RegularExpressionFunction, _ this: Value, _ a: Arguments) throws(Exception) -> Value { .undefined }
  func makeRegularExpression(_ a: Arguments, isNew: Bool) throws(Exception) -> Value { .undefined }
  func newRegularExpression(_ p: StringID, _ f: StringID) throws(Exception) -> Value { .undefined }
  func makeRegularExpressionAccessors() throws(Exception) {}
  func isRegularExpression(_ v: Value) -> Bool { false }
  func callWithRegularExpression(_ f: StringPrototypeFunction, _ this: Value, _ a: Arguments) throws(Exception) -> Value? { nil }
}
extension Lexer { func regularExpressionProblem(_ t: Token) -> String? { nil } }
