import AnimCore
import AnimScript

/// Evaluates the expressions of an animation for one painter.
///
/// A value depends on the file and on the frame alone. Within a frame, each expression is evaluated
/// once for each time at which its composition is seen; one that is asked for while it is being
/// evaluated answers with its value without expression. At any other time, and where it fails, that
/// value holds as well.
final class ExpressionEvaluator {
  // Nothing of what changes is accessed twice at a time: values are copied out, and the checks of
  // that are off where every evaluation would pay for them.

  let model: ExpressionModel
  let frameRate: Double
  let size: SIMD2<Double>
  let frames: Range<Double>
  /// Of each layer in ``ExpressionModel/layers``.
  let layers: [LayerModel]
  /// What is often asked for of each layer.
  let states: [LayerState]
  let images: [ImageModel]
  let fonts: [FontModel]
  let interpreter: Interpreter
  @exclusivity(unchecked) var contexts = ExpressionContexts()
  @exclusivity(unchecked) private var cache: ExpressionCache
  private let records: EvaluationRecords
  /// By the index of their source: those that were evaluated, and whether others cannot be.
  @exclusivity(unchecked) private var scripts: [CompiledSource]
  /// The reasons of the expressions that have failed in this frame; of each, the first.
  @exclusivity(unchecked) private var failures: [ExpressionID: String] = [:]
  /// Those that were told before, since it takes time to find where an expression is.
  private var knownFailures: [ExpressionID: ExpressionFailure] = [:]
  /// Reads properties of the file when they are first asked for.
  private let fields: FieldReader
  private let properties = IndexedValues<StoredProperty>()
  /// Of the main composition, as the file numbers it.
  private(set) var frame = 0.0
  /// The evaluation that is going on.
  @exclusivity(unchecked) var current = Evaluation(id: 0, layer: 0, node: 0, context: 0)
  /// How many evaluations wait for each other on the stack.
  @exclusivity(unchecked) private var depth = 0
  /// How many evaluations were made, rather than found in ``EvaluationRecords``.
  @exclusivity(unchecked) private(set) var evaluationCount = 0
  @exclusivity(unchecked) private var chain = ExpressionChain()
  /// How many may wait for each other on the stack; longer chains are evaluated in parts.
  private let maximumDepth: Int
  /// Paths that scripts have made in this frame.
  @exclusivity(unchecked) var madePaths: [BezierShape] = []
  /// What structural questions have come to: nil where there is nothing; see ``ObjectStep/key``.
  let steps = IndexedValues<ExpressionObject?>()
  @exclusivity(unchecked) var pathMeasures: [PathMeasureKey: MeasuredPath] = [:]
  /// The chains of groups that contain a node, the layer first.
  let containerChains = IndexedValues<[ExpressionObject]>()
  /// The names and numbers of things, by node and what is asked for.
  let labels = IndexedValues<ObjectLabel>()
  /// The layers with a name, by composition and position in the vocabulary; −1 for none.
  let namedLayers = IndexedValues<Int>()

  init(
    _ model: ExpressionModel, _ document: AnimationModel, maximumDepth: Int = 64
  ) {
    self.model = model
    self.maximumDepth = maximumDepth
    frameRate = document.frameRate
    size = document.size
    frames = document.frames
    images = document.images
    fonts = document.fonts
    layers = document.compositions.flatMap { $0.layers } + document.layers
    states = layers.map { LayerState($0) }
    cache = ExpressionCache(count: model.expressions.count)
    records = EvaluationRecords(count: model.expressions.count)
    scripts = Array(repeating: .unknown, count: model.sources.count)
    fields = FieldReader(version: model.version, slots: model.slots, limits: model.limits)
    interpreter = Interpreter(limits: model.limits.scripts(for: document, model))
  }
}

private enum CompiledSource {
  case unknown, failed
  case script(Script)
}

/// What expressions often ask for of a layer.
struct LayerState {
  /// See ``LayerModel/parent``.
  let parent: Int?
  let visible: Range<Double>
  let startTime: Double
  let stretch: Double
  let isHidden: Bool
  let isAutoOriented: Bool

  init(_ layer: LayerModel) {
    parent = layer.parent
    visible = layer.visible
    startTime = layer.startTime
    stretch = layer.stretch
    isHidden = layer.isHidden
    isAutoOriented = layer.isAutoOriented
  }
}

