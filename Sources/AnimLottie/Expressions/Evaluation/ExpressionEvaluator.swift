import AnimCore
import AnimScript

/// Evaluates the expressions of an animation for one painter.
///
/// A value depends only on the file and the frame. Within a frame, each expression is evaluated
/// once for each time at which its composition is visible. If an expression is requested while it
/// is being evaluated, if it fails, and at any other time, the value without the expression is
/// used.
final class ExpressionEvaluator {
  // No mutable state is accessed twice at a time, because values are copied. The exclusivity checks
  // are disabled where every evaluation would be slowed down.

  // Data that is known before drawing.
  fileprivate let model: ExpressionModel
  fileprivate let scene: ExpressionScene
  fileprivate let directory: ObjectDirectory
  let scripts: ScriptTable

  // The current frame.
  /// The frame of the main composition, in the numbering of the file.
  @exclusivity(unchecked) private var frame = 0.0
  @exclusivity(unchecked) fileprivate var contexts = ExpressionContexts()
  @exclusivity(unchecked) private var cache: ExpressionCache
  @exclusivity(unchecked) fileprivate var paths = PathTable()

  // The current evaluation.
  fileprivate let interpreter: Interpreter
  @exclusivity(unchecked) fileprivate var current = Evaluation(id: 0, layer: 0, node: 0, context: 0)
  @exclusivity(unchecked) private var chain: ExpressionChain

  // Data about earlier evaluations.
  fileprivate let records: EvaluationRecords
  @exclusivity(unchecked) private var failures: FrameFailures
  /// The size of all results in the frame, in bytes.
  @exclusivity(unchecked) private var resultBytes = 0
  /// The number of evaluations that were performed, rather than found in ``EvaluationRecords``.
  @exclusivity(unchecked) private(set) var evaluationCount = 0

  /// - Parameter maximumDepth: The maximum number of evaluations that wait for each other on the
  ///   stack. Longer chains are evaluated in parts.
  init(
    _ model: ExpressionModel, _ document: AnimationModel, maximumDepth: Int = 64
  ) {
    self.model = model
    failures = FrameFailures(model)
    scene = ExpressionScene(model, document)
    directory = ObjectDirectory(model)
    scripts = ScriptTable(model)
    cache = ExpressionCache(count: model.expressions.count)
    records = EvaluationRecords(count: model.expressions.count)
    chain = ExpressionChain(maximumDepth: maximumDepth)
    interpreter = Interpreter(limits: model.limits.scripts(for: document, model))
  }
}

/// An evaluation of an expression.
struct Evaluation {
  let id: ExpressionID
  let kind: Expression.Kind
  /// See ``Expression/position``.
  let position: Int
  /// The index in ``ExpressionModel/layers`` of the property's layer.
  let layer: Int
  /// The node of the property.
  let node: Int
  /// The index of the context.
  let context: Int
  /// The frame of the composition, which `posterizeTime` changes.
  var time = 0.0
  /// Whether all reads so far are in ``EvaluationRecords``.
  var isRecorded = true
  /// The index of the first read in ``EvaluationRecords``.
  var firstRead = 0
  var random = ExpressionRandom()
  /// The unit to select, for the selector of a text animator.
  var selection: Selection?

  struct Selection {
    /// The index, starting at 0.
    var index: Int
    var total: Int
    /// The current degree of selection, in percent.
    var value: Double
  }

  init(
    id: ExpressionID, kind: Expression.Kind = .property, position: Int = 0, layer: Int, node: Int,
    context: Int
  ) {
    self.id = id
    self.kind = kind
    self.position = position
    self.layer = layer
    self.node = node
    self.context = context
  }
}

// MARK: - Drawing

extension ExpressionEvaluator {
  /// Starts a frame, in the numbering of the file.
  func begin(frame: Double) {
    self.frame = frame
    failures.removeAll()
    resultBytes = 0
    cache.removeAll()
    contexts.removeAll()
    paths.removeAll()
    chain.removeAll()
    interpreter.allowance = allowance
  }

  /// Starts drawing a composition.
  func enter(_ composition: Int, at time: Double) { contexts.enter(composition, at: time) }

  /// Ends the drawing of the innermost composition.
  func leave() { contexts.leave() }

  /// The maximum number of steps for all expressions of a frame.
  private var allowance: Int { model.limits.expressionSteps.multipliedSaturated(by: 2) }

  /// The number of steps for the expressions of the frame so far.
  var stepsTaken: Int { allowance - interpreter.allowance }

