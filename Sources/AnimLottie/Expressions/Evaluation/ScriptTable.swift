import AnimCore
import AnimScript

/// The expressions of a file, compiled before anything is drawn.
struct ScriptTable {
  private let model: ExpressionModel
  /// The scripts by the index of their text, or `nil` for texts that can't run.
  private var scripts: [Script?] = []
  /// The errors of texts that can't run, by the index of the text.
  private var errors: [Int: ScriptError] = [:]

  init(_ model: ExpressionModel) {
    self.model = model
    for source in model.sources.indices {
      switch model.compile(source) {
      case .success(let script): scripts.append(script)
      case .failure(let error):
        scripts.append(nil)
        errors[source] = error
      }
    }
  }

  /// Returns the script of an expression, or `nil` if it can't run.
  func script(of id: ExpressionID) -> Script? { scripts[model.sourceIndices[id]] }

  /// Appends diagnostics for expressions that can't run.
  func appendDiagnostics(to list: inout DiagnosticList) {
    for (id, expression) in model.expressions.enumerated() {
      guard let error = errors[model.sourceIndices[id]] else { continue }
      list.append(
        .approximated, "the expression cannot be run: \(error); its stored value is drawn",
        at: model.json(expression.node).path, .expressionFailed)
    }
  }
}
