import AnimCore
import AnimScript

/// The objects and functions of After Effects for expressions.
///
/// Objects are created on access and consist only of numbers (``ExpressionObject``). The behaviour
/// is that of lottie-web unless it contradicts the manual of After Effects.
struct ExpressionObjects {
  /// The interface to the current evaluation.
  let evaluation: EvaluationContext

  var interpreter: Interpreter { evaluation.interpreter }
  var model: ExpressionModel { evaluation.model }
  var scene: ExpressionScene { evaluation.scene }
  var directory: ObjectDirectory { evaluation.directory }

  @inline(__always)
  init(_ evaluation: EvaluationContext) { self.evaluation = evaluation }

  // MARK: - Global names

  func global(_ position: Int) throws(Exception) -> Value? {
    guard position < ExpressionName.all.count else { return nil }
    let name = ExpressionName.all[position]
    let current = evaluation.current
    let layer = ExpressionObject(.layer, context: current.context, layer: current.layer)
    switch name {
    case .value: return try currentValue()
    case .time: return .number(evaluation.layerTime / scene.frameRate)
    case .thisLayer: return layer.value
    case .thisComp: return ExpressionObject(.composition, context: current.context).value
    case .thisProperty: return currentProperty.value
    case .velocity, .numKeys, .valueAtTime, .velocityAtTime, .speedAtTime, .key, .nearestKey,
      .loopOut, .loopIn, .loopOutDuration, .loopInDuration, .loopOutOld, .loopInOld, .smooth,
      .wiggle, .temporalWiggle, .propertyIndex, .propertyGroup, .points, .inTangents,
      .outTangents, .isClosed, .pointOnPath, .tangentOnPath, .normalOnPath, .speed:
      return try property(currentProperty, name, position)
    case .index, .name, .inPoint, .outPoint, .active, .hasParent, .parent, .transform, .content,
      .effect, .mask, .text, .anchorPoint, .position, .rotation, .scale, .opacity, .toComp,
      .toWorld, .fromComp, .fromWorld, .toWorldVec, .fromWorldVec, .toCompVec, .fromCompVec,
      .fromCompToSurface, .sampleImage, .sourceRectAtTime, .width, .height, .source, .startTime:
      if name == .parent, parent(of: layer) == nil { return .null }
      return try self.layer(layer, name, position)
    case .textIndex: return current.selection.map { .number(Double($0.index + 1)) }
    case .textTotal: return current.selection.map { .number(Double($0.total)) }
    case .selectorValue: return current.selection.map { .number($0.value) }
    default:
      return name.isFunction
        ? ExpressionObject(.function, context: current.context, node: position).value : nil
    }
  }

  var currentProperty: ExpressionObject {
    let current = evaluation.current
    let kind: ExpressionObject.Kind =
      current.kind == .text ? .sourceText : .property
    return ExpressionObject(
      kind, context: current.context, layer: current.layer, node: current.node)
  }

  /// Returns the value of the property without the expression.
  private func currentValue() throws(Exception) -> Value {
    let current = evaluation.current
    switch current.kind {
    case .text:
      return try interpreter.string(evaluation.storedText(current.node, at: evaluation.layerTime))
    case .selector: return .number(current.selection?.value ?? 0)
    case .property:
      let stored = evaluation.stored(current.node)
      if case .numbers = stored.content {
        return try value(evaluation.currentComponents(stored, at: current.time))
      }
      if !stored.isConstant { evaluation.noteUnrecorded() }
      return try storedValue(current.node, at: current.time)
    }
  }

  /// Returns the value of a property at a frame, without its expression.
  func storedValue(_ node: Int, at time: Double) throws(Exception) -> Value {
    let stored = evaluation.stored(node)
    switch stored.content {
    case .numbers(let track): return try value(track.storedValue(at: time))
    case .path(let track): return try made(track.storedValue(at: time))
    case .list(let numbers): return try interpreter.array(numbers)
    case .none: return .undefined
    }
  }

  /// Converts numbers to a script value.
  func value(_ components: Components) throws(Exception) -> Value {
    components.isNumber
      ? .number(components[0])
      : try interpreter.array(components.values, count: components.count)
  }

  // MARK: - Members