  /// Returns the degree to which a selector's expression selects a unit, in percent, or `nil` if it
  /// fails.
  func selection(
    of id: ExpressionID, at time: Double, _ selection: Evaluation.Selection
  ) -> Double? {
    guard let context = innermost(at: time) else { return nil }
    var evaluation = evaluation(of: id, in: context)
    evaluation.selection = selection
    let start = chain.suspendedCount
    while true {
      let result = run(evaluation)
      if case .unknown = result, let wanted = chain.takeWanted() {
        _ = settled(wanted.id, in: wanted.context)
        resume(from: start)
        continue
      }
      if case .components(let components) = result { return components[0] }
      return nil
    }
  }

  /// Returns the result of an expression while a composition is drawn at `time`.
  func result(of id: ExpressionID, at time: Double) -> ExpressionResult {
    guard let context = innermost(at: time) else { return .failed }
    return settled(id, in: context)
  }

  /// Returns the context being drawn, if it is at `time`.
  private func innermost(at time: Double) -> Int? {
    let context = contexts.depth - 1
    return context >= 0 && contexts[context].time == time ? context : nil
  }
}

// MARK: - Evaluating

extension ExpressionEvaluator {
  /// Returns the result of an expression in a context for another expression.
  ///
  /// - Throws: An error that ends the requesting evaluation, if too many are already waiting for
  ///   each other; see ``ExpressionChain``.
  fileprivate func result(
    of id: ExpressionID, in context: Int
  ) throws(Exception) -> ExpressionResult {
    let serial = contexts[context].serial
    var entry = cache.index(of: id, serial: serial)
    if entry >= 0 {
      let cached = cache[entry]
      guard case .unknown = cached else { return cached }
    }
    guard chain.hasRoom(for: ExpressionChain.Link(id: id, context: context)) else {
      throw interpreter.interruption()
    }
    if entry >= 0 {
      cache[entry] = .pending
    } else {
      entry = cache.append(id, serial: serial, .pending)
    }
    let result = repeated(id, in: context) ?? run(evaluation(of: id, in: context))
    if case .unknown = result {
      chain.suspend(entry)
      throw interpreter.interruption()
    }
    let kept = withinMemory(result, of: id)
    cache[entry] = kept
    return kept
  }

  /// Returns a result, or a failure if the results in the frame take too much memory.
  private func withinMemory(_ result: ExpressionResult, of id: ExpressionID) -> ExpressionResult {
    let bytes = result.byteCount
    guard bytes > 0 else { return result }
    resultBytes += bytes
    guard resultBytes > model.limits.expressionMemory else { return result }
    resultBytes -= bytes
    failures.add(id, "the results in the frame take more memory than one evaluation may")
    return .failed
  }

  /// Returns the result of an expression in a context that no other expression is waiting for.
  private func settled(_ id: ExpressionID, in context: Int) -> ExpressionResult {
    let start = chain.suspendedCount
    if let result = try? result(of: id, in: context) { return result }
    // The waiting expressions. The last one can be evaluated. Each has the number of entries
    // that were suspended before it started.
    var waiting = [(link: ExpressionChain.Link(id: id, context: context), start: start)]
    while let (link, start) = waiting.last {
      if let wanted = chain.takeWanted() {
        waiting.append((wanted, chain.suspendedCount))
        continue
      }
      resume(from: start)
      guard let result = try? result(of: link.id, in: link.context) else { continue }
      waiting.removeLast()
      if waiting.isEmpty { return result }
    }
    return .failed
  }

  /// Evaluates the expressions again that were suspended and whose inputs are now known.
  private func resume(from start: Int) {
    for entry in chain.suspended(from: start) { cache[entry] = .unknown }
    chain.resume(from: start)
  }

  private func evaluation(of id: ExpressionID, in context: Int) -> Evaluation {
    let expressions = model.expressions
    var evaluation = Evaluation(
      id: id, kind: expressions[id].kind, position: expressions[id].position,
      layer: expressions[id].layer, node: expressions[id].node, context: context)
    evaluation.time = contexts[context].time
    return evaluation
  }

  private func run(_ evaluation: Evaluation) -> ExpressionResult {
    // Invalid expressions are reported in the diagnostics of the file.
    guard let script = scripts.script(of: evaluation.id) else { return .failed }
    let outer = current
    var kept: (ExpressionResult, ScriptUsage)?
    chain.enter()
    evaluationCount += 1
    current = evaluation
    current.firstRead = records.readCount
    defer {
      records.end(evaluation.id, first: current.firstRead, keeping: kept)
      current = outer
      chain.leave()
    }
    do throws(ScriptError) {
      let result = try interpreter.evaluate(script, host: self) { value throws(Exception) in
        try ExpressionObjects(EvaluationContext(self)).result(value)
      }
      if current.isRecorded, evaluation.kind == .property, evaluation.selection == nil {
        kept = (result, interpreter.usage)
      }
      return result
    } catch {
      if error.kind == .interrupted { return .unknown }
      fail(evaluation, error.description)
      return .failed
    }
  }

