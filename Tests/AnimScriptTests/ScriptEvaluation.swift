import AnimScript

/// Returns the result of a script as text, or the error that ends it.
func evaluate(
  _ source: String, limits: ScriptLimits = ScriptLimits(), host: any ScriptHost = EmptyHost(),
  vocabulary: Vocabulary = Vocabulary([]), resultVariable: String? = nil
) -> String {
  let interpreter = Interpreter(limits: limits)
  do throws(ScriptError) {
    let script = try Script(
      source, vocabulary: vocabulary, resultVariable: resultVariable, limits: limits)
    return try interpreter.evaluate(script, host: host) { value throws(Exception) in
      interpreter.text(try interpreter.toString(value))
    }
  } catch {
    return error.description
  }
}

/// Returns the limit that ends a script, or `nil` if none does.
func limit(_ source: String, _ limits: ScriptLimits = ScriptLimits()) -> ScriptLimits.Limit? {
  let interpreter = Interpreter(limits: limits)
  do throws(ScriptError) {
    let script = try Script(source, vocabulary: Vocabulary([]), limits: limits)
    try interpreter.evaluate(script, host: EmptyHost()) { _ throws(Exception) in }
    return nil
  } catch {
    guard case .limit(let limit) = error.kind else { return nil }
    return limit
  }
}