  func get(_ key: PropertyKey, of object: HostObject) throws(Exception) -> Value {
    guard let object = ExpressionObject(object) else { return .undefined }
    if let index = key.index { return try element(index, of: object) }
    let position = interpreter.vocabularyIndex(key)
    let name: ExpressionName? =
      position >= 0 && position < ExpressionName.all.count ? ExpressionName.all[position] : nil
    switch object.kind {
    case .property, .sourceText:
      if let name, case let value = try property(object, name, position), !value.isUndefined {
        return value
      }
      // Members of numbers, arrays and strings.
      return try interpreter.get(key, of: try primitive(of: object))
    case .madePath:
      guard let name, name.isPathMethod else { return .undefined }
      return method(.madePathMethod, object, position)
    case .layer:
      return try name.map { n throws(Exception) in try layer(object, n, position) } ?? .undefined
    case .composition:
      return try name.map { n throws(Exception) in try composition(object, n, position) }
        ?? .undefined
    case .markers:
      return try name.map { n throws(Exception) in try markers(object, n, position) } ?? .undefined
    case .data, .outline: return .undefined
    default:
      return try name.map { n throws(Exception) in try group(object, n, position) } ?? .undefined
    }
  }

  func call(_ function: HostObject, _ arguments: Arguments) throws(Exception) -> Value {
    guard let object = ExpressionObject(function) else { return .undefined }
    switch object.kind {
    case .function: return try callFunction(ExpressionName.all[object.node], arguments)
    case .propertyMethod, .madePathMethod:
      return try callProperty(object, ExpressionName.all[object.method], arguments)
    case .layerMethod: return try callLayer(object, ExpressionName.all[object.method], arguments)
    case .markerLookup: return try callMarkers(object, ExpressionName.all[object.method], arguments)
    case .composition, .layerLookup: return try layer(in: object.context, arguments)
    case .groupLevel: return try groupLevel(object, arguments[0])
    case .property, .sourceText, .madePath, .markers:
      throw interpreter.typeError("the object is not a function")
    case .data: return try outline(of: object, arguments[0])
    case .outline: return try entry(of: object, arguments[0])
    case .layer, .layerTransform, .groupTransform, .contents, .group, .item, .dashes, .effects,
      .effect, .masks, .mask, .text, .layerControl:
      return try child(of: object, arguments[0])
    }
  }

  func primitive(of object: HostObject) throws(Exception) -> Value {
    guard let object = ExpressionObject(object) else { return .undefined }
    switch object.kind {
    case .property, .sourceText: return try primitive(of: object)
    default: return try interpreter.string("[object Object]")
    }
  }

  /// Returns the value of a property or a source text.
  private func primitive(of object: ExpressionObject) throws(Exception) -> Value {
    if object.kind == .sourceText {
      return try interpreter.string(
        try evaluation.text(ofNode: object.node, in: object.context))
    }
    return try currentValue(object)
  }

  func isCallable(_ object: HostObject) -> Bool {
    guard let object = ExpressionObject(object) else { return false }
    switch object.kind {
    case .property, .sourceText, .madePath, .markers: return false
    default: return true
    }
  }

  func isArrayLike(_ object: HostObject) -> Bool {
    guard let object = ExpressionObject(object), object.kind == .property,
      case .numbers(let track) = evaluation.stored(object.node).content
    else { return false }
    return !track.first.isNumber
  }

  /// Returns a function that belongs to an object.
  func method(
    _ kind: ExpressionObject.Kind, _ object: ExpressionObject, _ position: Int
  ) -> Value {
    var method = object
    method.kind = kind
    method.method = position
    return method.value
  }
}

extension ExpressionName {
  /// Whether the name is a global function.
  fileprivate var isFunction: Bool {
    switch self {
    case .comp, .footage, .createPath, .linear, .ease, .easeIn, .easeOut, .clamp, .bmSum, .bmSub,
      .bmMul, .bmDiv, .bmMod, .bmNeg, .bmIsArray, .sum, .sub, .mul, .div, .mod, .add, .normalize,
      .dot, .cross, .length, .lookAt, .degreesToRadians, .radiansToDegrees, .degreesToRadiansOld,
      .radiansToDegreesOld, .rgbToHsl, .hslToRgb, .hexToRgb, .random, .seedRandom, .gaussRandom,
      .noise, .framesToTime, .timeToFrames, .timeToTimecode, .posterizeTime, .substr, .substring:
      true
    default: false
    }
  }

  /// Whether the name is a method of paths.
  var isPathMethod: Bool {
    switch self {
    case .points, .inTangents, .outTangents, .isClosed, .pointOnPath, .tangentOnPath,
      .normalOnPath:
      true
    default: false
    }
  }
}
