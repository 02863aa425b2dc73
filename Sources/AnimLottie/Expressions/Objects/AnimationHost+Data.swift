import AnimScript

// Data in layers that hold nothing else.
extension AnimationHost {
  // Values of JSON files beside the animation are not read: the file itself has none of them.
  func json(_ object: ExpressionObject, _ key: PropertyKey) throws(Exception) -> Value {
    try json(object, .undefined)
  }

  func json(_ object: ExpressionObject, _ key: Value) throws(Exception) -> Value {
    throw evaluator.interpreter.error("data from other files is not read")
  }

  func jsonValue(_ object: ExpressionObject) throws(Exception) -> Value { .undefined }
}
