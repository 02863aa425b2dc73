import AnimScript

extension LottieLimits {
  /// The limits for scripts.
  var scripts: ScriptLimits {
    var limits = ScriptLimits()
    limits.sourceLength = expressionBytes
    limits.heapBytes = expressionMemory
    return limits
  }

  /// Returns the limits of each evaluation. They depend only on the file, so an expression that
  /// fails does so in every frame and in any order.
  func scripts(for document: AnimationModel, _ model: ExpressionModel) -> ScriptLimits {
    var limits = scripts
    let count = max(model.evaluationCount(in: document), 1)
    limits.steps = max(min(expressionSteps / count, expressionSteps / 10), 1000)
    return limits
  }
}

extension ExpressionModel {
  /// Returns the maximum number of evaluations per frame. The expressions of a composition count
  /// each time it is shown.
  fileprivate func evaluationCount(in document: AnimationModel) -> Int {
    var counts = [Int](repeating: 0, count: compositions.count)
    for expression in expressions { counts[layers[expression.layer].composition] += 1 }
    let lists = document.compositions.map { $0.layers } + [document.layers]
    // The count of a composition with nested ones, or `nil` while it is unknown. No composition
    // contains itself, and the loader has limited the nesting.
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

  /// Creates the failure of an expression in a frame.
  func failure(of id: ExpressionID, frame: Double, reason: String) -> ExpressionFailure {
    ExpressionFailure(
      id, path: json(expressions[id].node).path,
      layer: json(layers[expressions[id].layer].node)["nm"]?.string ?? "", frame: frame,
      reason: reason)
  }
}
