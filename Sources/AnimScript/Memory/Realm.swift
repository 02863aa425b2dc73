/// The objects of the language that the interpreter itself needs.
struct Realm {
  var object: ObjectID = 0
  var function: ObjectID = 0
  var array: ObjectID = 0
  var string: ObjectID = 0
  var number: ObjectID = 0
  var boolean: ObjectID = 0
  var iterator: ObjectID = 0
  var regularExpression: ObjectID = 0
  var arrayConstructor: ObjectID = 0
  /// The prototypes of errors, by ``ErrorKind``.
  var errors: InlineArray<7, ObjectID> = .init(repeating: 0)
  var global: ObjectID = 0
  var eval: ObjectID = 0
  var math: ObjectID = 0
  var json: ObjectID = 0
  /// The function that throws a `TypeError`.
  var thrower: ObjectID = 0
}

enum ErrorKind: Int, CaseIterable {
  case error, type, range, reference, syntax, eval, uri
}
