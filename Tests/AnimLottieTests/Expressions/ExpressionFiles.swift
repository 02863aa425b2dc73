import Testing

@testable import AnimLottie

/// Returns a string of JSON.
func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}

/// Returns a property with an expression, and the value that is stored beside it.
func property(_ expression: String, stored: String = "[10,20,0]") -> String {
  #"{"k":\#(stored),"x":\#(quoted(expression))}"#
}

/// Returns a null layer: its number, its name, and the fields of its transform.
func layer(_ number: Int, _ name: String, _ transform: String, _ fields: String = "") -> String {
  let fields = fields.isEmpty ? "" : "," + fields
  return #"""
    {"ty":3,"ind":\#(number),"nm":"\#(name)","ip":0,"op":30,"st":0,"ks":{\#(transform)}\#(fields)}
    """#
}

/// Returns a file of three seconds at 10 frames a second.
func file(expressions layers: [String], _ fields: String = "") -> String {
  let fields = fields.isEmpty ? "" : "," + fields
  return #"""
    {"v":"5.7.0","nm":"Main","fr":10,"ip":0,"op":30,"w":200,"h":100,
     "layers":[\#(layers.joined(separator: ","))]\#(fields)}
    """#
}

/// The expressions of a file, evaluated as a painter does.
final class ExpressionProbe {
  let animation: LottieAnimation
  private let model: ExpressionModel
  private let evaluator: ExpressionEvaluator
  private var failures: [ExpressionID: ExpressionFailure] = [:]

  /// - Parameters:
  ///   - maximumDepth: The maximum depth of expressions that wait for each other.
  ///   - resource: Returns the bytes of a file beside the animation.
  init(
    _ json: String, limits: LottieLimits = LottieLimits(), maximumDepth: Int = 64,
    resource: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) throws {
    animation = try load(json, limits: limits, resource: resource)
    model = try #require(animation.document.expressions?.makeModel())
    evaluator = ExpressionEvaluator(model, animation.document, maximumDepth: maximumDepth)
  }

  /// Returns the numeric result of an expression of the main composition, by its position in the
  /// file, or `nil` if it fails.
  ///
  /// - Parameter begins: Whether a new frame begins, or the current one continues.
  func numbers(
    _ id: ExpressionID = 0, at frame: Double, begins: Bool = true
  ) -> [Double]? {
    if begins { begin(frame) }
    guard case .components(let components) = evaluator.result(of: id, at: frame) else { return nil }
    return (0..<components.count).map { components[$0] }
  }

  /// Returns the selection of one of three units by an expression, in percent, as a selector would
  /// use it.
  func selection(_ id: ExpressionID, at frame: Double, index: Int) -> Double? {
    begin(frame)
    return evaluator.selection(
      of: id, at: frame, Evaluation.Selection(index: index, total: 3, value: 0))
  }

  func text(_ id: ExpressionID = 0, at frame: Double) -> String? {
    begin(frame)
    if case .text(let text) = evaluator.result(of: id, at: frame) { return text }
    return nil
  }

  func path(_ id: ExpressionID = 0, at frame: Double) -> BezierShape? {
    begin(frame)
    return BezierShape.value(of: evaluator.result(of: id, at: frame))
  }

  /// Returns the numbers of a gradient.
  func list(_ id: ExpressionID = 0, at frame: Double) -> [Double]? {
    begin(frame)
    guard case .list(let numbers) = evaluator.result(of: id, at: frame) else { return nil }
    return numbers
  }

  /// The steps that the expressions of the frame have taken.
  var stepsTaken: Int { evaluator.stepsTaken }

  /// The number of evaluations so far.
  var evaluations: Int { evaluator.evaluationCount }

  /// The reasons for the failures of expressions so far.
  var reasons: [String] {
    noteFailures()
    return failures.sorted { $0.key < $1.key }.map(\.value.reason)
  }

  private func begin(_ frame: Double) {
    noteFailures()
    evaluator.begin(frame: frame)
    evaluator.enter(model.main, at: frame)
  }

  private func noteFailures() {
    for failure in evaluator.takeFailures() {
      if failures[failure.id]?.add(failure) == nil { failures[failure.id] = failure }
    }
  }
}

/// Returns the result of a position expression.
func position(
  _ expression: String, stored: String = "[10,20,0]", at frame: Double = 10,
  others: [String] = [], _ fields: String = ""
) throws -> [Double]? {
  let json = file(
    expressions: [layer(1, "Own", #""p":\#(property(expression, stored: stored))"#)] + others,
    fields)
  return try ExpressionProbe(json).numbers(at: frame)
}

/// Returns the result of a rotation expression.
func rotation(
  _ expression: String, stored: String = "7", at frame: Double = 10, others: [String] = [],
  _ fields: String = ""
) throws -> Double? {
  let json = file(
    expressions: [layer(1, "Own", #""r":\#(property(expression, stored: stored))"#)] + others,
    fields)
  return try ExpressionProbe(json).numbers(at: frame)?.first
}
