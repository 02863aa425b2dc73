import AnimScript

/// The expressions of a file, compiled before anything is drawn.
struct ScriptTable {
  /// By the index of an expression, the index of its text.
  private let sourceIndices: [Int]
  /// By the index of a text; nil for what cannot be run, which is among the diagnostics of the file.
  private let scripts: [Script?]

  init(_ model: ExpressionModel) {
    sourceIndices = model.sourceIndices
    scripts = model.sources.indices.map { try? model.compile($0).get() }
  }

  /// The script of an expression; nil if it cannot be run.
  func script(of id: ExpressionID) -> Script? { scripts[sourceIndices[id]] }
}