  /// Returns the recorded result of an expression if its reads would be the same, or `nil` if it
  /// must be evaluated.
  private func repeated(_ id: ExpressionID, in context: Int) -> ExpressionResult? {
    guard let record = records.record(of: id), interpreter.hasRoom(for: record.pointee.usage)
    else { return nil }
    records.beginRepetition(of: id)
    chain.enter()
    defer {
      records.endRepetition(of: id)
      chain.leave()
    }
    let time = contexts[context].time
    for index in 0..<record.pointee.readCount {
      let read = record.pointee[index]
      switch read.pointee.source {
      case .property(let property):
        let value = property._withUnsafeGuaranteedRef { $0.value(at: time) }
        guard value.isSame(as: read.pointee.value) else { return nil }
      case .activity(let layer):
        guard scene.isActive(layer, at: time) == (read.pointee.value[0] != 0) else { return nil }
      case .expression(let other):
        do throws(Exception) {
          let result = try interpreter.having(taken: read.pointee.usage) { () throws(Exception) in
            try self.result(of: other, in: context)
          }
          guard case .components(let value) = result, value.isSame(as: read.pointee.value) else {
            return nil
          }
        } catch {
          // Its evaluation would wait for the other one, so count the usage up to that point.
          interpreter.count(read.pointee.usage)
          return .unknown
        }
      }
    }
    interpreter.count(record.pointee.usage)
    return record.pointee.result
  }

  private func fail(_ evaluation: Evaluation, _ reason: String) {
    failures.add(evaluation.id, reason)
  }

  /// Returns and removes the failures in this frame, in any order.
  func takeFailures() -> [ExpressionFailure] {
    failures.take(frame: frame - scene.frames.lowerBound)
  }
}

extension ExpressionEvaluator: ScriptHost {
  private var objects: ExpressionObjects { ExpressionObjects(EvaluationContext(self)) }

  func global(_ position: Int, in interpreter: Interpreter) throws(Exception) -> Value? {
    try objects.global(position)
  }

  func get(
    _ key: PropertyKey, of object: HostObject, in interpreter: Interpreter
  ) throws(Exception) -> Value {
    try objects.get(key, of: object)
  }

  func call(
    _ function: HostObject, this: Value, arguments: Arguments, in interpreter: Interpreter
  ) throws(Exception) -> Value {
    try objects.call(function, arguments)
  }

  func primitive(
    of object: HostObject, hint: PrimitiveHint, in interpreter: Interpreter
  ) throws(Exception) -> Value {
    try objects.primitive(of: object)
  }

  func isCallable(_ object: HostObject) -> Bool { objects.isCallable(object) }
  func isArrayLike(_ object: HostObject) -> Bool { objects.isArrayLike(object) }
  func random(in interpreter: Interpreter) -> Double { EvaluationContext(self).nextRandom() }
}

extension Int {
  /// Returns the product, or the largest integer if it overflows.
  fileprivate func multipliedSaturated(by factor: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }
}

// MARK: - Access for functions

/// The interface of the current evaluation for the objects and functions of expressions: the
/// animation and the values of a frame. It records all reads. It gives no access to waiting
/// expressions, results and remaining limits.
struct EvaluationContext {
  private let evaluator: ExpressionEvaluator

  @inline(__always)
  init(_ evaluator: ExpressionEvaluator) { self.evaluator = evaluator }

  @inline(__always)
  var interpreter: Interpreter { evaluator.interpreter }
  @inline(__always)
  var model: ExpressionModel { evaluator.model }
  @inline(__always)
  var scene: ExpressionScene { evaluator.scene }
  @inline(__always)
  var directory: ObjectDirectory { evaluator.directory }
  /// The current evaluation.
  @inline(__always)
  var current: Evaluation { evaluator.current }

  // MARK: - Time and compositions

  /// The frame that the current evaluation sees.
  var layerTime: Double {
    noteUnrecorded()
    return evaluator.current.time
  }

  /// Changes the frame that the current evaluation sees.
  func setOwnTime(_ time: Double) { evaluator.current.time = time }

  /// Returns the frame of a context, recorded as a read of the current evaluation.
  func time(of context: Int) -> Double {
    noteUnrecorded()
    return frame(of: context)
  }

  /// Returns the frame of a context. The caller is responsible for recording the read.
  @inline(__always)
  func frame(of context: Int) -> Double { evaluator.contexts[context].time }

  /// Returns the index in ``ExpressionModel/compositions`` of a context's composition.
  func composition(of context: Int) -> Int { evaluator.contexts[context].composition }

  /// Returns the first context of a composition, at a frame or at any frame, or `nil` if there is
  /// none.
  func context(showing composition: Int, at time: Double? = nil) -> Int? {
    let contexts = evaluator.contexts
    return (0..<contexts.count).first {
      contexts[$0].composition == composition && (time == nil || contexts[$0].time == time)
    }
  }