/// An evaluation of an expression.
struct Evaluation {
  let id: ExpressionID
  let kind: Expression.Kind
  /// See ``Expression/position``.
  let position: Int
  /// The index in ``ExpressionModel/layers`` of the layer of the property.
  let layer: Int
  /// The node of the property.
  let node: Int
  /// The index of the context.
  let context: Int
  /// The frame of the composition; `posterizeTime` changes it.
  var time = 0.0
  /// Whether all that it has read until now is in ``EvaluationRecords``.
  var isRecorded = true
  /// The index there of the first.
  var firstRead = 0
  var random = ExpressionRandom()
  /// For the selector of a text animator.
  var selection: Selection?

  struct Selection {
    /// From 0.
    var index: Int
    var total: Int
    /// How far the unit is selected so far, in percent.
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
  /// Begins a frame, as the file numbers it.
  func begin(frame: Double) {
    self.frame = frame
    if !failures.isEmpty { failures.removeAll(keepingCapacity: true) }
    cache.removeAll()
    contexts.removeAll()
    madePaths.removeAll(keepingCapacity: true)
    chain.removeAll()
    depth = 0
    interpreter.allowance = model.limits.expressionSteps.multipliedSaturated(by: 2)
  }

  /// The numbers of a property while a composition is drawn at `time`; nil where the value without
  /// the expression holds.
  func components(of id: ExpressionID, at time: Double) -> SIMD4<Double>? {
    if case .components(let components) = result(of: id, at: time) { return components.values }
    return nil
  }

  /// The path of a property; nil where the path without the expression holds.
  func path(of id: ExpressionID, at time: Double) -> BezierShape? {
    if case .path(let shape) = result(of: id, at: time) { return shape }
    return nil
  }

  /// The numbers of a gradient; nil where those without the expression hold.
  func numbers(of id: ExpressionID, at time: Double) -> [Double]? {
    if case .list(let numbers) = result(of: id, at: time) { return numbers }
    return nil
  }

  /// A source text; nil where the text without the expression holds.
  func text(of id: ExpressionID, at time: Double) -> String? {
    if case .text(let text) = result(of: id, at: time) { return text }
    return nil
  }

  /// How far the expression of a selector selects a unit, in percent; nil if it fails.
  func selection(
    of id: ExpressionID, at time: Double, _ selection: Evaluation.Selection
  ) -> Double? {
    guard let context = innermost(at: time) else { return nil }
    var evaluation = evaluation(of: id, in: context)
    evaluation.selection = selection
    let start = chain.suspended.count
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

  func result(of id: ExpressionID, at time: Double) -> ExpressionResult {
    guard let context = innermost(at: time) else { return .failed }
    return settled(id, in: context)
  }

  /// The context that is being drawn, if it is at `time`.
  private func innermost(at time: Double) -> Int? {
    let context = contexts.depth - 1
    return context >= 0 && contexts[context].time == time ? context : nil
  }
}

// MARK: - Evaluating

extension ExpressionEvaluator {
  /// What an expression comes to in a context, asked by another one.
  ///
  /// - Throws: the end of the evaluation that asks, if too many wait for each other already; see
  ///   ``ExpressionChain``.
  func result(of id: ExpressionID, in context: Int) throws(Exception) -> ExpressionResult {
    let serial = contexts[context].serial
    var entry = cache.index(of: id, serial: serial)
    if entry >= 0 {
      let known = cache[entry]
      guard case .unknown = known else { return known }
    }
    guard depth < maximumDepth else {
      chain.wanted = ExpressionChain.Link(id: id, context: context)
      throw interpreter.interruption()
    }
    if entry >= 0 {
      cache[entry] = .pending
    } else {
      entry = cache.append(id, serial: serial, .pending)
    }
    let result = repeated(id, in: context) ?? run(evaluation(of: id, in: context))
    if case .unknown = result {
      chain.suspended.append(entry)
      throw interpreter.interruption()
    }
    cache[entry] = result
    return result
  }

