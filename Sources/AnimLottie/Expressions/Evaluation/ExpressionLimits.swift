import AnimScript

extension LottieLimits {
  /// What a text may have.
  var scripts: ScriptLimits {
    var limits = ScriptLimits()
    limits.sourceLength = expressionBytes
    limits.heapBytes = expressionMemory
    return limits
  }

  /// What each evaluation may use. It depends on the file alone, so that an expression that fails
  /// does so in every frame and in any order.
  func scripts(for document: AnimationModel, _ model: ExpressionModel) -> ScriptLimits {
    var limits = scripts
    let count = max(model.evaluationCount(in: document), 1)
    limits.steps = max(min(expressionSteps / count, expressionSteps / 10), 1000)
    return limits
  }
}

extension ExpressionModel {
  /// How many evaluations a frame may have: those of a composition count every time it is shown.
  fileprivate func evaluationCount(in document: AnimationModel) -> Int {
    var counts = [Int](repeating: 0, count: compositions.count)
    for expression in expressions { counts[layers[expression.layer].composition] += 1 }
    let lists = document.compositions.map { $0.layers } + [document.layers]
    // The count of a composition with those in it; nil while unknown. No composition contains itself,
    // and the loader has limited how deeply they are nested.
    var totals = [Int?](repeating: nil, count: compositions.count)
    func total(_ composition: Int) -> Int {
      if let known = totals[composition] { return known }
      var sum = counts[composition]
      for layer in lists[composition] {
        guard case .composition(let content) = layer.content else { continue }
        let (added, overflow) = sum.addingReportingOverflow(total(content.index))
        sum = overflow ? .max : added
      }
      totals[composition] = sum
      return sum
    }
    return total(main)
  }

  /// What is said about an expression that has failed.
  func diagnostic(
    _ id: ExpressionID, _ failure: ExpressionFailures.Failure
  ) -> LottieDiagnostic {
    let property = json(expressions[id].node)
    let layer = json(layers[expressions[id].layer].node)["nm"]?.string ?? ""
    func number(_ frame: Double) -> Int { Int(min(max(frame, 0), 1e15)) }
    let (first, last) = (number(failure.first), number(failure.last))
    let frames = first == last ? "frame \(first)" : "frames \(first) to \(last)"
    return LottieDiagnostic(
      path: property.path, severity: .approximated,
      message:
        "the expression in layer \"\(layer.shortened)\" fails in \(frames): \(failure.reason.shortenedReason); "
        + "its stored value is drawn")
  }
}

extension String {
  /// A reason from a script, made fit for a message.
  fileprivate var shortenedReason: String {
    count <= 200 ? shortenedLine : String(prefix(200)).shortenedLine + "…"
  }

  private var shortenedLine: String {
    String(unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) })
  }
}