  /// Returns the context of a composition at a frame, which is created if necessary.
  func makeContext(showing composition: Int, at time: Double) -> Int {
    if let cached = context(showing: composition, at: time) { return cached }
    evaluator.contexts.append(composition, at: time)
    return evaluator.contexts.count - 1
  }

  // MARK: - Values

  /// Returns the property at a node, without its expression.
  @inline(__always)
  func stored(_ node: Int) -> StoredProperty { evaluator.scene.values.property(at: node) }

  /// Returns the numbers of the property at a node, with its expression.
  func components(ofNode node: Int, in context: Int) throws(Exception) -> Components {
    let stored = stored(node)
    if let id = stored.expression {
      if case .components(let value) = try evaluator.result(of: id, in: context) {
        note(
          EvaluationRead(value, of: .expression(id), after: interpreter.usageSoFar), in: context)
        return value
      }
      noteUnrecorded()
    }
    let value = stored.value(at: frame(of: context))
    if !stored.isConstant {
      note(EvaluationRead(value, of: .property(.passUnretained(stored))), in: context)
    }
    return value
  }

  /// Returns the value of the current evaluation's property, without its expression.
  ///
  /// - Parameter time: The frame that is drawn, or the one that the evaluation sees.
  func currentComponents(_ stored: StoredProperty, at time: Double) -> Components {
    let value = stored.value(at: time)
    if !stored.isConstant {
      note(
        EvaluationRead(value, of: .property(.passUnretained(stored))),
        in: evaluator.current.context)
    }
    return value
  }

  /// Returns the numbers of a gradient, with its expression.
  func list(_ numbers: [Double], of stored: StoredProperty, in context: Int) throws(Exception)
    -> [Double]
  {
    guard let id = stored.expression else { return numbers }
    noteUnrecorded()
    if case .list(let numbers) = try evaluator.result(of: id, in: context) { return numbers }
    return numbers
  }

  /// Returns the path of the property at a node, with its expression.
  func path(ofNode node: Int, in context: Int) throws(Exception) -> BezierShape {
    let stored = stored(node)
    if stored.expression != nil || !stored.isConstant { noteUnrecorded() }
    if let id = stored.expression, case .path(let shape) = try evaluator.result(of: id, in: context)
    {
      return shape
    }
    return stored.path(at: frame(of: context))
  }

  /// Returns the text of a layer, with its expression.
  func text(ofNode node: Int, in context: Int) throws(Exception) -> String {
    noteUnrecorded()
    if let id = stored(node).expression,
      case .text(let text) = try evaluator.result(of: id, in: context)
    {
      return text
    }
    return storedText(node, at: time(of: context))
  }

  /// Returns the text of the property at a node at a time, without its expression.
  func storedText(_ node: Int, at time: Double) -> String {
    scene.values.text(at: node).document(at: time).text ?? ""
  }

  /// Returns whether a layer is currently visible, recorded as a read of the current evaluation.
  func isActive(_ layer: Int, in context: Int) -> Bool {
    let isActive = scene.isActive(layer, at: frame(of: context))
    note(EvaluationRead(Components(isActive ? 1 : 0), of: .activity(layer: layer)), in: context)
    return isActive
  }

  /// Records a read of the current evaluation.
  @inline(__always)
  private func note(_ read: @autoclosure () -> EvaluationRead, in context: Int) {
    guard evaluator.current.isRecorded else { return }
    evaluator.current.isRecorded =
      context == evaluator.current.context
      && evaluator.records.add(read(), first: evaluator.current.firstRead)
  }

  /// Marks the current evaluation as having read something that can't be recorded. It is repeated
  /// in every frame.
  @inline(__always)
  func noteUnrecorded() { evaluator.current.isRecorded = false }

  // MARK: - Random numbers

  /// Returns the next random number of the current evaluation, at least 0 and less than 1.
  func nextRandom() -> Double {
    noteUnrecorded()
    let current = evaluator.current
    return evaluator.current.random.next(
      layer: current.layer, position: current.position, time: current.time)
  }

  func seedRandom(_ seed: Double, isTimeless: Bool) {
    evaluator.current.random.seed = seed
    evaluator.current.random.isTimeless = isTimeless
  }

  // MARK: - Paths created by scripts

  /// Returns the path that a script has created, or `nil` if the number is invalid.
  func madePath(_ number: Int) -> BezierShape? { evaluator.paths[number] }

  /// - Returns: The number of the new path, or `nil` if there are too many.
  func addPath(_ shape: BezierShape) -> Int? { evaluator.paths.add(shape) }

  func measure(of key: PathTable.Key, _ shape: BezierShape) -> PathMeasure {
    evaluator.paths.measure(of: key, shape)
  }
}