  /// What an expression comes to in a context, asked by nobody else.
  private func settled(_ id: ExpressionID, in context: Int) -> ExpressionResult {
    let start = chain.suspended.count
    if let result = try? result(of: id, in: context) { return result }
    // Those that wait, the last one for nothing but its own turn; each with the number of entries
    // that were suspended before it began.
    var waiting = [(link: ExpressionChain.Link(id: id, context: context), start: start)]
    while let (link, start) = waiting.last {
      if let wanted = chain.takeWanted() {
        waiting.append((wanted, chain.suspended.count))
        continue
      }
      resume(from: start)
      guard let result = try? result(of: link.id, in: link.context) else { continue }
      waiting.removeLast()
      if waiting.isEmpty { return result }
    }
    return .failed
  }

  /// Has those evaluated again that were suspended for something that is known now.
  private func resume(from start: Int) {
    for entry in chain.suspended[start...] { cache[entry] = .unknown }
    chain.suspended.removeLast(chain.suspended.count - start)
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
    // One that cannot be run is among the diagnostics of the file.
    guard let script = script(of: evaluation.id) else { return .failed }
    let outer = current
    var kept: (ExpressionResult, ScriptUsage)?
    depth += 1
    evaluationCount += 1
    current = evaluation
    current.firstRead = records.readCount
    defer {
      records.end(evaluation.id, first: current.firstRead, keeping: kept)
      current = outer
      depth -= 1
    }
    do throws(ScriptError) {
      let result = try interpreter.evaluate(script, host: self) { value throws(Exception) in
        try self.result(value)
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

  private func script(of id: ExpressionID) -> Script? {
    let source = model.sourceIndices[id]
    switch scripts[source] {
    case .script(let script): return script
    case .failed: return nil
    case .unknown:
      guard case .success(let script) = model.compile(source) else {
        scripts[source] = .failed
        return nil
      }
      scripts[source] = .script(script)
      return script
    }
  }

  /// What an expression comes to, if it would read what it has read before; nil if it has to be
  /// evaluated.
  private func repeated(_ id: ExpressionID, in context: Int) -> ExpressionResult? {
    guard let record = records.record(of: id), interpreter.hasRoom(for: record.pointee.usage)
    else { return nil }
    records.beginRepetition(of: id)
    depth += 1
    defer {
      records.endRepetition(of: id)
      depth -= 1
    }
    let time = contexts[context].time
    for index in 0..<record.pointee.readCount {
      let read = record.pointee[index]
      switch read.pointee.source {
      case .property(let property):
        let value = property._withUnsafeGuaranteedRef { $0.value(at: time) }
        guard value.isSame(as: read.pointee.value) else { return nil }
      case .activity(let layer):
        guard isActive(layer, at: time) == (read.pointee.value[0] != 0) else { return nil }
      case .expression(let other):
        do throws(Exception) {
          let result = try interpreter.having(taken: read.pointee.usage) { () throws(Exception) in
            try self.result(of: other, in: context)
          }
          guard case .components(let value) = result, value.isSame(as: read.pointee.value) else {
            return nil
          }
        } catch {
          // It waits for the other one, and so counts as far as it would have come.
          interpreter.count(read.pointee.usage)
          return .unknown
        }
      }
    }
    interpreter.count(record.pointee.usage)
    return record.pointee.result
  }

  private func fail(_ evaluation: Evaluation, _ reason: String) {
    if failures[evaluation.id] == nil { failures[evaluation.id] = reason }
  }

  /// The expressions that have failed in this frame, in any order.
  func takeFailures() -> [ExpressionFailure] {
    if failures.isEmpty { return [] }
    defer { failures.removeAll(keepingCapacity: true) }
    return failures.map { id, reason in
      let frame = frame - frames.lowerBound
      let failure =
        knownFailures[id]?.again(in: frame, reason)
        ?? model.failure(of: id, frame: frame, reason: reason)
      knownFailures[id] = failure
      return failure
    }
  }
}

// MARK: - Properties

extension ExpressionEvaluator {
  /// The property at a node, without its expression.
  func stored(_ node: Int) -> StoredProperty {
    properties[UInt64(truncatingIfNeeded: node)] ?? read(node)
  }

  @inline(never)
  private func read(_ node: Int) -> StoredProperty {
    let property = StoredProperty(
      model.json(node), expression: model.id(ofNode: node),
      hasByteColors: model.byteColors.contains(node), fields)
    properties.insert(UInt64(truncatingIfNeeded: node), property)
    return property
  }

  /// The numbers of the property at a node, with its expression.
  func components(ofNode node: Int, in context: Int) throws(Exception) -> Components {
    let stored = stored(node)
    if let id = stored.expression {
      if case .components(let value) = try result(of: id, in: context) {
        note(
          EvaluationRead(value, of: .expression(id), after: interpreter.usageSoFar), in: context)
        return value
      }
      noteUnrecorded()
    }
    let value = stored.value(at: contexts[context].time)
    if !stored.isConstant {
      note(EvaluationRead(value, of: .property(.passUnretained(stored))), in: context)
    }
    return value
  }

  /// The value of the property of the evaluation that goes on, without its expression.
  ///
  /// - Parameter time: the frame that is drawn, or that the evaluation sees.
  func ownComponents(_ stored: StoredProperty, at time: Double) -> Components {
    let value = stored.value(at: time)
    if !stored.isConstant {
      note(EvaluationRead(value, of: .property(.passUnretained(stored))), in: current.context)
    }
    return value
  }

  /// Whether a layer is shown at present, which the evaluation that goes on reads.
  func isActive(_ layer: Int, in context: Int) -> Bool {
    let isActive = isActive(layer, at: contexts[context].time)
    note(EvaluationRead(Components(isActive ? 1 : 0), of: .activity(layer: layer)), in: context)
    return isActive
  }

  private func isActive(_ layer: Int, at time: Double) -> Bool {
    !states[layer].isHidden && states[layer].visible.contains(time)
  }

  /// Notes what the evaluation that goes on has read.
  @inline(__always)
  private func note(_ read: @autoclosure () -> EvaluationRead, in context: Int) {
    guard current.isRecorded else { return }
    current.isRecorded =
      context == current.context && records.add(read(), first: current.firstRead)
  }

  /// Notes that the evaluation that goes on has read something that is not in a record: it is made
  /// again in every frame.
  @inline(__always)
  func noteUnrecorded() { current.isRecorded = false }

  /// The frame of a context, which the evaluation that goes on reads.
  func time(of context: Int) -> Double {
    noteUnrecorded()
    return contexts[context].time
  }

  /// The frame that the evaluation that goes on sees.
  var ownTime: Double {
    noteUnrecorded()
    return current.time
  }

  /// The path of the property at a node, with its expression.
  func path(ofNode node: Int, in context: Int) throws(Exception) -> BezierShape {
    let stored = stored(node)
    if stored.expression != nil || !stored.isConstant { noteUnrecorded() }
    if let id = stored.expression, case .path(let shape) = try result(of: id, in: context) {
      return shape
    }
    return stored.path(at: contexts[context].time)
  }

  /// The text of a layer, with its expression.
  func text(ofNode node: Int, in context: Int) throws(Exception) -> String {
    noteUnrecorded()
    if let id = stored(node).expression, case .text(let text) = try result(of: id, in: context) {
      return text
    }
    return storedText(node, at: time(of: context))["t"]?.string ?? ""
  }

  /// The text document of the property at a node at a time, without its expression.
  func storedText(_ node: Int, at time: Double) -> JSONValue {
    let json = model.json(node)
    let list = json["k"] ?? json
    var shown = list.first ?? list
    for keyframe in list.elements where (keyframe["t"]?.number ?? 0) <= time { shown = keyframe }
    return shown["s"].map { $0.isObject ? $0 : shown } ?? shown
  }
}

extension Int {
  /// The product, or the largest number.
  fileprivate func multipliedSaturated(by factor: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }
}

// MARK: - Texts

extension ExpressionEvaluator {
  /// The box of a text in its layer, by the advance of its letters and the height of its lines.
  func textBox(_ content: TextContent, _ text: String, at time: Double) -> Rect {
    var document = content.documents[0].document
    for entry in content.documents where entry.time <= time { document = entry.document }
    document.text = text
    let font = document.font.map { fonts[$0] }
    let layout = TextLayout(document, font, grouping: content.alignment.grouping)
    var box: Rect?
    for letter in layout.letters where !letter.outline.isEmpty {
      let origin = layout.origin + letter.position + SIMD2(layout.lineOffsets[letter.line], 0)
      let bounds = letter.outline.transformed(by: Transform(translation: origin)).bounds
      guard let bounds else { continue }
      box = box.map { $0.union(bounds) } ?? bounds
    }
    return box ?? Rect(x: 0, y: 0, width: 0, height: 0)
  }
}
